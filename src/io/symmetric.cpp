#include "io/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

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
    for (std::size_t j = 0; j < order.size(); ++j) {
      for (std::size_t i = j + 1; i < order.size(); ++i) {
        lower = lower || !is_blank(a(order[i], order[j]));
        upper = upper || !is_blank(a(order[j], order[i]));
      }
    }
  }
  [[nodiscard]] bool triangle() const { return lower != upper; }
};

/// Each entry and its mirror image become the one of them that has a value.
void fill(Matrix& a) {
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = j + 1; i < a.rows(); ++i) {
      const double value = is_blank(a(i, j)) ? a(j, i) : a(i, j);
      a(i, j) = a(j, i) = std::isnan(value) ? 0.0 : value;
    }
  }
}

/// A few zeros may be chance. Samples that have as many, in this pattern, and a positive diagonal are not.
bool looks_deliberate(const Matrix& a) {
  constexpr Index enough = 3;
  return a.rows() >= enough && (a.diagonal().array() > 0.0).all();
}

}  // namespace

bool has_matching_names(const Table& table) {
  return !rows_by_column(table).empty();
}

std::vector<std::string> complete_covariance(Table& table, std::optional<InputKind> as) {
  std::vector<std::string> notes;
  Matrix& a = table.values;
  if (a.rows() != a.cols() || (as && *as != InputKind::covariance)) return notes;
  std::vector<Index> in_order(static_cast<std::size_t>(a.rows()));
  for (std::size_t i = 0; i < in_order.size(); ++i) in_order[i] = static_cast<Index>(i);
  const std::vector<Index> order = rows_by_column(table);
  const bool named = !order.empty();
  const bool shuffled = named && order != in_order;
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
  const bool triangle = Halves(a, in_order).triangle() || (shuffled && Halves(a, as_rows).triangle());
  if (triangle && (named || as || looks_deliberate(a))) {
    fill(a);
    notes.emplace_back("a triangle alone was read as the symmetric matrix that it is half of");
  }
  return notes;
}

}  // namespace spica::io
