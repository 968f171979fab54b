#include "report/html/markup.hpp"

#include <fmt/format.h>

namespace spica::report {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || byte == 0x7f ? '?' : c;
      }
    }
  }
  return out;
}

std::string inside_script(std::string_view ascii_json) {
  std::string out;
  for (const char c : ascii_json) {
    if (c == '<' || c == '>' || c == '&')
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));  // these occur in strings only
    else
      out += c;
  }
  return out;
}

std::string markup(const HtmlTable& table) {
  const auto cell_class = [&table](std::size_t column) {
    return column < table.text_columns ? "" : " class=\"number\"";
  };
  std::string out = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
      escaped(table.caption));
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    out += fmt::format("<th scope=\"col\"{}>{}</th>", cell_class(j), escaped(table.columns[j]));
  out += "</tr></thead><tbody>\n";
  for (const std::vector<std::string>& row : table.rows) {
    out += "<tr>";
    for (std::size_t j = 0; j < row.size(); ++j) {
      const char* element = j == 0 ? "th scope=\"row\"" : "td";
      out += fmt::format("<{}{}><bdi>{}</bdi></{}>", element, cell_class(j), escaped(row[j]),
                         j == 0 ? "th" : "td");
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace spica::report
