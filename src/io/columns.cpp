#include "io/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/feature_set.hpp"
#include "io/errors.hpp"
#include "io/named.hpp"
#include "io/symmetric.hpp"

namespace spica::io {

namespace {

template <class Value>
void keep_only(std::vector<Value>& list, const Support& kept) {
  if (list.empty()) return;
  std::size_t to = 0;
  for (const Index from : kept) {
    if (static_cast<Index>(to) != from) list[to] = std::move(list[static_cast<std::size_t>(from)]);
    ++to;
  }
  list.resize(to);
}

/// Drops the places of columns that are taken out; a table that has no places yet gets 0, 1, ... first.
void keep_places(std::vector<Index>& places, Index count, const Support& kept) {
  if (places.empty()) {
    places.resize(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), Index{0});
  }
  keep_only(places, kept);
}

template <class Value>
NativeSamples pick_columns(const DenseSamples<Value>& samples, const Support& kept) {
  const auto cells = static_cast<std::size_t>(samples.rows) * kept.size();
  const std::shared_ptr<Value[]> buffer(new Value[cells]);
  Value* to = buffer.get();
  for (const Index j : kept) to = std::copy_n(samples.values + j * samples.rows, samples.rows, to);
  return DenseSamples<Value>{buffer.get(), samples.rows, static_cast<Index>(kept.size()), buffer};
}
NativeSamples pick_columns(const SparseSamples& samples, const Support& kept) {
  SparseSamples result;
  result.rows = samples.rows;
  for (const Index j : kept) {
    const Index first = samples.starts[static_cast<std::size_t>(j)];
    const Index last = samples.starts[static_cast<std::size_t>(j) + 1];
    result.row.insert(result.row.end(), samples.row.begin() + first, samples.row.begin() + last);
    result.value.insert(result.value.end(), samples.value.begin() + first, samples.value.begin() + last);
    result.starts.push_back(static_cast<Index>(result.row.size()));
  }
  return result;
}

template <class Value>
NativeSamples pick_rows(const DenseSamples<Value>& samples, const Support& kept) {
  const auto rows = static_cast<Index>(kept.size());
  const std::shared_ptr<Value[]> buffer(new Value[static_cast<std::size_t>(rows * samples.cols)]);
  Value* to = buffer.get();
  for (Index j = 0; j < samples.cols; ++j) {
    for (const Index i : kept) *to++ = samples.values[j * samples.rows + i];
  }
  return DenseSamples<Value>{buffer.get(), rows, samples.cols, buffer};
}
NativeSamples pick_rows(const SparseSamples& samples, const Support& kept) {
  std::vector<std::int32_t> place(static_cast<std::size_t>(samples.rows), -1);
  for (std::size_t i = 0; i < kept.size(); ++i)
    place[static_cast<std::size_t>(kept[i])] = static_cast<std::int32_t>(i);
  SparseSamples result;
  result.rows = static_cast<Index>(kept.size());
  for (std::size_t j = 0; j + 1 < samples.starts.size(); ++j) {
    for (auto e = static_cast<std::size_t>(samples.starts[j]);
         e < static_cast<std::size_t>(samples.starts[j + 1]); ++e) {
      const std::int32_t row = place[static_cast<std::size_t>(samples.row[e])];
      if (row < 0) continue;
      result.row.push_back(row);
      result.value.push_back(samples.value[e]);
    }
    result.starts.push_back(static_cast<Index>(result.row.size()));
  }
  return result;
}

void keep_columns(Table& table, const Support& kept) {
  keep_places(table.column_places, columns_of(table), kept);
  keep_only(table.column_names, kept);
  if (const NativeSamples* native = table.native()) {
    table.numbers = std::visit([&kept](const auto& samples) { return pick_columns(samples, kept); }, *native);
    return;
  }
  Index to = 0;
  for (const Index from : kept) {
    if (to != from) table.values().col(to) = table.values().col(from);
    ++to;
  }
  table.values().conservativeResize(Eigen::NoChange, to);
}

void keep_rows(Table& table, const Support& kept) {
  keep_places(table.row_places, rows_of(table), kept);
  keep_only(table.row_names, kept);
  keep_only(table.labels, kept);
  if (const NativeSamples* native = table.native()) {
    table.numbers = std::visit([&kept](const auto& samples) { return pick_rows(samples, kept); }, *native);
  } else {
    table.numbers = Matrix(table.values()(kept, Eigen::all));
  }
}

std::vector<std::string> texts_of(const Vector& numbers) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(fmt::format("{}", number));
  return texts;
}

/// Labels from the texts, or from a column of the table if there are none.
void add_labels(Table& table, Index column, std::vector<std::string> texts) {
  table.labels = texts.empty() ? texts_of(column_of(table, column)) : std::move(texts);
  table.label_name = table.column_names.empty() ? std::to_string(column)
                                                : table.column_names[static_cast<std::size_t>(column)];
}

}  // namespace

bool ColumnPlan::unused(Index row, Index column, bool transposed) const {
  const Index feature = transposed ? row : column;
  return contains(ignored, column) || labels == feature || contains(excluded, feature);
}

ColumnPlan plan_columns(const FileShape& file, const ReadOptions& options) {
  ColumnPlan plan;
  const Named columns(file.path, file.column_names, file.columns, "column");
  const Named rows(file.path, file.row_names, file.rows, "row");
  std::vector<std::string> ignore = options.ignore;
  plan.lead_ignored = file.lead_name && std::erase(ignore, *file.lead_name) > 0;
  plan.ignored = columns.at(ignore);
  plan.lead_labels = options.labels && !options.transpose && *options.labels == file.lead_name;
  if (options.labels && !plan.lead_labels)
    plan.labels = (options.transpose ? rows : columns).at(*options.labels);
  if (plan.lead_ignored && plan.lead_labels) plan.lead_ignored = false;
  Support features =
      complement(options.transpose ? Support{} : plan.ignored, options.transpose ? file.rows : file.columns);
  if (plan.labels) std::erase(features, *plan.labels);
  std::vector<std::string> names = options.transpose ? file.row_names : file.column_names;
  keep_only(names, features);
  const Named named(file.path, names, static_cast<Index>(features.size()));
  for (const std::string& text : options.exclude) {
    // A text that names no feature is refused later, by select_features.
    if (const auto found = named.find(text))
      plan.excluded.push_back(features[static_cast<std::size_t>(*found)]);
  }
  std::sort(plan.excluded.begin(), plan.excluded.end());
  const bool known = !options.transpose || file.rows > 0;  // rows that were not read yet
  if (features.empty() && known)
    fail(file.path, "`ignore` and `labels` leave no feature; leave one of them out");
  return plan;
}

void apply(const ColumnPlan& plan, std::vector<std::string> label_texts, Table& table) {
  if (plan.labels) add_labels(table, *plan.labels, std::move(label_texts));
  Support out = table.transposed ? Support{} : plan.ignored;
  if (plan.labels && !contains(out, *plan.labels)) {
    out.push_back(*plan.labels);
    std::sort(out.begin(), out.end());
  }
  if (!out.empty()) keep_columns(table, complement(out, columns_of(table)));
  if (table.transposed && !plan.ignored.empty()) keep_rows(table, complement(plan.ignored, rows_of(table)));
  const std::size_t ignored = plan.ignored.size() + (plan.lead_ignored ? 1 : 0);
  if (ignored > 0)
    table.notes.push_back(fmt::format("{} {} left unread by `ignore`",
                                      counted(static_cast<Index>(ignored), "column"),
                                      ignored == 1 ? "was" : "were"));
}

std::string leave_out(Table& table, const std::vector<std::string>& features, std::optional<InputKind> as) {
  const Named named(table.path, table.column_names, columns_of(table));
  const Support out = named.at(features);
  const Support kept = complement(out, columns_of(table));
  if (kept.empty()) fail(table.path, "`exclude` leaves out every feature");
  bool symmetric = rows_of(table) == columns_of(table);
  if (symmetric) {
    expand(table);
    symmetric = asymmetry_of(table).relative <= almost_symmetric_tolerance;
    if (symmetric && too_little_was_read(table) && !as)
      fail(table.path,
           "`exclude` leaves too few columns to tell a covariance from samples; say `as=covariance` or "
           "`as=samples`");
    symmetric = symmetric && as != InputKind::samples;
  }
  keep_columns(table, kept);
  table.unread.clear();
  if (symmetric) keep_rows(table, kept);
  return fmt::format("{} left out by `exclude`", counted(static_cast<Index>(out.size()), "feature"));
}

}  // namespace spica::io
