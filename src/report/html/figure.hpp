#pragma once

// A part of the page, and a picture in it: a place for charts.js to draw in, with its numbers in a table.

#include <string>

#include "report/html/fields.hpp"
#include "report/html/markup.hpp"

namespace spica::report {

/// One entry of the navigation and what it leads to.
struct Part {
  std::string id;
  std::string name;  ///< in the navigation; text
  std::string html;  ///< empty where there is nothing to show
};

/// A part with a heading.
Part part(const std::string& id, const std::string& name, const std::string& heading,
          const std::string& body);

struct Figure {
  std::string chart;    ///< which drawing of charts.js
  std::string title;    ///< what is drawn, in a few words; also what a saved file is called after
  std::string says;     ///< for those who cannot see it
  std::string caption;  ///< units, and how to read it
  Json spec;            ///< what the drawing needs beside the result
};

std::string figure(const Figure& figure, const HtmlTable& table);

/// A paragraph of text; nothing if there is none.
std::string paragraph(const std::string& text, const char* kind = "");

/// Something to unfold. Open in the file, so that it can be read without scripts.
std::string folded(const std::string& summary, const std::string& body, const char* kind = "");

/// A number as the result has it, in a table.
std::string plain_number(std::optional<double> value);

}  // namespace spica::report
