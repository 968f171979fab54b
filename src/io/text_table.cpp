#include "io/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/message.hpp"
#include "io/text_layout.hpp"
#include "io/text_records.hpp"

namespace spica::io {
namespace {

constexpr auto readable_formats = "Spica reads CSV/TSV, Matrix Market, .npy and .mat";

constexpr std::size_t sample = 4096;  // of the characters, to tell what a file is

[[noreturn]] void refuse_binary(const std::string& path) {
  fail(path, fmt::format("not a text table but binary data: {}", readable_formats));
}

bool has_zeros(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

bool looks_binary(std::string_view text) {
  if (has_zeros(text)) return true;
  constexpr std::ptrdiff_t tolerated_in_100 = 5;
  text = text.substr(0, sample);
  const auto controls = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') ||
           c == 0x7F;
  });
  return 100 * controls > tolerated_in_100 * static_cast<std::ptrdiff_t>(text.size());
}

void refuse_other_files(std::string_view text, const std::string& path) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    fail(path, "is UTF-16 text; save it as UTF-8");
  }
  if (text.starts_with("PK\x03\x04")) {
    fail(path, fmt::format("not a text table but an archive (.xlsx, .npz, .zip): {}; export one of these",
                           readable_formats));
  }
  if (looks_binary(text)) refuse_binary(path);
}

void refuse_ragged(const std::string& path, Index line, std::size_t cells, Index line_before, Index before) {
  fail(path, fmt::format("row {} has {}, row {} has {}; every row needs the same number of values", line,
                         counted(static_cast<Index>(cells), "value"), line_before, before));
}

template <class Row>
bool ends_empty(const Row& cells) {
  const Cell& last = cells[cells.size() - 1];
  return !last.quoted && last.text.empty();
}

/// Appends the values of a row from the second on; false at a cell that is no value.
bool append_row(RawTable& raw, const std::vector<Cell>& cells, Index line) {
  double value = 0;
  raw.leads.add(cells.front(), parse_cell(cells.front().text, value), line);
  raw.values.add_row(static_cast<Index>(cells.size()));
  raw.values.push_back(value);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const CellKind kind = parse_cell(cells[i].text, value);
    if (kind != CellKind::number && kind != CellKind::missing) {
      raw.bad = BadCell{std::string(cells[i].text), cells[i].quoted, kind, line, static_cast<Index>(i) + 1};
      return false;
    }
    raw.quotes_beyond_lead = raw.quotes_beyond_lead || cells[i].quoted;
    raw.values.push_back(value);
  }
  raw.ends_in_separator = raw.ends_in_separator && ends_empty(cells);
  return true;
}

/// Reads the rows, up to the first cell that is no value: what it is called depends on the layout.
RawTable read_raw(Window& window, const std::string& path, Index lines_before) {
  RawTable raw;
  const char separator = detect_separator(window);
  RecordReader reader(window, separator, path, lines_before + 1);
  std::vector<Cell> cells;
  reader.next(cells);
  raw.first = OwnedRow(reader.record(), cells);
  raw.first_line = reader.line();
  raw.columns = static_cast<Index>(cells.size());
  raw.ends_in_separator = ends_empty(cells);
  Index line_before = raw.first_line;
  while (reader.next(cells)) {
    if (raw.second.empty()) {
      raw.second = OwnedRow(reader.record(), cells);
      raw.columns = static_cast<Index>(cells.size());
    } else if (static_cast<Index>(cells.size()) != raw.columns) {
      refuse_ragged(path, reader.line(), cells.size(), line_before, raw.columns);
    }
    line_before = reader.line();
    if (!append_row(raw, cells, reader.line())) break;
  }
  raw.ends_in_separator = raw.ends_in_separator && !raw.second.empty();
  return raw;
}

std::vector<std::string> header_names(const RawTable& raw, const Layout& layout) {
  std::vector<std::string> names;
  if (!layout.header) return names;
  const std::size_t from = layout.row_names && !layout.short_header ? 1 : 0;
  for (std::size_t i = from; i < raw.first.size(); ++i) names.push_back(cell_name(raw.first[i]));
  return names;
}

[[noreturn]] void refuse_cell(const std::string& path, const RawTable& raw, const Layout& layout,
                              const BadCell& bad) {
  const Index position = bad.column - 1 - (layout.short_header ? 1 : 0);
  std::string name;
  if (layout.header && position >= 0 && position < static_cast<Index>(raw.first.size())) {
    name = shown(cell_name(raw.first[static_cast<std::size_t>(position)]));
    name = " (\"" + name.substr(1, name.size() - 2) + "\")";
  }
  fail(path, fmt::format("row {}, column {}{}: {}", bad.line, bad.column, name,
                         cell_problem({bad.text, bad.quoted}, bad.kind)));
}

/// The first row as values, empty if it is a header.
std::vector<double> first_values(const std::string& path, const RawTable& raw, const Layout& layout) {
  std::vector<double> values;
  if (layout.header) return values;
  values.resize(raw.first.size());
  for (std::size_t i = layout.row_names ? 1 : 0; i < raw.first.size(); ++i) {
    const Cell& cell = raw.first[i];
    const CellKind kind = parse_cell(cell.text, values[i]);
    if (kind == CellKind::number || kind == CellKind::missing) continue;
    refuse_cell(path, raw, layout,
                {std::string(cell.text), cell.quoted, kind, raw.first_line, static_cast<Index>(i) + 1});
  }
  return values;
}

void check_shape(const std::string& path, const RawTable& raw, const Layout& layout) {
  const auto first_cells = static_cast<Index>(raw.first.size());
  if (layout.header && raw.second.empty()) {
    fail(path, fmt::format("has a header (row {}) and no rows of values", raw.first_line));
  }
  if (first_cells == raw.columns || layout.short_header) return;
  const Index second_line = raw.leads[0].line;
  const bool names = std::none_of(raw.first.begin(), raw.first.end(), [](const Cell& cell) {
    double unused = 0;
    return parse_cell(cell.text, unused) == CellKind::number;
  });
  if (names) {
    fail(path,
         fmt::format("the header (row {}) has {}, row {} has {}; every column needs one name", raw.first_line,
                     counted(first_cells, "name"), second_line, counted(raw.columns, "value")));
  }
  refuse_ragged(path, second_line, raw.second.size(), raw.first_line, first_cells);
}

/// Refuses the first cell below the first row that is no value.
void check_cells(const std::string& path, const RawTable& raw, const Layout& layout) {
  std::optional<BadCell> bad = raw.bad;
  for (std::size_t i = 0; !layout.row_names && i < raw.leads.size(); ++i) {
    const LeadCells::Lead lead = raw.leads[i];
    if (lead.kind == CellKind::number || lead.kind == CellKind::missing) continue;
    if (!bad || lead.line <= bad->line)
      bad = BadCell{std::string(lead.cell.text), lead.cell.quoted, lead.kind, lead.line, 1};
    break;
  }
  if (bad) refuse_cell(path, raw, layout, *bad);
}

/// Consumes the values. What the file has in rows becomes a column if it is to be transposed.
Table build_table(RawTable& raw, const Layout& layout, const std::vector<double>& first, bool transposed) {
  Table table;
  table.column_names = header_names(raw, layout);
  table.header_lines = (layout.header ? raw.leads[0].line : raw.first_line) - 1;
  if (layout.row_names) {
    if (!layout.header) table.row_names.push_back(cell_name(raw.first.front()));
    for (std::size_t i = 0; i < raw.leads.size(); ++i)
      table.row_names.push_back(cell_name(raw.leads[i].cell));
  }
  const Index skipped_columns = layout.row_names ? 1 : 0;
  const Index rows = static_cast<Index>(raw.leads.size()) + (layout.header ? 0 : 1);
  Index columns = raw.columns - skipped_columns;
  if (raw.ends_in_separator && columns > 1) {
    --columns;
    if (layout.header) table.column_names.pop_back();
  }
  table.transposed = transposed;
  if (transposed) std::swap(table.row_names, table.column_names);
  table.values.resize(transposed ? columns : rows, transposed ? rows : columns);
  for (Index j = 0; !layout.header && j < columns; ++j)
    table.values(transposed ? j : 0, transposed ? 0 : j) =
        first[static_cast<std::size_t>(j + skipped_columns)];
  raw.values.move_into(table.values, skipped_columns, raw.columns, transposed);
  return table;
}

}  // namespace

Table read_text(Source& source, const std::string& path, const ReadOptions& options) {
  bool is_text = false;
  Window window(source, options.piece, [&](std::string_view piece) {
    if (is_text && has_zeros(piece)) refuse_binary(path);
  });
  window.grow_to(sample);
  refuse_other_files(window.text(), path);
  is_text = true;
  if (window.text().starts_with("\xEF\xBB\xBF")) window.drop(3);
  const Index lines_before = skip_comments(window);
  if (window.text().empty()) fail(path, "is empty; it needs rows of numbers");
  RawTable raw = read_raw(window, path, lines_before);
  const Layout layout = detect_layout(raw);
  check_shape(path, raw, layout);
  const std::vector<double> first = first_values(path, raw, layout);
  check_cells(path, raw, layout);
  Table table = build_table(raw, layout, first, options.transpose);
  table.path = path;
  return table;
}

}  // namespace spica::io
