#include "io/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "base/feature_set.hpp"
#include "io/errors.hpp"

namespace spica::io {

namespace {

bool is_blank(double value) {
  return std::isnan(value) || value == 0.0;
}

/// For each column of a table the row of the same name; empty if there is none.
std::vector<Index> rows_by_column(const Table& table) {
  const std::vector<std::string>& names = table.row_names;
  if (names.empty() || names.size() != table.column_names.size()) return {};
  std::unordered_map<std::string, Index> row;
  for (std::size_t i = 0; i < names.size(); ++i) row.emplace(names[i], static_cast<Index>(i));
  std::vector<Index> order;
  for (const std::string& name : table.column_names) {
    const auto at = row.find(name);
    if (at == row.end()) return {};
    order.push_back(at->second);
    row.erase(at);  // a name that comes twice finds nothing the second time
  }
  return order;
}

/// One half has values, the other has none. The places are looked at in the order given.
struct Halves {
  bool lower = false;  ///< has a value
  bool upper = false;

  Halves(const Matrix& a, const std::vector<Index>& order) {
    for (std::size_t j = 0; j < order.size() && !(lower && upper); ++j) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == j || is_blank(a(order[i], order[j]))) continue;
        (i > j ? lower : upper) = true;
      }
    }
  }
  [[nodiscard]] bool triangle() const { return lower != upper; }
};

/// Each entry of the half that is blank becomes its mirror image. The places are those of `order`.
void fill(Matrix& a, const std::vector<Index>& order, bool from_lower) {
  for (std::size_t j = 0; j < order.size(); ++j) {
    for (std::size_t i = j + 1; i < order.size(); ++i) {
      double& lower = a(order[i], order[j]);
      double& upper = a(order[j], order[i]);
      (from_lower ? upper : lower) = from_lower ? lower : upper;
    }
  }
}

/// A few zeros may be chance. Samples that have as many, in this pattern, and a positive diagonal are not.
bool looks_deliberate(const Matrix& a, const std::vector<Index>& features) {
  return static_cast<Index>(features.size()) >= enough_features &&
         std::all_of(features.begin(), features.end(), [&a](Index i) { return a(i, i) > 0.0; });
}

bool is_number(const std::string& name) {
  return name.find_first_not_of("0123456789.+-") == std::string::npos;
}

std::vector<Index> without_unread(std::vector<Index> places, const Support& unread) {
  std::erase_if(places, [&](Index i) { return contains(unread, i); });
  return places;
}

/// Rows that grow or shrink are the triangle of a symmetric matrix, or a mistake.
void require_triangle(const Table& table, std::optional<InputKind> as, bool shuffled) {
  if (as && *as != InputKind::covariance)
    fail(table.path,
         "its rows grow or shrink by one value each; only a covariance may be given as a triangle");
  if (shuffled)
    fail(table.path,
         "its rows grow or shrink by one value each, but rows and columns are not in the same order; "
         "write the names in the same order, or all values of every row");
}

}  // namespace

bool has_matching_names(const Table& table) {
  return !rows_by_column(table).empty();
}

std::optional<std::string> repeated_name(const Table& table) {
  std::vector<std::string> of_rows = table.row_names;
  std::vector<std::string> of_columns = table.column_names;
  std::sort(of_rows.begin(), of_rows.end());
  std::sort(of_columns.begin(), of_columns.end());
  if (of_rows != of_columns) return std::nullopt;
  const auto twice = std::adjacent_find(of_rows.begin(), of_rows.end());
  if (twice == of_rows.end()) return std::nullopt;
  return *twice;
}

std::optional<LoneName> stray_name(const Table& table) {
  if (table.row_names.size() != table.column_names.size() ||
      static_cast<Index>(table.row_names.size()) < enough_features)
    return std::nullopt;
  const std::unordered_set<std::string> of_rows(table.row_names.begin(), table.row_names.end());
  const std::unordered_set<std::string> of_columns(table.column_names.begin(), table.column_names.end());
  const auto is_stray_row = [&](const std::string& name) { return !of_columns.contains(name); };
  const auto is_stray_column = [&](const std::string& name) { return !of_rows.contains(name); };
  const auto strays = std::count_if(of_rows.begin(), of_rows.end(), is_stray_row);
  if (2 * strays >= static_cast<std::ptrdiff_t>(of_rows.size()) ||
      std::all_of(of_rows.begin(), of_rows.end(), is_number))
    return std::nullopt;
  const auto row = std::find_if(table.row_names.begin(), table.row_names.end(), is_stray_row);
  if (row != table.row_names.end()) return LoneName{*row, true};
  const auto column = std::find_if(table.column_names.begin(), table.column_names.end(), is_stray_column);
  if (column != table.column_names.end()) return LoneName{*column, false};
  return std::nullopt;
}

std::optional<LoneName> lone_name(const Table& table) {
  const bool of_row = table.row_names.size() > table.column_names.size();
  const std::vector<std::string>& more = of_row ? table.row_names : table.column_names;
  const std::vector<std::string>& fewer = of_row ? table.column_names : table.row_names;
  if (static_cast<Index>(fewer.size()) < enough_features || fewer.size() == more.size() ||
      2 * fewer.size() < more.size())
    return std::nullopt;
  const std::unordered_set<std::string> known(fewer.begin(), fewer.end());
  const std::unordered_set<std::string> all(more.begin(), more.end());
  if (known.size() < fewer.size() || all.size() < more.size() ||
      std::all_of(fewer.begin(), fewer.end(), is_number) ||
      !std::all_of(fewer.begin(), fewer.end(),
                   [&all](const std::string& name) { return all.contains(name); }))
    return std::nullopt;
  const auto lone = std::find_if(more.begin(), more.end(),
                                 [&known](const std::string& name) { return !known.contains(name); });
  return LoneName{*lone, of_row};
}

Asymmetry asymmetry_of(const Table& table, const std::function<void()>& check_limits) {
  if (table.unread.empty()) return asymmetry(table.values(), check_limits);
  std::vector<Index> places(static_cast<std::size_t>(table.values().cols()));
  std::iota(places.begin(), places.end(), Index{0});
  places = without_unread(std::move(places), table.unread);
  if (places.empty()) return {};
  Asymmetry worst = asymmetry(table.values()(places, places), check_limits);
  worst.row = places[static_cast<std::size_t>(worst.row)];
  worst.column = places[static_cast<std::size_t>(worst.column)];
  return worst;
}

bool too_little_was_read(const Table& table) {
  return !table.unread.empty() &&
         columns_of(table) - static_cast<Index>(table.unread.size()) < enough_features &&
         !has_matching_names(table);
}

std::vector<std::string> complete_covariance(Table& table, std::optional<InputKind> as) {
  std::vector<std::string> notes;
  if (table.native() != nullptr) return notes;  // samples for sure
  Matrix& a = table.values();
  if (table.triangle) require_triangle(table, as, false);
  if (a.rows() != a.cols() || (as && *as != InputKind::covariance)) return notes;
  std::vector<Index> in_order(static_cast<std::size_t>(a.rows()));
  std::iota(in_order.begin(), in_order.end(), Index{0});
  const std::vector<Index> order = rows_by_column(table);
  const bool named = !order.empty();
  const bool shuffled = named && order != in_order;
  if (table.triangle) require_triangle(table, as, shuffled);
  if (shuffled) {
    a = a(order, Eigen::all).eval();
    table.row_names = table.column_names;
    table.row_places = order;
    notes.emplace_back("rows were put in the order of the columns, by their names");
  }
  // A triangle may have been one in the order of the columns, or in that of the rows.
  std::vector<Index> as_rows(order.size());
  for (std::size_t j = 0; j < order.size(); ++j)
    as_rows[static_cast<std::size_t>(order[j])] = static_cast<Index>(j);
  const std::vector<Index> columns = without_unread(in_order, table.unread);
  const std::vector<Index> rows = without_unread(as_rows, table.unread);
  Halves halves(a, columns);
  bool triangle = halves.triangle() || table.triangle;
  const std::vector<Index>* places = &columns;
  if (!triangle && shuffled) {
    halves = Halves(a, rows);
    triangle = halves.triangle();
    places = &rows;
  }
  if (!triangle) return notes;
  if (!named && !as && !looks_deliberate(a, columns)) {
    if (table.triangle)
      fail(table.path,
           "its rows grow or shrink by one value each; if it is a triangle of a covariance, say "
           "`as=covariance`, else give every row the same number of values");
    return notes;
  }
  // Where all of them are zero, the blank half is the one that is missing.
  const bool zeros_below = !halves.upper && places->size() > 1 && !std::isnan(a((*places)[1], (*places)[0]));
  fill(a, *places, halves.lower || zeros_below);
  table.triangle = false;
  notes.emplace_back("a triangle alone was read as the symmetric matrix that it is half of");
  return notes;
}

}  // namespace spica::io
