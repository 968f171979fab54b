#include "io/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/feature_set.hpp"
#include "io/columns.hpp"
#include "io/errors.hpp"
#include "io/text_layout.hpp"
#include "io/text_raw.hpp"
#include "io/text_records.hpp"

namespace spica::io {
namespace {

constexpr auto readable_formats = "Spica reads CSV/TSV, Matrix Market, .npy and .mat";

constexpr std::size_t sample = 4096;  // of the characters, to tell what a file is

[[noreturn]] void refuse_binary(const std::string& path) {
  fail(path, fmt::format("not a text table but binary data: {}; export one of these", readable_formats));
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
  if (text.starts_with("!Series_") || text.starts_with("!Sample_"))
    fail(path, "is a series matrix of GEO; take the table out of it: grep '^[^!]' FILE >OTHER.tsv");
  if (text.starts_with("#1.2\n") || text.starts_with("#1.2\r"))
    fail(path, "is a GCT file; take the table out of it: tail -n +3 FILE | cut -f 1,3- >OTHER.tsv");
}

/// How a user may name a column or a row in a flag: by its name if that is short and plain, else by its
/// number.
std::string flag_value(const std::vector<std::string>& names, Index number) {
  constexpr std::size_t longest = 30;
  if (number < 0 || number >= static_cast<Index>(names.size())) return std::to_string(number);
  const std::string& name = names[static_cast<std::size_t>(number)];
  const std::string quoted = shown(name, longest);
  const bool plain = quoted.size() == name.size() + 2 && name.find_first_of(",'@") == std::string::npos;
  return name.empty() || !plain ? std::to_string(number) : quoted;
}

/// Everything that is known of a table but its values.
struct Reading {
  const std::string& path;
  const ReadOptions& options;
  Layout layout;
  FileShape shape;
  ColumnPlan plan;

  /// The row of a cell from 0, without the header.
  [[nodiscard]] Index row(const BadCell& bad) const { return bad.row + (layout.header ? 0 : 1); }
  /// Its column from 0, without that of the row names.
  [[nodiscard]] Index column(const BadCell& bad) const { return bad.column - 1 - (layout.row_names ? 1 : 0); }
  /// Rows from the second on and columns of the file, both from 0.
  [[nodiscard]] bool unused(Index file_row, Index file_column) const {
    return plan.unused(file_row + (layout.header ? 0 : 1), file_column - (layout.row_names ? 1 : 0),
                       options.transpose);
  }
  [[nodiscard]] bool excluded(Index file_row, Index file_column) const {
    const Index feature =
        options.transpose ? file_row + (layout.header ? 0 : 1) : file_column - (layout.row_names ? 1 : 0);
    return contains(plan.excluded, feature);
  }
  /// Whether so few features are left of a square table that the others must help to tell a covariance from
  /// samples.
  [[nodiscard]] bool needs_excluded() const {
    const auto ignored = static_cast<Index>(plan.ignored.size());
    const Index labels = plan.labels ? 1 : 0;
    const Index samples = options.transpose ? shape.columns - ignored : shape.rows;
    const Index features = (options.transpose ? shape.rows : shape.columns - ignored) - labels;
    return samples == features && features - static_cast<Index>(plan.excluded.size()) < enough_features;
  }
  /// What to do about columns or a row of text, if the cell is in some.
  [[nodiscard]] std::string remedies(const BadCell& bad) const {
    if (bad.kind != CellKind::text || !advice_on_number(bad.text).empty()) return "";
    const std::string here = flag_value(shape.column_names, column(bad));
    if (bad.texts.size() > 1 && bad.titled)
      return fmt::format("; if row {} is the header, remove the lines above it", bad.line);
    if (bad.whole_row) {
      const std::string label = flag_value(shape.row_names, row(bad));
      return options.transpose
                 ? fmt::format("; a row of text: `labels` {} takes it as labels of the samples", label)
                 : fmt::format(
                       "; a row of text: if features are in rows, `transpose` and `labels` {} take it as "
                       "labels of the samples",
                       label);
    }
    constexpr std::size_t most = 5;
    if (bad.texts.size() > 1 && bad.texts.size() <= most)
      return fmt::format("; columns of text: `ignore` {} leaves them out{}", flag_values(bad.texts),
                         options.transpose ? "" : ", `labels` takes one of them as labels of the samples");
    if (options.transpose) return fmt::format("; a column of text: `ignore` {} leaves it out", here);
    return fmt::format(
        "; a column of text: `labels` {0} takes it as labels of the samples, `ignore` {0} leaves it out",
        here);
  }
  /// Several columns, counted from 1 as they stand in the file, as one value of a flag.
  [[nodiscard]] std::string flag_values(const std::vector<Index>& file_columns) const {
    std::string list;
    for (const Index at : file_columns) {
      std::string one = flag_value(shape.column_names, at - 1 - (layout.row_names ? 1 : 0));
      std::erase(one, '\'');
      list += (list.empty() ? "" : ",") + one;
    }
    return fmt::format("'{}'", list);
  }

  [[noreturn]] void refuse(const BadCell& bad) const {
    const Index at = column(bad);
    std::string name;
    if (at >= 0 && at < static_cast<Index>(shape.column_names.size())) {
      name = shown(shape.column_names[static_cast<std::size_t>(at)]);
      name = " (\"" + name.substr(1, name.size() - 2) + "\")";
    }
    const std::string remedy = remedies(bad);
    const std::string problem = remedy.empty() ? cell_problem({bad.text, bad.quoted}, bad.kind)
                                               : shown(bad.text) + " is not a number";
    fail(path, fmt::format("row {}, column {}{}: {}{}", bad.line, bad.column, name, problem, remedy));
  }
};

/// The first row as values, empty if it is a header.
std::vector<double> first_values(const RawTable& raw, const Reading& reading) {
  std::vector<double> values;
  if (reading.layout.header) return values;
  values.resize(raw.first.size());
  for (std::size_t i = reading.layout.row_names ? 1 : 0; i < raw.first.size(); ++i) {
    const Cell& cell = raw.first[i];
    if (reading.unused(-1, static_cast<Index>(i))) {
      values[i] = std::numeric_limits<double>::quiet_NaN();
      if (reading.needs_excluded() && reading.excluded(-1, static_cast<Index>(i)))
        parse_cell(cell.text, values[i], raw.decimal);
      continue;
    }
    const CellKind kind = parse_cell(cell.text, values[i], raw.decimal);
    if (kind == CellKind::number || kind == CellKind::missing) continue;
    reading.refuse(
        {std::string(cell.text), cell.quoted, kind, raw.first_line, static_cast<Index>(i) + 1, -1});
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
  const bool names = std::none_of(raw.first.begin(), raw.first.end(), [&raw](const Cell& cell) {
    double unused = 0;
    return parse_cell(cell.text, unused, raw.decimal) == CellKind::number;
  });
  if (names) {
    fail(path,
         fmt::format("the header (row {}) has {}, row {} has {}; every column needs one name", raw.first_line,
                     counted(first_cells, "name"), second_line, counted(raw.columns, "value")));
  }
  refuse_ragged(path, second_line, raw.second.size(), raw.first_line, first_cells);
}

/// A value that was deferred: its row from the second on, and its column of the file, both from 0.
struct LateValue {
  Index row = 0;
  Index column = 0;
  double value = 0;
};

/// Refuses the first cell below the first row that is no value. Reads what was deferred and is used.
std::vector<LateValue> check_cells(const RawTable& raw, const Reading& reading) {
  std::vector<LateValue> late;
  const bool needs_excluded = reading.needs_excluded();
  std::optional<BadCell> first = raw.bad;
  const auto consider = [&](const BadCell& bad) {
    const bool earlier = !first || std::pair(bad.line, bad.column) < std::pair(first->line, first->column);
    if (earlier) first = bad;
  };
  for (std::size_t i = 0; i < raw.deferred.size(); ++i) {
    const DeferredCells::Deferred deferred = raw.deferred[i];
    const bool unused = reading.unused(deferred.row, deferred.column);
    if (unused && !(needs_excluded && reading.excluded(deferred.row, deferred.column))) continue;
    double value = 0;
    const CellKind kind = parse_cell(deferred.cell.text, value, raw.decimal);
    if (unused || kind == CellKind::number || kind == CellKind::missing) {
      late.push_back({deferred.row, deferred.column, value});
      continue;
    }
    consider({std::string(deferred.cell.text), deferred.cell.quoted, kind, deferred.line, deferred.column + 1,
              deferred.row});
    break;
  }
  for (std::size_t i = 0; !reading.layout.row_names && i < raw.leads.size(); ++i) {
    const LeadCells::Lead lead = raw.leads[i];
    if (lead.kind == CellKind::number || lead.kind == CellKind::missing) continue;
    if (reading.unused(static_cast<Index>(i), 0)) continue;
    consider({std::string(lead.cell.text), lead.cell.quoted, lead.kind, lead.line, 1, static_cast<Index>(i)});
    break;
  }
  if (first) reading.refuse(*first);
  return late;
}

/// The texts of labels: in a column of the file, or in a row of one with features in rows.
std::vector<std::string> label_texts(const RawTable& raw, const Reading& reading) {
  const Layout& layout = reading.layout;
  const Index lead = layout.row_names ? 1 : 0;
  std::vector<std::string> texts;
  if (!reading.plan.labels) return texts;
  if (reading.options.transpose) {
    const Index row = *reading.plan.labels - (layout.header ? 0 : 1);
    if (row < 0) {
      for (std::size_t i = 0; i < raw.first.size(); ++i) texts.push_back(cell_name(raw.first[i]));
    } else {
      texts = raw.texts.at(row);
    }
    texts.erase(texts.begin(), texts.begin() + lead);
    texts.resize(static_cast<std::size_t>(reading.shape.columns));
    return texts;
  }
  const Index column = *reading.plan.labels + lead;
  if (!layout.header) texts.push_back(cell_name(raw.first[static_cast<std::size_t>(column)]));
  const auto found = raw.texts.find(column);
  if (found != raw.texts.end()) texts.insert(texts.end(), found->second.begin(), found->second.end());
  texts.resize(static_cast<std::size_t>(reading.shape.rows));
  return texts;
}

/// Says what was empty at the end of the file, and what its numbers look like.
void note_reading(Table& table, const RawTable& raw) {
  const auto add = [&table](Index count, const char* noun) {
    if (count > 0)
      table.notes.push_back(
          fmt::format("{} at the end {} left out", counted(count, noun), count == 1 ? "was" : "were"));
  };
  add(raw.empty_rows, "empty row");
  add(raw.empty_columns, "empty column");
  if (raw.decimal == ',')
    table.notes.emplace_back("numbers were read with decimal commas: 1,5 is one and a half");
}

/// Consumes the values. What the file has in rows becomes a column if it is to be transposed.
Table build_table(RawTable& raw, Reading& reading, const std::vector<double>& first,
                  const std::vector<LateValue>& late) {
  Table table;
  const Layout& layout = reading.layout;
  const bool transposed = reading.options.transpose;
  table.path = reading.path;
  table.column_names = std::move(reading.shape.column_names);
  table.row_names = std::move(reading.shape.row_names);
  table.header_lines = (layout.header ? raw.leads[0].line : raw.first_line) - 1;
  const Index skipped_columns = layout.row_names ? 1 : 0;
  const Index rows = reading.shape.rows;
  const Index columns = reading.shape.columns;
  note_reading(table, raw);
  table.transposed = transposed;
  if (transposed) std::swap(table.row_names, table.column_names);
  Matrix& values = table.values();
  values.resize(transposed ? columns : rows, transposed ? rows : columns);
  for (Index j = 0; !layout.header && j < columns; ++j)
    values(transposed ? j : 0, transposed ? 0 : j) = first[static_cast<std::size_t>(j + skipped_columns)];
  raw.values.move_into(values, skipped_columns, raw.columns, transposed);
  for (const LateValue& value : late) {
    const Index i = value.row + (layout.header ? 0 : 1);
    const Index j = value.column - skipped_columns;
    if (i < rows && j < columns) values(transposed ? j : i, transposed ? i : j) = value.value;
  }
  table.triangle = raw.triangle;
  return table;
}

/// Takes out what is no feature. The column of row names may be something else, if the user names it.
void select(Table& table, const ColumnPlan& plan, std::vector<std::string> labels, bool needs_excluded) {
  std::vector<std::string>& leads = table.transposed ? table.column_names : table.row_names;
  if (plan.lead_labels) {
    table.labels = leads;
  }
  table.lead_taken_out = plan.lead_labels || plan.lead_ignored;
  if (table.lead_taken_out) leads.clear();
  apply(plan, std::move(labels), table);
  for (std::size_t j = 0; j < static_cast<std::size_t>(columns_of(table)); ++j) {
    const Index stood = table.column_places.empty() ? static_cast<Index>(j) : table.column_places[j];
    if (!contains(plan.excluded, stood)) continue;
    auto column = table.values().col(static_cast<Index>(j));
    if (needs_excluded && !column.hasNaN()) continue;
    table.unread.push_back(static_cast<Index>(j));
    // The first column of the file was looked at, since it might have been names.
    column.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
}

}  // namespace

Table read_text(Source& source, const std::string& path, const ReadOptions& options) {
  bool is_text = false;
  Window window(source, options.piece, [&](std::string_view piece) {
    if (options.check_limits) options.check_limits();
    if (is_text && has_zeros(piece)) refuse_binary(path);
  });
  window.grow_to(sample);
  refuse_other_files(window.text(), path);
  is_text = true;
  if (window.text().starts_with("\xEF\xBB\xBF")) window.drop(3);
  const Index lines_before = skip_comments(window);
  if (window.text().empty()) fail(path, "is empty; it needs rows of numbers");
  RawTable raw = read_raw(window, path, lines_before, options);
  const Layout layout = detect_layout(raw);
  check_shape(path, raw, layout);
  Reading reading{path, options, layout, shape_of(raw, layout, path), {}};
  const bool square = layout.header == raw.triangle_header && reading.shape.rows == reading.shape.columns;
  if (raw.triangle && !square)
    fail(path,
         "its rows grow or shrink by one value each, but do not make up a triangle; every row needs the same "
         "number of values");
  if (options.selects()) reading.plan = plan_columns(reading.shape, options);
  const std::vector<double> first = first_values(raw, reading);
  const std::vector<LateValue> late = check_cells(raw, reading);
  std::vector<std::string> labels = label_texts(raw, reading);
  const std::string lead_name = reading.shape.lead_name.value_or("");
  const bool needs_excluded = reading.needs_excluded();
  Table table = build_table(raw, reading, first, late);
  if (options.selects()) select(table, reading.plan, std::move(labels), needs_excluded);
  if (reading.plan.lead_labels) table.label_name = lead_name;
  return table;
}

}  // namespace spica::io
