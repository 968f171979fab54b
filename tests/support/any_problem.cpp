#include "support/any_problem.hpp"

#include "support/exact_bounds.hpp"

namespace spica::test {

AnyProblem any_problem(Random& random, Index smallest, Index largest) {
  const auto n = draw(smallest, largest + 1);
  const auto k = draw(1, n + 1);
  const auto flavour = static_cast<Flavour>(draw(0, small_flavour_count));
  const bool samples = draw_bool();
  const auto m = draw(2, 7);
  const Matrix data = samples ? samples_of(flavour, random, m, n) : covariance_of(flavour, random, n);
  return {samples ? Problem::from_samples(data) : Problem::from_covariance(data),
          samples ? exact_covariance_of(data, true, 0) : exact(data), k};
}

GroupLimits any_limits(Random& random, Index n) {
  GroupLimits limits;
  const Index groups = draw(1, 5);
  for (Index g = 0; g < groups; ++g) {
    limits.at_most.push_back(1 + static_cast<Index>(2.5 * random.uniform()));
    limits.names.push_back(std::string(1, static_cast<char>('a' + g)));
  }
  for (Index i = 0; i < n; ++i) {
    const auto g = static_cast<Index>(random.uniform() * (static_cast<double>(groups) + 0.4));
    limits.group.push_back(g < groups ? g : GroupLimits::no_group);
  }
  return limits;
}

IpOptions any_ip_options(BoundMethod method, Index n) {
  IpOptions ip;
  ip.grid = draw_one_of({Grid::fixed, Grid::adaptive});
  ip.ipos = draw(1, n + 1);
  ip.splits = draw(1, 4);
  ip.iterations = draw(1, 4);
  ip.theta = draw_one_of({Theta::l0, Theta::l1});
  ip.cuts = draw_one_of({Cuts::none, Cuts::iterative, Cuts::all});
  ip.warm_split = draw_one_of({Switch::off, Switch::on});
  const bool pert = method == BoundMethod::pert_convex_ip || method == BoundMethod::l0_ip;
  ip.residual = pert && draw_bool();
  return ip;
}

void require_upper_bound(const AnyProblem& any, double upper) {
  require_nothing_above(ExactPencil(any.exact), any.k, upper);
}

}  // namespace spica::test
