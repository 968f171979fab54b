// The Cauchy and pairs bounds against enumeration in rational arithmetic, in both views, and beside each
// other.

#include <cmath>

#include "bounds/cauchy/cauchy.hpp"
#include "bounds/cauchy/proof.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "primal/primal.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"

namespace spica {
namespace {

using test::Flavour;

double bound_by(BoundMethod method, const Problem& problem, Index k) {
  Options options;
  options.bound = method;
  options.threads = 1;
  return *bound(problem, k, options).components.front().upper_bound;
}

SparseVector some_component(const Problem& problem, Index k) {
  return primal::component(primal::best_on_support(problem, linalg::top_k(problem.variances(), k)));
}

/// tau I - A - k Diag(|r_i|^2) + RR' is positive semidefinite, exactly.
bool proves(const test::ExactMatrix& a, const Matrix& r, Index k, double tau) {
  const test::ExactMatrix exact_r = test::exact(r);
  test::ExactMatrix t = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      mpq_class z = 0;
      for (std::size_t l = 0; l < exact_r[i].size(); ++l) z += exact_r[i][l] * exact_r[j][l];
      t[i][j] = z - a[i][j];
      if (i == j) t[i][j] += mpq_class(tau) - static_cast<long>(k) * z;
    }
  }
  return test::positive_semidefinite(std::move(t));
}

Matrix any_r(Random& random, Index n) {
  const auto columns = test::draw(1, 5);
  Matrix r = std::pow(10.0, test::draw(-12, 2)) * test::gaussian(random, n, columns);
  for (double& value : r.reshaped()) value *= random.uniform() < 0.2 ? 0.0 : 1.0;
  if (test::draw_bool()) r.row(0) *= 1e8;
  bounds::cauchy::scrub(r);
  return r;
}

double lam_max_of(const Matrix& a, const Matrix& r, Index k) {
  Matrix b = a - r * r.transpose();
  b.diagonal() += static_cast<double>(k) * r.rowwise().squaredNorm();
  return test::lam_max(b);
}

SPICA_PROPERTY(CauchyProperty, BoundsEverySupportOfANodeExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 8);
  const Index n = any.problem.features();
  const bounds::Cauchy bound(any.problem, some_component(any.problem, any.k));
  const bounds::Value at_root = bound.evaluate(test::root_of(n, any.k));
  test::require_upper_bound(any, any.problem.to_user_up(at_root.upper));
  const bounds::Node node = test::any_node(random, n, any.k);
  bounds::Hint hint;
  if (test::draw_bool()) hint.parent = at_root.state.get();
  const mpq_class upper(any.problem.to_user_up(bound.evaluate(node, hint).upper));
  test::for_each_support_of(node, n,
                            [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(any.exact, s, upper)); });
}

SPICA_PROPERTY(CauchyProperty, TheDenseProofHoldsForAnyR) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 9);
  const auto k = test::draw(2, n + 1);
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  const Problem problem = Problem::from_covariance(test::covariance_of(flavour, random, n));
  const Matrix& a = problem.covariance();
  const Matrix r = any_r(random, n);
  const double upper = bounds::cauchy::prove_dense(a, k, r, lam_max_of(a, r, k));
  RC_ASSERT(std::isfinite(upper));
  RC_ASSERT(proves(test::exact(a), r, k, upper));
}

SPICA_PROPERTY(CauchyProperty, TheFactorProofHoldsForAnyR) {
  Random random(test::draw_seed());
  const auto m = test::draw(1, 5);
  const auto n = test::draw(2, 9);
  const auto k = test::draw(2, n + 1);
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  const Problem problem = Problem::from_samples(test::samples_of(flavour, random, m, n), {false, false, 0});
  const Matrix& c = factor_of(problem).dense();
  const Matrix r = any_r(random, n);
  const double top = lam_max_of(c.transpose() * c, r, k);
  // At the eigenvalue it must find a number close by; below it, it must not find one that is wrong.
  const double factor = test::draw_one_of({1.0, 1.0 - 1e-12, 1.0 - 1e-9, 0.9999, 1.5});
  const double upper = bounds::cauchy::prove_factor(c, k, r, factor * top);
  RC_CLASSIFY(std::isfinite(upper), "proven");
  if (factor >= 1.0 && top > 1e-6) RC_ASSERT(upper <= factor * top * (1.0 + 1e-6));
  if (std::isfinite(upper))
    RC_ASSERT(proves(test::exact_covariance_of(c, false, static_cast<int>(c.rows()) - 1), r, k, upper));
}

SPICA_PROPERTY(CauchyProperty, TheProgramsBoundsHoldExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 1, 7);
  for (const BoundMethod method : {BoundMethod::cauchy, BoundMethod::pairs})
    test::require_upper_bound(any, bound_by(method, any.problem, any.k));
}

SPICA_PROPERTY(CauchyProperty, PairsAreAtLeastAsStrongAsCauchyAndTheSdp) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 13);
  const auto k = test::draw(1, n + 1);
  const Problem problem = Problem::from_covariance(test::covariance_of(Flavour::gaussian, random, n));
  const double pairs = bound_by(BoundMethod::pairs, problem, k);
  RC_ASSERT(pairs <= bound_by(BoundMethod::sdp, problem, k) * (1.0 + 1e-3));
  RC_ASSERT(pairs <= bound_by(BoundMethod::cauchy, problem, k) * (1.0 + 1e-3));
}

SPICA_PROPERTY(CauchyProperty, NeitherOrderNorSignsNorScaleMatter) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 13);
  const auto k = test::draw(1, n + 1);
  const Matrix a = test::covariance_of(Flavour::gaussian, random, n);
  const test::Disguise disguise(random, n);
  const Problem first = Problem::from_covariance(a);
  const Problem second = Problem::from_covariance(disguise.of(a));
  const auto ratio = [&](BoundMethod method) {
    return bound_by(method, second, k) / disguise.scale / bound_by(method, first, k);
  };
  RC_ASSERT(std::abs(ratio(BoundMethod::pairs) - 1.0) <= 1e-3);
  RC_ASSERT(std::abs(ratio(BoundMethod::cauchy) - 1.0) <= 1e-2);
}

}  // namespace
}  // namespace spica
