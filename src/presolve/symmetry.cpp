#include "presolve/symmetry.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/rounding.hpp"

namespace spica::presolve {

namespace {

constexpr double rounding = 1e-13;  // entries are equal up to this share of the largest variance

/// 1 or -1 if i and j are exchangeable with that sign, 0 if they are not.
double exchange_sign(const Matrix& a, Index i, Index j, double tolerance) {
  if (std::abs(a(i, i) - a(j, j)) > tolerance) return 0.0;
  double sign = 0.0;
  for (Index l = 0; l < a.rows(); ++l) {
    if (l == i || l == j) continue;
    const double x = a(l, i);
    const double y = a(l, j);
    if (std::abs(std::abs(x) - std::abs(y)) > tolerance) return 0.0;
    if (std::abs(x) <= tolerance) continue;
    const double here = (x > 0.0) == (y > 0.0) ? 1.0 : -1.0;
    if (sign == 0.0) sign = here;
    if (here != sign) return 0.0;
  }
  return sign == 0.0 ? 1.0 : sign;
}

/// The classes of exchangeable features. Every feature belongs to one, most features to one of their own.
struct Classes {
  std::vector<Support> members;
  std::vector<Index> of;  // class of each feature
  Vector sign;            // against the first member

  Classes(const Matrix& a, double tolerance, const bounds::Conditions& conditions)
      : of(static_cast<std::size_t>(a.rows()), 0), sign(Vector::Ones(a.rows())), conditions_(conditions) {
    for (Index j = 0; j < a.rows(); ++j) {
      if (!join(a, j, tolerance)) {
        of[static_cast<std::size_t>(j)] = static_cast<Index>(members.size());
        members.push_back({j});
      }
    }
  }

 private:
  bool join(const Matrix& a, Index j, double tolerance) {
    for (std::size_t c = 0; c < members.size(); ++c) {
      const double s = exchange_sign(a, members[c].front(), j, tolerance);
      if (s == 0.0 || (conditions_.nonnegative && s < 0.0)) continue;
      if (conditions_.limits.of(members[c].front()) != conditions_.limits.of(j)) continue;
      of[static_cast<std::size_t>(j)] = static_cast<Index>(c);
      sign(j) = s;
      members[c].push_back(j);
      return true;
    }
    return false;
  }

  const bounds::Conditions& conditions_;  // that an exchange must keep to
};

/// The matrix that is exactly symmetric under exchanges: each entry is that of the first members of the two
/// classes, or of the first two members of one class, with the sign of the pair.
Matrix from_first_members(const Matrix& a, const Classes& classes) {
  Matrix result(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j) {
    const Support& column =
        classes.members[static_cast<std::size_t>(classes.of[static_cast<std::size_t>(j)])];
    for (Index i = 0; i < a.rows(); ++i) {
      const Support& row = classes.members[static_cast<std::size_t>(classes.of[static_cast<std::size_t>(i)])];
      const Index p = row[0];
      const Index q = &row == &column && i != j ? row[1] : column[0];
      // Signs are against the first member of a class, so the entry of two first members has the right one.
      // Within a class the entry is that of the first and second member, whose sign the second carries.
      const double s =
          classes.sign(i) * classes.sign(j) * (&row == &column && i != j ? classes.sign(q) : 1.0);
      result(i, j) = s * a(std::max(p, q), std::min(p, q));
    }
  }
  return result;
}

}  // namespace

Symmetric symmetrize(const Problem& problem, const bounds::Conditions& conditions) {
  const Matrix& a = problem.covariance();
  const double tolerance = rounding * a.diagonal().cwiseAbs().maxCoeff();
  const Classes classes(a, tolerance, conditions);
  Symmetric result{problem, {}, classes.sign};
  for (const Support& members : classes.members) {
    if (members.size() > 1) result.groups.push_back(members);
  }
  if (result.groups.empty()) return result;

  const Matrix symmetrized = from_first_members(a, classes);
  const double change = (symmetrized - a).cwiseAbs().maxCoeff() * (1.0 + 4.0 * numerics::unit_roundoff);
  // |symmetrized - exact| <= change + rho_i rho_j <= (sqrt(change) + rho_i)(sqrt(change) + rho_j)
  const double extra = change > 0.0 ? std::sqrt(change) * (1.0 + 0x1p-50) : 0.0;
  Vector radius = problem.error_radius();
  for (const Support& group : result.groups) {
    const double largest = radius(group).maxCoeff();
    for (const Index i : group) radius(i) = largest;
  }
  if (extra > 0.0) radius = (radius.array() + extra) * (1.0 + 0x1p-50);
  result.problem = problem.with_covariance(symmetrized, radius);
  return result;
}

}  // namespace spica::presolve
