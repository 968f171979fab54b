// The limit of Pert-Convex-IP: above lambda^k(A), and equal to lambar + lambda^k(sum over P of (lam_i -
// lambar) v_i v_i').

#include "programs/pert_limit.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

Component pert(const Problem& problem, Index k, Index ipos) {
  Options options;
  options.threads = 1;
  options.bound = BoundMethod::pert_convex_ip;
  options.ip.ipos = ipos;
  return bound(problem, k, options).components.front();
}

SPICA_PROPERTY(PertLimitProperty, BoundsEverySupportExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 1, 7);
  const auto ipos = test::draw(1, any.problem.features() + 1);
  test::require_upper_bound(any, *pert(any.problem, any.k, ipos).upper_bound);
}

SPICA_PROPERTY(PertLimitProperty, IsTheLimitOfTheModel) {
  const auto n = test::draw(2, 9);
  const auto k = test::draw(1, n + 1);
  const auto ipos = test::draw(1, n + 1);
  Random random(test::draw_seed());
  const Matrix a = test::covariance_of(Flavour::gaussian, random, n);
  const auto [lam, v] = test::spectrum(a);
  const double lambar = ipos < n ? std::max(0.0, lam(ipos)) : 0.0;
  Matrix model = Matrix::Zero(n, n);
  for (Index i = 0; i < ipos; ++i) model += (lam(i) - lambar) * v.col(i) * v.col(i).transpose();
  const double limit = lambar + test::brute_force(model, k);
  const Component component = pert(Problem::from_covariance(a), k, ipos);
  RC_ASSERT(*component.upper_bound >= limit * (1.0 - 1e-9));
  RC_ASSERT(*component.upper_bound <= limit * (1.0 + 1.01e-4));
}

}  // namespace
}  // namespace spica
