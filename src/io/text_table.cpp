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

bool looks_binary(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return true;
  constexpr std::size_t sample = 4096;
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
  if (looks_binary(text)) fail(path, fmt::format("not a text table but binary data: {}", readable_formats));
}

void refuse_ragged(const std::string& path, Index line, std::size_t cells, Index line_before, Index before) {
  fail(path, fmt::format("row {} has {}, row {} has {}; every row needs the same number of values", line,
                         counted(static_cast<Index>(cells), "value"), line_before, before));
}

bool ends_empty(const std::vector<Cell>& cells) {
  return !cells.back().quoted && cells.back().text.empty();
}

/// Appends the values of a row from the second on; false at a cell that is no value.
bool append_row(RawTable& raw, const std::vector<Cell>& cells, Index line) {
  LeadCell lead{cells.front(), CellKind::missing, line};
  double value = 0;
  lead.kind = parse_cell(lead.cell.text, value);
  raw.leads.push_back(lead);
  raw.values.push_back(value);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const CellKind kind = parse_cell(cells[i].text, value);
    if (kind != CellKind::number && kind != CellKind::missing) {
      raw.bad = BadCell{cells[i], kind, line, static_cast<Index>(i) + 1};
      return false;
    }
    raw.quotes_beyond_lead = raw.quotes_beyond_lead || cells[i].quoted;
    raw.values.push_back(value);
  }
  raw.ends_in_separator = raw.ends_in_separator && ends_empty(cells);
  return true;
}

/// Reads the rows, up to the first cell that is no value: what it is called depends on the layout.
RawTable read_raw(std::string_view text, const std::string& path, Index lines_before) {
  RawTable raw;
  RecordReader reader(text, detect_separator(text), path, lines_before + 1);
  reader.next(raw.first);
  raw.first_line = reader.line();
  raw.columns = static_cast<Index>(raw.first.size());
  raw.ends_in_separator = ends_empty(raw.first);
  std::vector<Cell> cells;
  Index line_before = raw.first_line;
  while (reader.next(cells)) {
    if (raw.second.empty()) {
      raw.second = cells;
      raw.columns = static_cast<Index>(cells.size());
      const std::size_t rows_at_most = std::count(text.begin(), text.end(), '\n') + std::size_t{2};
      raw.values.reserve(std::min(rows_at_most * cells.size(), text.size()));
      raw.values.resize(cells.size());
    } else if (static_cast<Index>(cells.size()) != raw.columns) {
      refuse_ragged(path, reader.line(), cells.size(), line_before, raw.columns);
    }
    line_before = reader.line();
    if (!append_row(raw, cells, reader.line())) break;
  }
  if (raw.second.empty()) raw.values.resize(raw.first.size());
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
  fail(path,
       fmt::format("row {}, column {}{}: {}", bad.line, bad.column, name, cell_problem(bad.cell, bad.kind)));
}

/// Fills in the values of the first row.
void parse_first_row(const std::string& path, RawTable& raw, const Layout& layout) {
  for (std::size_t i = layout.row_names ? 1 : 0; i < raw.first.size(); ++i) {
    const CellKind kind = parse_cell(raw.first[i].text, raw.values[i]);
    if (kind != CellKind::number && kind != CellKind::missing) {
      refuse_cell(path, raw, layout, {raw.first[i], kind, raw.first_line, static_cast<Index>(i) + 1});
    }
  }
}

void check_shape(const std::string& path, const RawTable& raw, const Layout& layout) {
  const auto first_cells = static_cast<Index>(raw.first.size());
  if (layout.header && raw.second.empty()) {
    fail(path, fmt::format("has a header (row {}) and no rows of values", raw.first_line));
  }
  if (first_cells == raw.columns || layout.short_header) return;
  const Index second_line = raw.leads.front().line;
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

void check_cells(const std::string& path, RawTable& raw, const Layout& layout) {
  if (!layout.header) parse_first_row(path, raw, layout);
  std::optional<BadCell> bad = raw.bad;
  if (!layout.row_names) {
    const auto lead = std::find_if(raw.leads.begin(), raw.leads.end(), [](const LeadCell& cell) {
      return cell.kind != CellKind::number && cell.kind != CellKind::missing;
    });
    if (lead != raw.leads.end() && (!bad || lead->line <= bad->line)) {
      bad = BadCell{lead->cell, lead->kind, lead->line, 1};
    }
  }
  if (bad) refuse_cell(path, raw, layout, *bad);
}

Table build_table(const RawTable& raw, const Layout& layout) {
  Table table;
  table.column_names = header_names(raw, layout);
  table.header_lines = (layout.header ? raw.leads.front().line : raw.first_line) - 1;
  if (layout.row_names) {
    if (!layout.header) table.row_names.push_back(cell_name(raw.first.front()));
    for (const LeadCell& lead : raw.leads) table.row_names.push_back(cell_name(lead.cell));
  }
  const Index skipped_rows = layout.header ? 1 : 0;
  const Index skipped_columns = layout.row_names ? 1 : 0;
  const Index rows = static_cast<Index>(raw.leads.size()) + 1 - skipped_rows;
  Index columns = raw.columns - skipped_columns;
  if (raw.ends_in_separator && columns > 1) {
    --columns;
    if (layout.header) table.column_names.pop_back();
  }
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const RowMajor> all(raw.values.data(), rows + skipped_rows, raw.columns);
  table.values = all.block(skipped_rows, skipped_columns, rows, columns);
  return table;
}

}  // namespace

Table read_text(std::string_view text, const std::string& path) {
  refuse_other_files(text, path);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Index lines_before = 0;
  text.remove_prefix(skip_comments(text, lines_before));
  if (text.empty()) fail(path, "is empty; it needs rows of numbers");
  RawTable raw = read_raw(text, path, lines_before);
  const Layout layout = detect_layout(raw);
  check_shape(path, raw, layout);
  check_cells(path, raw, layout);
  Table table = build_table(raw, layout);
  table.path = path;
  return table;
}

}  // namespace spica::io
