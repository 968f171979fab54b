// The limit of Pert-Convex-IP: above lambda^k(A), and equal to lambar + lambda^k(sum over P of (lam_i -
// lambar) v_i v_i').

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Eigenvalues>

#include "solver/pert_limit.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/matrices.hpp"
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

RC_GTEST_PROP(PertLimitProperty, BoundsEverySupportExactly, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const test::AnyProblem any = test::any_problem(random, 1, 7);
  const auto ipos = *rc::gen::inRange<Index>(1, any.problem.features() + 1);
  test::require_upper_bound(any, *pert(any.problem, any.k, ipos).upper_bound);
}

RC_GTEST_PROP(PertLimitProperty, IsTheLimitOfTheModel, ()) {
  const auto n = *rc::gen::inRange<Index>(2, 9);
  const auto k = *rc::gen::inRange<Index>(1, n + 1);
  const auto ipos = *rc::gen::inRange<Index>(1, n + 1);
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Matrix a = test::covariance_of(Flavour::gaussian, random, n);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(a);
  const double lambar = ipos < n ? std::max(0.0, eigen.eigenvalues()(n - 1 - ipos)) : 0.0;
  Matrix model = Matrix::Zero(n, n);
  for (Index i = n - ipos; i < n; ++i) {
    model += (eigen.eigenvalues()(i) - lambar) * eigen.eigenvectors().col(i) *
             eigen.eigenvectors().col(i).transpose();
  }
  const double limit = lambar + test::brute_force(model, k);
  const Component component = pert(Problem::from_covariance(a), k, ipos);
  RC_ASSERT(*component.upper_bound >= limit * (1.0 - 1e-9));
  RC_ASSERT(*component.upper_bound <= limit * (1.0 + 1.01e-4));
}

}  // namespace
}  // namespace spica
