#include "model/views.hpp"

#include <algorithm>
#include <memory>

#include "factor/spectrum.hpp"
#include "model/problem_data.hpp"
#include "numerics/rounding.hpp"

namespace spica {

namespace {

/// Above it a few Lanczos steps beat a full tridiagonalisation.
constexpr Index dense_limit = 256;

/// Thrown out of std::call_once, so that the next caller makes the factor.
struct NoFactorYet {};

}  // namespace

bool make_factor(const Problem& problem, const linalg::OutOfTime& out_of_time) {
  Problem::Data& data = problem.data();
  if (data.factor_given) return true;
  try {
    std::call_once(data.factor_made, [&] {
      const std::optional<linalg::Eigenpairs> pairs = linalg::eigenpairs(data.covariance, out_of_time);
      if (!pairs) throw NoFactorYet();
      const double negligible =
          static_cast<double>(data.features) * numerics::unit_roundoff * std::max(pairs->values(0), 0.0);
      const Index rank = (pairs->values.array() > negligible).count();
      data.factor = dense_factor(pairs->values.head(rank).cwiseSqrt().asDiagonal() *
                                 pairs->vectors.leftCols(rank).transpose());
    });
  } catch (const NoFactorYet&) {
    return false;
  }
  return true;
}

const Factor& factor_of(const Problem& problem) {
  (void)make_factor(problem, {});
  return *problem.data().factor;
}

const NormOrder& norm_order_of(const Problem& problem) {
  Problem::Data& data = problem.data();
  std::call_once(data.norm_order_made, [&] {
    data.norm_order = std::make_shared<const NormOrder>(factor_of(problem), data.variances);
  });
  return *data.norm_order;
}

linalg::Eigenpairs leading_eigenpairs(const Problem& problem, Index count,
                                      const linalg::OutOfTime& out_of_time) {
  const Index n = problem.features();
  count = std::min(count, n);
  if (problem.in_factor_form() && factor_of(problem).rows() < n) {
    // A = CC' and the smaller C'C share their nonzero eigenvalues; C'Cv = lambda v gives ACv = lambda Cv.
    const Factor& factor = factor_of(problem);
    count = std::min(count, factor.rows());
    const linalg::Eigenpairs small = gram_eigenpairs(factor, count, out_of_time);
    linalg::Eigenpairs result{small.values, Matrix(n, small.values.size())};
    for (Index j = 0; j < result.values.size(); ++j) {
      result.vectors.col(j) = factor.transposed_times(small.vectors.col(j));
      const double length = result.vectors.col(j).norm();
      if (length > 0.0) result.vectors.col(j) /= length;
    }
    return result;
  }
  if (n > dense_limit && count < n / 4) {
    const auto product = [&problem](const Vector& x) { return problem.multiply(x); };
    const linalg::Lanczos settings{.out_of_time = out_of_time};
    if (auto pairs = linalg::leading_eigenpairs(n, product, count, settings)) return *pairs;
    if (out_of_time && out_of_time()) return {Vector(), Matrix(n, 0)};
  }
  if (auto pairs = linalg::leading_eigenpairs(problem.covariance(), count, out_of_time)) return *pairs;
  return {Vector(), Matrix(n, 0)};
}

}  // namespace spica
