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

std::vector<mpq_class> exact_loadings(const Component& component, std::size_t n) {
  std::vector<mpq_class> x(n);
  for (std::size_t i = 0; i < component.support.size(); ++i)
    x[static_cast<std::size_t>(component.support[i])] = component.loadings(static_cast<Index>(i));
  return x;
}

std::vector<mpq_class> product(const ExactMatrix& a, const std::vector<mpq_class>& x) {
  std::vector<mpq_class> w(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) w[i] += a[i][j] * x[j];
  }
  return w;
}

mpq_class dot(const std::vector<mpq_class>& x, const std::vector<mpq_class>& y) {
  mpq_class sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// A - Axx'A/(x'Ax), or PAP with P = I - xx'/(x'x).
void deflate(ExactMatrix& a, const std::vector<mpq_class>& x, Deflation how) {
  const std::vector<mpq_class> w = product(a, x);
  const mpq_class v = dot(x, w);
  const mpq_class square = dot(x, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (how == Deflation::schur) {
        a[i][j] -= w[i] * w[j] / v;
      } else {
        a[i][j] -= (x[i] * w[j] + w[i] * x[j]) / square - x[i] * x[j] * v / (square * square);
      }
    }
  }
}

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
    deflate(left, exact_loadings(component, left.size()), options.deflation);
  }
}

}  // namespace
}  // namespace spica
