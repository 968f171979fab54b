#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "io/cell.hpp"
#include "io/text_table.hpp"

namespace spica::io {
namespace {

void append_quoted(std::string& text, std::string_view name) {
  text += '"';
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

/// Quotes what some reader of tables might take apart, or for a number: quoted cells of the first row are
/// names.
void append_column_name(std::string& text, std::string_view name) {
  double unused = 0;
  const bool special = name.find_first_of(" \t,;\"'#\r\n") != std::string_view::npos;
  if (special || parse_cell(name, unused) != CellKind::text) {
    append_quoted(text, name);
  } else {
    text += name;
  }
}

void append_value(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "NA";
    return;
  }
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  text.append(buffer.data(), result.ptr);
}

/// R's name for an unnamed column.
std::string default_name(std::size_t i) {
  return fmt::format("V{}", i + 1);
}

void append_header(std::string& text, const std::vector<std::string>& names, bool has_row_names,
                   char separator) {
  if (has_row_names) text += "\"\"";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0 || has_row_names) text += separator;
    const bool reads_as_row_names = i == 0 && !has_row_names && trimmed(names[i]).empty();
    append_column_name(text, reads_as_row_names ? default_name(i) : names[i]);
  }
  text += '\n';
}

/// The names to write: without any, a blank first row name would make a header of the first row.
std::vector<std::string> names_to_write(const Table& table) {
  std::vector<std::string> names = table.column_names;
  if (!names.empty() && !table.labels.empty()) names.insert(names.begin(), table.label_name);
  if (names.empty() && !table.row_names.empty() && trimmed(table.row_names.front()).empty()) {
    for (Index j = 0; j < table.values().cols(); ++j)
      names.push_back(default_name(static_cast<std::size_t>(j)));
  }
  return names;
}

}  // namespace

std::string format_text(const Table& table, char separator) {
  constexpr Index usual_width = 20;
  const Matrix& values = table.values();
  std::string text;
  text.reserve(static_cast<std::size_t>(values.size() * usual_width));
  const std::vector<std::string> names = names_to_write(table);
  if (!names.empty()) append_header(text, names, !table.row_names.empty(), separator);
  for (Index i = 0; i < values.rows(); ++i) {
    for (const std::vector<std::string>* texts : {&table.row_names, &table.labels}) {
      if (texts->empty()) continue;
      append_quoted(text, (*texts)[static_cast<std::size_t>(i)]);
      text += separator;
    }
    for (Index j = 0; j < values.cols(); ++j) {
      if (j > 0) text += separator;
      append_value(text, values(i, j));
    }
    text += '\n';
  }
  return text;
}

}  // namespace spica::io
