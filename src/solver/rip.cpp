// The restricted isometry constant of a sensing matrix A from both extreme k-sparse eigenvalues of A'A:
//
//   delta_k = max( lambda^k(A'A) - 1, 1 - mu^k(A'A) ), (maths.md, 5.4)
//
// each enclosed by a search of its own; the subtractions round outwards.

#include <algorithm>

#include "numerics/rounding.hpp"
#include "solver/allowed.hpp"
#include "solver/certified.hpp"

namespace spica {

namespace {

Isometry isometry(const Component& largest, const Component& smallest) {
  using numerics::subtract_down;
  using numerics::subtract_up;
  Isometry delta;
  delta.lower_bound = std::max(
      {0.0, subtract_down(largest.lower_bound, 1.0), subtract_down(1.0, smallest.upper_bound.value())});
  delta.upper_bound =
      std::max(subtract_up(largest.upper_bound.value(), 1.0), subtract_up(1.0, smallest.lower_bound));
  delta.gap = relative_gap(delta.lower_bound, delta.upper_bound);
  return delta;
}

}  // namespace

Result solver::rip(const Problem& whole, Index k, const Options& options, const Hooks& hooks,
                   const Internals& internals) {
  solver::require_largest(options);
  solver::require_all_features(options);
  solver::require_no_limits(options);
  solver::require_any_sign(options);
  require_cardinalities(whole, {k});
  const solver::Allowed allowed(whole);
  const Problem problem = allowed.part_of(whole, options.certificate);
  const auto turn = [&](Index index) {
    return Turn{problem, k, index, {}, allowed.features(), allowed.left_out()};
  };
  require_dense(problem);
  const solver::Run run(options, hooks, 0.0, internals);
  solver::Run first(run, options, hooks);
  first.limits.deadline_sec *= 0.5;
  first.limits.node_limit = std::max<std::int64_t>(1, options.node_limit / 2);
  Component largest = solver::solve_component(turn(0), first);
  solver::Run rest(run, options, hooks);
  rest.limits.node_limit = std::max<std::int64_t>(1, options.node_limit - largest.nodes);
  Component smallest = solver::smallest_component(turn(1), rest);

  for (Component* side : {&largest, &smallest}) {
    solver::settle_status(*side, options.gap);
    solver::set_variance(*side, problem);
    allowed.number_as_given(*side);
  }

  Result result;
  result.threads = run.threads;
  result.status = solver::worst(largest.status, smallest.status);
  result.isometry = isometry(largest, smallest);
  result.components = {std::move(largest), std::move(smallest)};
  solver::add_variances(whole, result);
  result.correlations = {};
  for (Component& side : result.components) side.adjusted_variance = side.variance;  // not one after another
  result.time_sec = run.clock.seconds();
  return result;
}

Result rip(const Problem& problem, Index k, const Options& options, const Hooks& hooks) {
  return solver::rip(problem, k, options, hooks, {});
}

}  // namespace spica
