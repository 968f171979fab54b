#include "io/text_raw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <limits>
#include <set>

#include "io/columns.hpp"
#include "io/errors.hpp"
#include "io/separator.hpp"
#include "io/text_records.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

enum class Use { read, deferred, never };

/// Which cells the user asked not to read. What the first row and the first column are shows at the end only,
/// so a number may mean one of several columns until then: cells of those are deferred.
class SetAside {
 public:
  SetAside(const RawTable& raw, const std::string& path, const ReadOptions& options)
      : turned_(options.transpose), labels_given_(options.labels.has_value()), columns_of_file_(raw.columns) {
    if (!options.selects()) return;
    add_columns(raw, path, options);
    const Index features =
        turned_ ? raw.columns - static_cast<Index>(options.exclude.size())  // if rows are as many as columns
                : static_cast<Index>(std::count(columns_.begin(), columns_.end(), Use::read));
    few_left_ = !options.exclude.empty() && features <= enough_features;
    if (!turned_) return;
    for (const std::string& text : options.exclude) add_row(rows_, text);
    if (options.labels) add_row(label_rows_, *options.labels);
  }

  /// A cell of a row from the second on: what its row and its column say.
  [[nodiscard]] Use cell(Use row, std::size_t column_number, Index row_number) const {
    const Use use = std::max(row, column(column_number));
    return use == Use::never && few_left_ && row_number <= columns_of_file_ ? Use::deferred : use;
  }
  [[nodiscard]] Index columns_of_file() const { return columns_of_file_; }
  [[nodiscard]] Use column(std::size_t i) const { return columns_.empty() ? Use::read : columns_[i]; }
  /// A row from the second on, by its first cell and its number from 0.
  [[nodiscard]] Use row(const Cell& lead, Index number) const {
    if (!turned_ || (rows_.empty() && label_rows_.empty())) return Use::read;
    const std::string name = cell_name(lead);
    if (rows_.names.contains(name) || label_rows_.names.contains(name)) return Use::never;
    if (rows_.numerals.contains(name) || label_rows_.numerals.contains(name)) return Use::deferred;
    // The first row may be a header or not, and a row of labels may come before.
    const bool here = rows_.numbers.contains(number);
    const bool next = rows_.numbers.contains(number + 1);
    const bool before = labels_given_ && rows_.numbers.contains(number - 1);
    if (here && next && (before || !labels_given_)) return Use::never;
    const bool label = label_rows_.numbers.contains(number) || label_rows_.numbers.contains(number + 1);
    return here || next || before || label ? Use::deferred : Use::read;
  }
  /// Remembers the text of what may be labels.
  void keep_texts(RawTable& raw, const std::vector<Cell>& cells, Index number) const {
    for (const Index i : label_columns_)
      raw.texts[i].push_back(cell_name(cells[static_cast<std::size_t>(i)]));
    if (!turned_ || !label_rows_.may_have(cells.front(), number)) return;
    for (const Cell& cell : cells) raw.texts[number].push_back(cell_name(cell));
  }
  /// Of each column whether it may be one of those, if there is no header.
  [[nodiscard]] const std::vector<bool>& without_header() const { return without_header_; }

 private:
  struct Rows {
    std::set<std::string> names;
    std::set<std::string> numerals;  // names that are numbers too
    std::set<Index> numbers;

    [[nodiscard]] bool empty() const { return names.empty() && numerals.empty(); }
    [[nodiscard]] bool may_have(const Cell& lead, Index number) const {
      if (numbers.contains(number) || numbers.contains(number + 1)) return true;
      const std::string name = cell_name(lead);
      return names.contains(name) || numerals.contains(name);
    }
  };

  static void add_row(Rows& rows, const std::string& text) {
    const std::string_view name = trimmed(text);
    Index number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size();
    if (whole) rows.numbers.insert(number);
    (whole ? rows.numerals : rows.names).emplace(name);
  }

  void add_columns(const RawTable& raw, const std::string& path, ReadOptions options) {
    if (turned_) {  // labels and features are rows
      options.labels.reset();
      options.exclude.clear();
    }
    if (!options.selects()) return;
    const auto count = static_cast<std::size_t>(raw.columns);
    const bool short_header = static_cast<Index>(raw.first.size()) + 1 == raw.columns;
    std::vector<std::size_t> times(count);
    without_header_.resize(count);
    std::size_t layouts = 0;
    for (const bool header : {false, true}) {
      for (const bool row_names : {false, true}) {
        if (header && short_header && !row_names) continue;  // there is no such layout
        const std::optional<std::set<Index>> columns =
            planned(raw, {header, short_header && header, row_names}, path, options);
        if (!columns) continue;
        ++layouts;
        for (const Index j : *columns) {
          if (j >= raw.columns) continue;  // a wrong separator, as it is tried, makes too few columns
          ++times[static_cast<std::size_t>(j)];
          if (!header) without_header_[static_cast<std::size_t>(j)] = true;
        }
      }
    }
    columns_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      columns_[i] = times[i] == 0 ? Use::read : times[i] == layouts ? Use::never : Use::deferred;
  }

  /// The columns that are set aside if the layout is this one; nothing if the flags do not fit it.
  std::optional<std::set<Index>> planned(const RawTable& raw, const Layout& layout, const std::string& path,
                                         const ReadOptions& options) {
    const Index lead = layout.row_names ? 1 : 0;
    std::set<Index> columns;
    try {
      const ColumnPlan plan = plan_columns(shape_of(raw, layout, path), options);
      for (const Index j : plan.ignored) columns.insert(j + lead);
      for (const Index j : plan.excluded) columns.insert(j + lead);
      if (plan.labels) {
        columns.insert(*plan.labels + lead);
        label_columns_.insert(*plan.labels + lead);
      }
    } catch (const Error&) {
      return std::nullopt;
    }
    return columns;
  }

  bool turned_;
  bool labels_given_;
  Index columns_of_file_;
  bool few_left_ = false;  // a square table may need what is excluded to show that it is a covariance
  std::vector<Use> columns_;
  std::vector<bool> without_header_;
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

using IsReadColumn = std::function<bool(std::size_t column)>;

/// The columns, counted from 1, in which a row has text that is to be read, behind its first cell.
std::vector<Index> columns_of_text(const std::vector<Cell>& cells, const IsReadColumn& is_read) {
  std::vector<Index> columns;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    double unused = 0;
    if (is_read(i) && parse_cell(cells[i].text, unused) == CellKind::text)
      columns.push_back(static_cast<Index>(i) + 1);
  }
  return columns;
}

std::size_t count_read(const std::vector<Cell>& cells, const IsReadColumn& is_read) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < cells.size(); ++i) count += is_read(i) ? 1 : 0;
  return count;
}

/// Appends the values of a row from the second on; false at a cell that is no value and has to be. The first
/// cell is looked at in any case, to find out whether the rows begin with names.
bool append_row(RawTable& raw, const std::vector<Cell>& cells, Index line, const SetAside& set_aside) {
  constexpr double unread = std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto number = static_cast<Index>(raw.leads.size());
  const Use row = set_aside.row(cells.front(), number);
  set_aside.keep_texts(raw, cells, number);
  raw.leads.add(cells.front(), parse_cell(cells.front().text, value, raw.decimal), line);
  raw.values.add_row(static_cast<Index>(cells.size()));
  raw.values.push_back(value);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const Use use = set_aside.cell(row, i, number);
    if (use != Use::read) {
      if (use == Use::deferred) raw.deferred.add({cells[i], line, static_cast<Index>(i), number});
      raw.values.push_back(unread);
      continue;
    }
    const CellKind kind = parse_cell(cells[i].text, value, raw.decimal);
    if (kind != CellKind::number && kind != CellKind::missing) {
      const auto is_read = [&](std::size_t j) { return set_aside.cell(row, j, number) == Use::read; };
      std::vector<Index> texts = columns_of_text(cells, is_read);
      const bool whole_row = cells.size() > 2 && texts.size() == count_read(cells, is_read);
      const auto filled = std::count_if(raw.first.begin(), raw.first.end(),
                                        [](const Cell& cell) { return !trimmed(cell.text).empty(); });
      raw.bad = {std::string(cells[i].text),
                 cells[i].quoted,
                 kind,
                 line,
                 static_cast<Index>(i) + 1,
                 number,
                 whole_row,
                 std::move(texts),
                 filled == 1};
      return false;
    }
    raw.quotes_beyond_lead = raw.quotes_beyond_lead || cells[i].quoted;
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

namespace {

/// A row with the line that it begins in.
struct NumberedRow {
  OwnedRow row;
  Index line = 0;
};

/// Fills rows that grow, or shrink, by one cell each up with empty ones, so that they make up a square after
/// the names. False if they are no triangle.
bool square_up(RawTable& raw, std::vector<NumberedRow>& rows) {
  const auto below = static_cast<Index>(rows.size());
  const auto first = static_cast<Index>(raw.first.size());
  const auto top = static_cast<Index>(rows.front().row.size());
  const auto bottom = static_cast<Index>(rows.back().row.size());
  const bool grows = bottom > top;
  const Index most = std::max(top, bottom);
  raw.triangle_header = first == most || first == most - 1;  // the name of the row names may be missing
  if (!grows && first == top + 1) raw.triangle_header = false;
  if (!raw.triangle_header && first != (grows ? top - 1 : top + 1)) return false;
  const Index features = below + (raw.triangle_header ? 0 : 1);
  raw.columns = raw.triangle_header ? most : std::max(most, first);
  const Index names = raw.columns - features;
  if (names != 0 && names != 1) return false;
  if (first < raw.columns && raw.triangle_header && names == 0) return false;
  const auto fill = [&](OwnedRow& row) {
    const auto cells = static_cast<Index>(row.size());
    row.insert_empty(grows ? cells : names, raw.columns - cells);
  };
  if (!raw.triangle_header) fill(raw.first);
  for (NumberedRow& row : rows) fill(row.row);
  raw.triangle = true;
  return true;
}

/// Goes on at the third row, which is the first of another length than the one before: nothing but the
/// triangle of a symmetric matrix may have such rows.
void read_triangle(RawTable& raw, RecordReader& reader, std::vector<Cell>& cells, const std::string& path,
                   const ReadOptions& options) {
  const Index second_line = raw.leads[0].line;
  const Index third_line = reader.line();
  const auto second_cells = static_cast<Index>(raw.second.size());
  const std::size_t third_cells = cells.size();
  const Index step = static_cast<Index>(third_cells) - second_cells;
  const auto refuse = [&] { refuse_ragged(path, third_line, third_cells, second_line, second_cells); };
  if (std::abs(step) != 1) refuse();
  std::vector<NumberedRow> rows;
  rows.push_back({std::move(raw.second), second_line});
  do {
    if (static_cast<Index>(cells.size()) != static_cast<Index>(rows.back().row.size()) + step) refuse();
    rows.push_back({OwnedRow(reader.record(), cells), reader.line()});
  } while (reader.next(cells));
  if (!square_up(raw, rows)) refuse();
  raw.leads = {};
  raw.values = {};
  raw.deferred = {};
  raw.texts.clear();
  raw.quotes_beyond_lead = false;
  const SetAside set_aside(raw, path, options);
  raw.set_aside = set_aside.without_header();
  for (const NumberedRow& row : rows) {
    if (!append_row(raw, row.row.cells(), row.line, set_aside)) break;
  }
  raw.second = std::move(rows.front().row);
}

}  // namespace

RawTable read_raw(Window& window, const std::string& path, Index lines_before, const ReadOptions& options) {
  RawTable raw;
  const auto [separator, decimal] = detect_notation(window, [&](OwnedRow first, Index columns) {
    RawTable probe;
    probe.first = std::move(first);
    probe.columns = columns;
    return [set_aside = SetAside(probe, path, options)](const Cell& lead, Index row, std::size_t column) {
      const bool in_table = static_cast<Index>(column) < set_aside.columns_of_file();
      return in_table && set_aside.cell(set_aside.row(lead, row), column, row) == Use::read;
    };
  });
  raw.decimal = decimal;
  RecordReader reader(window, separator, path, lines_before + 1);
  std::vector<Cell> cells;
  reader.next(cells);
  raw.first = OwnedRow(reader.record(), cells);
  raw.first_line = reader.line();
  raw.columns = static_cast<Index>(cells.size());
  Index line_before = raw.first_line;
  std::optional<SetAside> set_aside;
  Margins margins;
  while (reader.next(cells)) {
    if (raw.second.empty()) {
      raw.second = OwnedRow(reader.record(), cells);
      raw.columns = static_cast<Index>(cells.size());
      set_aside.emplace(raw, path, options);
      raw.set_aside = set_aside->without_header();
    } else if (static_cast<Index>(cells.size()) != raw.columns) {
      if (raw.leads.size() > 1) refuse_ragged(path, reader.line(), cells.size(), line_before, raw.columns);
      read_triangle(raw, reader, cells, path, options);
      return raw;
    }
    line_before = reader.line();
    if (!append_row(raw, cells, reader.line(), *set_aside)) break;
    margins.add_row(filled_cells(cells));
  }
  margins.cut(raw);
  return raw;
}

}  // namespace spica::io
