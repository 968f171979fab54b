#include "presolve/features.hpp"
#include "model/views.hpp"

#include <algorithm>

namespace spica::presolve {

namespace {

/// +1 or -1: the sign of the first nonzero entry, 0 for a zero column.
double leading_sign(const Eigen::Ref<const Vector>& column) {
  for (const double value : column) {
    if (value != 0.0) return value > 0.0 ? 1.0 : -1.0;
  }
  return 0.0;
}

/// Three-way comparison of two columns, each seen with its first nonzero entry positive.
int compare(const Matrix& a, const Vector& sign, Index i, Index j) {
  for (Index row = 0; row < a.rows(); ++row) {
    const double x = sign(i) * a(row, i);
    const double y = sign(j) * a(row, j);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

const Matrix& stored_view(const Problem& problem) {
  return problem.in_factor_form() ? factor_of(problem).dense() : problem.covariance();
}

}  // namespace

Support zero_features(const Problem& problem) {
  Support result;
  for (Index i = 0; i < problem.features(); ++i) {
    const bool exact = problem.error_radius()(i) == 0.0 && problem.variances()(i) == 0.0;
    // A Gram matrix with A_ii = 0 has a zero row. A covariance may be indefinite, so the whole row is looked
    // at.
    if (exact && (problem.in_factor_form() || (problem.covariance().col(i).array() == 0.0).all()))
      result.push_back(i);
  }
  return result;
}

std::vector<Support> duplicate_features(const Problem& problem) {
  const Matrix& a = stored_view(problem);
  Vector sign(problem.features());
  Support order;
  for (Index i = 0; i < problem.features(); ++i) {
    sign(i) = leading_sign(a.col(i));
    if (sign(i) != 0.0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](Index i, Index j) {
    const int c = compare(a, sign, i, j);
    return c != 0 ? c < 0 : i < j;
  });
  std::vector<Support> groups;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && compare(a, sign, order[first], order[last]) == 0) ++last;
    if (last - first > 1)
      groups.emplace_back(order.begin() + static_cast<Index>(first),
                          order.begin() + static_cast<Index>(last));
    first = last;
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace spica::presolve
