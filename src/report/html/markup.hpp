#pragma once

// HTML that is safe whatever the names in it are.

#include <string>
#include <string_view>
#include <vector>

namespace spica::report {

/// Text for an element or a quoted attribute: nothing in it is markup.
std::string escaped(std::string_view text);

/// JSON for a script element: nothing in it ends the element. ASCII in, so that no line separator is left in
/// a string.
std::string inside_script(std::string_view ascii_json);

struct HtmlTable {
  std::string caption;                              ///< text
  std::vector<std::string> columns;                 ///< text
  std::vector<std::vector<std::string>> rows = {};  ///< text; the first of each names the row
  std::size_t text_columns = 1;                     ///< so many are words, the rest are numbers
};

std::string markup(const HtmlTable& table);

}  // namespace spica::report
