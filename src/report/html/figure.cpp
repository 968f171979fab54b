#include "report/html/figure.hpp"

#include <fmt/format.h>

#include <cctype>

#include "report/text.hpp"

namespace spica::report {

namespace {

/// "Bounds of component 2" becomes "bounds-of-component-2".
std::string file_name(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      name += static_cast<char>(std::tolower(byte));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name;
}

}  // namespace

Part part(const std::string& id, const std::string& name, const std::string& heading,
          const std::string& body) {
  return {id, name,
          fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}"
                      "</section>\n",
                      id, escaped(heading), body)};
}

std::string figure(const Figure& f, const HtmlTable& table) {
  constexpr std::size_t long_table = 200;  // rows; on paper such a table stays folded
  return fmt::format(
      "<figure><div class=\"chart\" data-chart=\"{}\" data-title=\"{}\" data-file=\"{}\" data-says=\"{}\" "
      "data-spec=\"{}\"></div><figcaption>{}</figcaption>\n{}</figure>\n",
      f.chart, escaped(f.title), file_name(f.title),
      escaped(f.says + " The table that follows has its numbers."), escaped(f.spec.dump(-1, ' ', true)),
      escaped(f.caption),
      folded("The same as a table", markup(table), table.rows.size() > long_table ? "long" : ""));
}

std::string paragraph(const std::string& text, const char* kind) {
  if (text.empty()) return "";
  std::string words = escaped(text);
  const std::string_view unit = " %";  // stays on the line of its number
  for (std::size_t at = words.find(unit); at != std::string::npos; at = words.find(unit, at))
    words.replace(at, unit.size(), "&nbsp;%");
  return fmt::format("<p class=\"{}\">{}</p>\n", kind, words);
}

std::string folded(const std::string& summary, const std::string& body, const char* kind) {
  return fmt::format("<details open class=\"{}\"><summary>{}</summary>\n{}</details>\n", kind,
                     escaped(summary), body);
}

std::string plain_number(std::optional<double> value) {
  return value ? fmt::format("{:.{}g}", *value, table_digits) : "-";
}

}  // namespace spica::report
