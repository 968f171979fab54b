// Several components, one after another: the bounds of each are about what those before it leave over, in
// rational arithmetic over every support.

#include <fmt/format.h>

#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/exact_bounds.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"

namespace spica {
namespace {

using test::ExactMatrix;

SPICA_PROPERTY(Components, AreTheBestOfWhatIsLeft) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 8);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const bool samples = test::draw_bool();
  const Matrix data = samples ? test::samples_of(flavour, random, test::draw(2, 9), n)
                              : test::covariance_of(flavour, random, n);
  const Problem problem = samples ? Problem::from_samples(data) : Problem::from_covariance(data);
  Options options;
  options.threads = 1;
  options.deflation = test::draw_one_of({Deflation::schur, Deflation::projection});
  std::vector<Index> cardinalities;
  for (Index i = test::draw(2, 4); i > 0; --i) cardinalities.push_back(test::draw(1, n + 1));
  if (static_cast<Index>(cardinalities.size()) > n) return;
  ExactMatrix left = samples ? test::exact_covariance_of(data, true, 0) : test::exact(data);
  double explained = 0.0;
  for (const Component& component : test::checked_solve(problem, cardinalities, options).components) {
    if (test::ExactPencil(left).beyond(component.k, mpq_class(*component.upper_bound), 1))
      RC_FAIL(fmt::format("a support explains more than {:a}", *component.upper_bound));
    RC_ASSERT(test::above(left, component, component.lower_bound) >= 0);
    RC_ASSERT(component.lower_bound <= component.variance && component.variance <= *component.upper_bound);
    const double noise = 1e-9 * (explained + component.score_variance);
    if (options.deflation == Deflation::schur)
      RC_ASSERT(std::abs(component.variance - component.adjusted_variance) <= noise);
    explained += component.adjusted_variance;
    if (component.negligible) return;  // what is taken away for nothing is not told from rounding
    test::deflate(left, component, options.deflation);
  }
}

}  // namespace
}  // namespace spica
