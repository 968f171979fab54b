// The dual value of the semidefinite relaxation, proven. For a unit x with k nonzeros and any symmetric U,
//
//     x'Ax = x'(A + U)x - x'Ux <= lam_max(A + U) + max|U_ij| (sum |x_i|)^2 <= lam_max(A + U) + k max|U_ij|.
//
// Nothing is assumed of U, so the doubles in U are exact by definition. What is rounded: every entry of A +
// U, by at most u |A_ij + U_ij|, so the matrix by at most u times its largest row sum in the 2-norm; the
// product with k and two sums, upwards; and A itself, by at most the k largest rho_i^2 on a unit vector with
// k nonzeros (maths.md, 4.2). O(n^3/3), one or two Cholesky factorisations.

#include "bounds/sdp/dual.hpp"

#include <limits>
#include <numeric>

#include "bounds/spectral/spectral.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

/// A + U from the lower triangles, with a bound of its rounding in the 2-norm.
struct Sum {
  Matrix matrix;
  double error = 0.0;
};

Sum add(const Matrix& a, const Matrix& u) {
  Sum sum{a + u, 0.0};
  sum.matrix.triangularView<Eigen::StrictlyUpper>() = sum.matrix.transpose();
  const double rows = sum.matrix.cwiseAbs().rowwise().sum().maxCoeff();
  const double roundings = 2.0 + numerics::gamma(static_cast<double>(a.rows() + 4));
  sum.error = numerics::up(roundings * numerics::unit_roundoff * rows);
  return sum;
}

double largest_entry(const Matrix& u) {
  double largest = 0.0;
  for (Index j = 0; j < u.cols(); ++j)
    largest = std::max(largest, u.col(j).tail(u.rows() - j).cwiseAbs().maxCoeff());
  return largest;
}

double prove(const Problem& problem, Index k, const Sum& sum, double largest, double estimate,
             const std::function<bool()>& out_of_time) {
  const double lam_max = verify::lam_max_upper(sum.matrix, sum.error, estimate, out_of_time);
  const double paid = numerics::up(static_cast<double>(k) * largest);
  const Vector radius_squares = problem.error_radius().cwiseAbs2();
  const double slack = verify::block_error(problem, linalg::top_k(radius_squares, k));
  return numerics::up(numerics::up(lam_max + paid) + slack);
}

}  // namespace

double proven_dual_value(const Problem& problem, Index k, const Matrix& u, double estimate,
                         const std::function<bool()>& out_of_time) {
  if (!u.allFinite()) return std::numeric_limits<double>::infinity();
  return prove(problem, k, add(problem.covariance(), u), largest_entry(u), estimate, out_of_time);
}

double proven_dual_value(const Problem& problem, Index k, const Matrix& u,
                         const std::function<bool()>& out_of_time) {
  if (!u.allFinite()) return std::numeric_limits<double>::infinity();
  const Sum sum = add(problem.covariance(), u);
  const double estimate = linalg::leading_eigenpair(sum.matrix, out_of_time).value;
  return prove(problem, k, sum, largest_entry(u), estimate, out_of_time);
}

std::function<bool()> clock_of_proofs(const Problem& problem, const RelaxationSettings& settings) {
  constexpr Index few_features = 1000;
  return problem.features() > few_features ? settings.out_of_time : nullptr;
}

ProvenBound::ProvenBound(const Problem& problem, Index k, const RelaxationSettings& settings)
    : settings_(settings), upper_(std::numeric_limits<double>::infinity()) {
  Node root{k, {}, Support(static_cast<std::size_t>(problem.features()))};
  std::iota(root.free.begin(), root.free.end(), Index{0});
  Hint hint;
  hint.out_of_time = clock_of_proofs(problem, settings);
  offer(0, Spectral(problem).evaluate(root, hint).upper, {});
}

void ProvenBound::offer(std::int64_t steps, double value, const Matrix& u) {
  if (!(value < upper_)) return;
  upper_ = value;
  u_ = u;
  if (settings_.on_bound) settings_.on_bound(steps, upper_);
}

}  // namespace spica::bounds
