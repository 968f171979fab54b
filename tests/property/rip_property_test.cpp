// The restricted isometry constant against enumeration in rational arithmetic.

#include "spica/solve.hpp"
#include "support/exact_bounds.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

Result rip_of(const Matrix& a, Index k, bool normalize, std::int64_t node_limit = 1000000) {
  Options options;
  options.threads = 1;
  options.node_limit = node_limit;
  return rip(Problem::from_sensing_matrix(a, normalize), k, options);
}

test::ExactPencil exact_gram(const Matrix& a, bool normalize) {
  test::ExactMatrix gram = test::exact_covariance_of(a, false, static_cast<int>(a.rows()) - 1);
  return normalize ? test::ExactPencil::standardised(std::move(gram)) : test::ExactPencil(std::move(gram));
}

/// delta is the least number with |eigenvalue - 1| <= delta on every support.
void require_true_bounds(const Result& result, const test::ExactPencil& gram, Index k) {
  const Component& largest = result.components[0];
  const Component& smallest = result.components[1];
  RC_ASSERT(largest.sense == Sense::largest);
  RC_ASSERT(smallest.sense == Sense::smallest);
  test::require_nothing_above(gram, k, *largest.upper_bound);
  test::require_nothing_below(gram, k, smallest.lower_bound);

  const mpq_class upper(result.isometry->upper_bound);
  const mpq_class lower(result.isometry->lower_bound);
  bool reached = false;  // nothing is proven from below until some support leaves the inside of the band
  test::for_each_support(static_cast<Index>(gram.a.size()), k, [&](const Support& s) {
    RC_ASSERT(gram.bounded(s, 1 + upper, 1));
    RC_ASSERT(gram.bounded(s, 1 - upper, -1));
    const mpq_class inside = lower - mpq_class(1e-300);
    reached = reached || !gram.bounded(s, 1 + inside, 1) || !gram.bounded(s, 1 - inside, -1);
  });
  RC_ASSERT(reached);
}

SPICA_PROPERTY(RipProperty, BoundsHoldExactly) {
  const auto n = test::draw(1, 7);
  const auto k = test::draw(1, n + 1);
  const auto m = test::draw(1, 8);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const bool normalize = test::draw_bool();
  Random random(test::draw_seed());
  const Matrix a = test::samples_of(flavour, random, m, n);
  const auto node_limit = test::draw_one_of<std::int64_t>({2, 1000000});
  require_true_bounds(rip_of(a, k, normalize, node_limit), exact_gram(a, normalize), k);
}

SPICA_PROPERTY(RipProperty, GrowsWithKAndIgnoresSignsAndOrthogonalRows) {
  const auto n = test::draw(2, 7);
  Random random(test::draw_seed());
  Matrix a = test::gaussian(random, 2 * n, n);
  double last = 0.0;
  for (Index k = 1; k <= n; ++k) {
    const Result result = rip_of(a, k, true);
    RC_ASSERT(result.isometry->upper_bound >= last);
    last = result.isometry->lower_bound;
  }
  const Result plain = rip_of(a, 2, true);
  Matrix mirrored = a.colwise().reverse();
  mirrored.col(0) *= -1.0;
  const Result other = rip_of(mirrored, 2, true);
  RC_ASSERT(other.isometry->upper_bound >= plain.isometry->lower_bound);
  RC_ASSERT(plain.isometry->upper_bound >= other.isometry->lower_bound);
}

}  // namespace
}  // namespace spica
