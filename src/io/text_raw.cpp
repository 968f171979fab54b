#include "io/text_raw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "io/columns.hpp"
#include "io/message.hpp"
#include "io/text_records.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

/// Cells that need not be values, because somebody may have asked not to read them. What the first row and
/// the first column are shows at the end only, so a number may mean one of several columns until then.
class Doubts {
 public:
  Doubts(const RawTable& raw, const std::string& path, const ReadOptions& options)
      : turned_(options.transpose) {
    if (!options.selects()) return;
    add_columns(raw, path, options);
    if (!turned_) return;
    for (const std::string& text : options.exclude) add_row(rows_, text);
    if (options.labels) add_row(label_rows_, *options.labels);
  }

  [[nodiscard]] bool column(std::size_t i) const { return !columns_.empty() && columns_[i]; }
  [[nodiscard]] bool row(const Cell& lead, Index number) const {
    return turned_ && (rows_.has(lead, number) || label_rows_.has(lead, number));
  }
  /// Remembers the text of what may be labels.
  void keep_texts(RawTable& raw, const std::vector<Cell>& cells, Index number) const {
    for (const Index i : label_columns_)
      raw.texts[i].push_back(cell_name(cells[static_cast<std::size_t>(i)]));
    if (!turned_ || !label_rows_.has(cells.front(), number)) return;
    for (const Cell& cell : cells) raw.texts[number].push_back(cell_name(cell));
  }

 private:
  struct Rows {
    std::set<std::string> names;
    std::set<Index> numbers;

    [[nodiscard]] bool has(const Cell& lead, Index number) const {
      if (!numbers.empty() && numbers.contains(number)) return true;
      return !names.empty() && names.contains(cell_name(lead));
    }
  };

  static void add_row(Rows& rows, const std::string& text) {
    rows.names.insert(std::string(trimmed(text)));
    Index number = -1;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return;
    // The first row may be a header or not, and a row of labels may come before.
    for (const Index near : {number - 1, number, number + 1}) rows.numbers.insert(near);
  }

  void add_columns(const RawTable& raw, const std::string& path, ReadOptions options) {
    if (turned_) {  // labels and features are rows
      options.labels.reset();
      options.exclude.clear();
    }
    columns_.resize(static_cast<std::size_t>(raw.columns));
    const auto add = [this](Index j) { columns_[static_cast<std::size_t>(j)] = true; };
    const bool short_header = static_cast<Index>(raw.first.size()) + 1 == raw.columns;
    for (const bool header : {false, true}) {
      for (const bool row_names : {false, true}) {
        const Index lead = row_names ? 1 : 0;
        try {
          const ColumnPlan plan =
              plan_columns(shape_of(raw, {header, short_header && header, row_names}, path), options);
          for (const Index j : plan.ignored) add(j + lead);
          for (const Index j : plan.excluded) add(j + lead);
          if (plan.labels) label_columns_.insert(*plan.labels + lead);
        } catch (const Error&) {
          // Not with this layout.
        }
      }
    }
    for (const Index j : label_columns_) add(j);
  }

  bool turned_;
  std::vector<bool> columns_;
  std::set<Index> label_columns_;
  Rows rows_;
  Rows label_rows_;
};

/// How many cells there are up to the last that is not empty.
template <class Row>
Index filled_cells(const Row& cells) {
  std::size_t count = cells.size();
  while (count > 0 && cells[count - 1].text.empty() && !cells[count - 1].quoted) --count;
  return static_cast<Index>(count);
}

/// What is empty at the end of rows, and at the end of all of them.
class Margins {
 public:
  void add_row(Index filled) {
    most_filled_ = std::max(most_filled_, filled);
    empty_rows_ = filled == 0 ? empty_rows_ + 1 : 0;
  }
  /// Takes it off the table; the first row, a header or not, counts for columns.
  void cut(RawTable& raw) const {
    if (raw.second.empty() || raw.bad) return;
    const bool short_header = static_cast<Index>(raw.first.size()) + 1 == raw.columns;
    const Index filled = std::max(most_filled_, filled_cells(raw.first) + (short_header ? 1 : 0));
    raw.empty_columns = std::max<Index>(0, raw.columns - std::max<Index>(1, filled));
    raw.empty_rows = empty_rows_;
    raw.leads.drop_last(empty_rows_);
    raw.values.drop_last_rows(empty_rows_, raw.columns);
    if (raw.leads.size() > 0) return;
    raw.second = {};
    raw.columns = static_cast<Index>(raw.first.size());
  }

 private:
  Index most_filled_ = 0;
  Index empty_rows_ = 0;
};

/// Of each column, or row, the first is enough.
void add_doubtful(RawTable& raw, BadCell bad, bool by_column) {
  const auto same = [&](const BadCell& other) {
    return by_column ? other.column == bad.column : other.row == bad.row;
  };
  if (std::none_of(raw.doubtful.begin(), raw.doubtful.end(), same)) raw.doubtful.push_back(std::move(bad));
}

/// Appends the values of a row from the second on; false at a cell that is no value and has to be.
bool append_row(RawTable& raw, const std::vector<Cell>& cells, Index line, const Doubts& doubts) {
  double value = 0;
  const auto number = static_cast<Index>(raw.leads.size());
  const bool doubtful_row = doubts.row(cells.front(), number);
  doubts.keep_texts(raw, cells, number);
  raw.leads.add(cells.front(), parse_cell(cells.front().text, value), line);
  raw.values.add_row(static_cast<Index>(cells.size()));
  raw.values.push_back(value);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const CellKind kind = parse_cell(cells[i].text, value);
    const bool doubtful = doubtful_row || doubts.column(i);
    if (kind != CellKind::number && kind != CellKind::missing) {
      BadCell bad{std::string(cells[i].text), cells[i].quoted, kind, line, static_cast<Index>(i) + 1, number};
      if (!doubtful) {
        raw.bad = std::move(bad);
        return false;
      }
      add_doubtful(raw, std::move(bad), doubts.column(i));
    }
    raw.quotes_beyond_lead = raw.quotes_beyond_lead || (cells[i].quoted && !doubtful);
    raw.values.push_back(value);
  }
  return true;
}

std::vector<std::string> header_names(const RawTable& raw, const Layout& layout) {
  std::vector<std::string> names;
  if (!layout.header) return names;
  const std::size_t from = layout.row_names && !layout.short_header ? 1 : 0;
  for (std::size_t i = from; i < raw.first.size(); ++i) names.push_back(cell_name(raw.first[i]));
  return names;
}

}  // namespace

void refuse_ragged(const std::string& path, Index line, std::size_t cells, Index line_before, Index before) {
  fail(path, fmt::format("row {} has {}, row {} has {}; every row needs the same number of values", line,
                         counted(static_cast<Index>(cells), "value"), line_before, before));
}

FileShape shape_of(const RawTable& raw, const Layout& layout, const std::string& path) {
  FileShape shape;
  shape.path = path;
  shape.rows = static_cast<Index>(raw.leads.size()) + (layout.header ? 0 : 1);
  shape.columns = raw.columns - (layout.row_names ? 1 : 0);
  shape.column_names = header_names(raw, layout);
  if (static_cast<Index>(shape.column_names.size()) != shape.columns) shape.column_names.clear();
  const Index cut = std::min(raw.empty_columns, shape.columns - 1);
  shape.columns -= cut;
  if (!shape.column_names.empty()) shape.column_names.resize(static_cast<std::size_t>(shape.columns));
  if (layout.row_names && layout.header && !layout.short_header && !raw.first.front().text.empty())
    shape.lead_name = cell_name(raw.first.front());
  if (!layout.row_names) return shape;
  if (!layout.header) shape.row_names.push_back(cell_name(raw.first.front()));
  for (std::size_t i = 0; i < raw.leads.size(); ++i) shape.row_names.push_back(cell_name(raw.leads[i].cell));
  return shape;
}

RawTable read_raw(Window& window, const std::string& path, Index lines_before, const ReadOptions& options) {
  RawTable raw;
  const char separator = detect_separator(window);
  RecordReader reader(window, separator, path, lines_before + 1);
  std::vector<Cell> cells;
  reader.next(cells);
  raw.first = OwnedRow(reader.record(), cells);
  raw.first_line = reader.line();
  raw.columns = static_cast<Index>(cells.size());
  Index line_before = raw.first_line;
  std::optional<Doubts> doubts;
  Margins margins;
  while (reader.next(cells)) {
    if (raw.second.empty()) {
      raw.second = OwnedRow(reader.record(), cells);
      raw.columns = static_cast<Index>(cells.size());
      doubts.emplace(raw, path, options);
    } else if (static_cast<Index>(cells.size()) != raw.columns) {
      refuse_ragged(path, reader.line(), cells.size(), line_before, raw.columns);
    }
    line_before = reader.line();
    if (!append_row(raw, cells, reader.line(), *doubts)) break;
    margins.add_row(filled_cells(cells));
  }
  margins.cut(raw);
  return raw;
}

}  // namespace spica::io
