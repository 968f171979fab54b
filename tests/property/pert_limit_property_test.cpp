// The limit of Pert-Convex-IP: above lambda^k(A), and equal to lambar + lambda^k(sum over P of (lam_i -
// lambar) v_i v_i').

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Eigenvalues>

#include "solver/pert_limit.hpp"
#include "spica/solve.hpp"
#include "support/exact.hpp"
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
  const auto n = *rc::gen::inRange<Index>(1, 8);
  const auto k = *rc::gen::inRange<Index>(1, n + 1);
  const auto ipos = *rc::gen::inRange<Index>(1, n + 1);
  const auto flavour = static_cast<Flavour>(*rc::gen::inRange(0, test::flavour_count));
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const bool samples = *rc::gen::arbitrary<bool>();
  const Matrix data =
      samples ? test::samples_of(flavour, random, 5, n) : test::covariance_of(flavour, random, n);
  const Problem problem = samples ? Problem::from_samples(data) : Problem::from_covariance(data);
  const test::ExactMatrix a = samples ? test::exact_covariance_of(data, true, 0) : test::exact(data);
  const mpq_class upper(*pert(problem, k, ipos).upper_bound);
  test::for_each_support(n, k, [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(a, s, upper)); });
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
