// The semidefinite bounds against enumeration in rational arithmetic, on matrices that break careless code,
// and under the changes of a matrix that lambda^k does not notice.

#include "bounds/sdp/dadal.hpp"
#include "bounds/sdp/dual.hpp"
#include "bounds/sdp/sdp.hpp"
#include "support/any_problem.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

using test::AnyProblem;

void require_bound(const AnyProblem& any, double scaled_upper) {
  test::require_upper_bound(any, any.problem.to_user_up(scaled_upper));
}

SPICA_PROPERTY(RelaxationProperty, SdpBoundsEverySupportExactly) {
  Random random(test::draw_seed());
  const AnyProblem instance = test::any_problem(random, 1, 7);
  require_bound(instance, bounds::solve_sdp(instance.problem, instance.k, {}).upper);
}

SPICA_PROPERTY(RelaxationProperty, DadalBoundsEverySupportExactly) {
  Random random(test::draw_seed());
  const AnyProblem instance = test::any_problem(random, 1, 7);
  const double sigma0 = std::pow(10.0, test::draw(-4, 3));
  require_bound(instance, bounds::solve_dadal(instance.problem, instance.k, sigma0, {}).upper);
}

SPICA_PROPERTY(RelaxationProperty, EveryUGivesABound) {
  Random random(test::draw_seed());
  const AnyProblem instance = test::any_problem(random, 1, 7);
  const Index n = instance.problem.features();
  Matrix u = std::pow(10.0, test::draw(-17, 3)) * test::gaussian(random, n, n);
  if (test::draw_bool()) u -= instance.problem.covariance();
  require_bound(instance, bounds::proven_dual_value(instance.problem, instance.k, u));
  // A wrong guess of lam_max costs tightness only.
  require_bound(instance, bounds::proven_dual_value(instance.problem, instance.k, u, -1.0));
  require_bound(instance, bounds::proven_dual_value(instance.problem, instance.k, u, 0.5));
}

SPICA_PROPERTY(RelaxationProperty, NeitherOrderNorSignsNorScaleMatter) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 13);
  const auto k = test::draw(1, n + 1);
  const Matrix a = test::covariance_of(Flavour::gaussian, random, n);
  const test::Disguise disguise(random, n);
  const Problem first = Problem::from_covariance(a);
  const Problem second = Problem::from_covariance(disguise.of(a));
  const double sdp = first.to_user_up(bounds::solve_sdp(first, k, {}).upper);
  RC_ASSERT(std::abs(second.to_user_up(bounds::solve_sdp(second, k, {}).upper) / disguise.scale / sdp -
                     1.0) <= 2e-4);
}

}  // namespace
}  // namespace spica
