// lam_max of a block, proven. Where the block has more features than the data has samples, lam_max(CC') =
// lam_max(C'C) is taken from the m x m side. Valid under rounding: verify::lam_max_upper bounds the computed
// matrix with every matrix within `error` of it, and `error` covers the difference to the exact one:
//
//   n side   e = sum of rho_i^2 over the block (Problem::error_radius)
//   m side   the exact C is within D of the computed one, and 2 |C| D + D^2 <= e as well; the product C'C
//   itself is
//            rounded by at most gamma_n |C|_F^2

#include "bounds/spectral/spectral.hpp"

#include <algorithm>
#include <limits>

#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

constexpr Index few_features_at_once = 1000;  // an eigenvalue of so many takes no time

/// lam_max(A_SS) <= tr(A_SS) for a Gram matrix, whatever its entries outside of the diagonal are.
BlockBound bound_by_trace(const Problem& problem, const Support& support) {
  const Vector variances = problem.variances()(support);
  const auto size = static_cast<double>(support.size());
  const double sum = variances.sum() * (1.0 + numerics::gamma(size + 4.0));
  const double error = verify::block_error(problem, support);
  BlockBound result{sum + error > 0.0 ? numerics::up(numerics::up(sum) + error) : 0.0, variances};
  const double length = variances.norm();
  result.vector = length > 0.0 ? Vector(variances / length) : Vector(Vector::Unit(variances.size(), 0));
  return result;
}

BlockBound bound_from_samples_side(const Problem& problem, const Support& support,
                                   const std::function<bool()>& out_of_time) {
  const Matrix c = factor_of(problem).gather(support);
  const std::optional<Matrix> products = linalg::gram_of_rows(c, out_of_time);
  if (!products) return bound_by_trace(problem, support);
  const Matrix& gram = *products;
  const linalg::Eigenpair pair = linalg::leading_eigenpair(gram, out_of_time);
  const double product_error =
      2.0 * numerics::gamma(static_cast<double>(support.size() + 2)) * c.squaredNorm();
  const double sum = verify::block_error(problem, support) + product_error;
  const double error =
      sum > 0.0 ? numerics::up(sum) : 0.0;  // features that are exactly zero are bounded by zero
  BlockBound result{verify::lam_max_upper(gram, error, pair.value, out_of_time), c.transpose() * pair.vector};
  const double length = result.vector.norm();
  if (length > 0.0) result.vector /= length;
  return result;
}

/// k = 1: the largest variance less its price, which needs no eigenvalue and no rounding beyond that of the variances
/// themselves.
double bound_single_features(const Problem& problem, const Node& node, const Support& candidates) {
  double upper = -std::numeric_limits<double>::infinity();
  for (const Index i : candidates) {
    const double error = verify::block_error(problem, {i});
    const double variance = problem.variances()(i);
    const double with_error = error == 0.0 ? variance : numerics::up(variance + error);
    const double price = node.price(i);
    upper = std::max(upper, price == 0.0 ? with_error : numerics::up(with_error - price));
  }
  return upper;
}

/// With prices p and I the features that are in, a support S of the node costs p(S) = sum over i in S of x_i^2 p(S) for
/// any unit x on it, and p(S) >= p(I and i). So
///
///     lam_max(A_SS) - p(S) <= lam_max( A_NN - Diag(q) ),   q_i = p(I) for i in I, p(I) + p_i otherwise.
BlockBound bound_with_prices(const Problem& problem, const Node& node) {
  const Support candidates = node.candidates();
  Matrix block = problem.block(candidates);
  const double included = verify::price_lower(node.included, node.conditions->prices);
  for (Index i = 0; i < block.rows(); ++i) {
    const Index feature = candidates[static_cast<std::size_t>(i)];
    const bool is_in = std::binary_search(node.included.begin(), node.included.end(), feature);
    const double price = is_in ? included : numerics::down(included + node.price(feature));
    if (price > 0.0) block(i, i) = numerics::up(block(i, i) - price);
  }
  linalg::Eigenpair pair = linalg::leading_eigenpair(block);
  return {verify::lam_max_upper(block, verify::block_error(problem, candidates), pair.value),
          std::move(pair.vector)};
}

}  // namespace

BlockBound bound_block(const Problem& problem, const Support& support,
                       const std::function<bool()>& out_of_time) {
  const bool many = static_cast<Index>(support.size()) > few_features_at_once;
  if (many && problem.in_factor_form() && out_of_time && out_of_time())
    return bound_by_trace(problem, support);
  if (problem.in_factor_form() && static_cast<Index>(support.size()) > factor_of(problem).rows()) {
    return bound_from_samples_side(problem, support, out_of_time);
  }
  const std::optional<Matrix> block = problem.block(support, out_of_time);
  if (!block) return bound_by_trace(problem, support);
  linalg::Eigenpair pair = linalg::leading_eigenpair(*block, out_of_time);
  const double error = verify::block_error(problem, support);
  return {verify::lam_max_upper(*block, error, pair.value, out_of_time), std::move(pair.vector)};
}

std::optional<Value> closed_form(const Problem& problem, const Node& node, const Hint& hint) {
  if (node.k != 1 && !node.is_leaf()) return std::nullopt;
  if (hint.evidence != nullptr) hint.evidence->reason = proof::reason::Spectral{};
  if (node.k == 1) {
    const Support& candidates = node.included.empty() ? node.free : node.included;
    return Value{bound_single_features(problem, node, candidates), problem.variances()(node.free), nullptr};
  }
  const Support support = node.leaf_support();
  const double upper = bound_block(problem, support, hint.out_of_time).upper;
  const double price = node.has_prices() ? verify::price_lower(support, node.conditions->prices) : 0.0;
  return Value{price > 0.0 ? numerics::up(upper - price) : upper,
               Vector::Zero(static_cast<Index>(node.free.size())),
               nullptr,
               {}};
}

Value Spectral::evaluate(const Node& node, const Hint& hint) const {
  if (std::optional<Value> exact = closed_form(problem_, node, hint)) return *exact;
  if (hint.evidence != nullptr) hint.evidence->reason = proof::reason::Spectral{};
  const Support candidates = node.candidates();
  const BlockBound block = node.has_prices() ? bound_with_prices(problem_, node)
                                             : bound_block(problem_, candidates, hint.out_of_time);
  Value value{block.upper, Vector(static_cast<Index>(node.free.size())), nullptr};
  for (std::size_t i = 0; i < node.free.size(); ++i) {
    const auto at = std::lower_bound(candidates.begin(), candidates.end(), node.free[i]) - candidates.begin();
    value.relevance(static_cast<Index>(i)) = block.vector(at) * block.vector(at);
  }
  return value;
}

}  // namespace spica::bounds
