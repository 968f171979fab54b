#include "solver/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/views.hpp"
#include "primal/primal.hpp"
#include "solver/allowed.hpp"
#include "solver/components.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

std::int64_t thread_count(const Options& options, const search::Team* team) {
  return parallel::threads(options.threads == 0 && team != nullptr ? team->cores() : options.threads);
}

}  // namespace

void show(Component& component, Index feature) {
  const auto at = std::lower_bound(component.support.begin(), component.support.end(), feature);
  if (at != component.support.end() && *at == feature) return;
  const Index position = at - component.support.begin();
  const Index after = component.loadings.size() - position;
  Vector loadings(component.loadings.size() + 1);
  loadings << component.loadings.head(position), 0.0, component.loadings.tail(after);
  component.support.insert(at, feature);
  component.loadings = std::move(loadings);
}

Vector fix_sign(const Vector& loadings) {
  Index largest = 0;
  loadings.cwiseAbs().maxCoeff(&largest);
  return loadings(largest) < 0.0 ? Vector(-loadings) : loadings;
}

Run::Run(const Options& o, const Hooks& h, double before_sec, Internals i)
    : options(o),
      hooks(h),
      internals(std::move(i)),
      clock(before_sec),
      threads(thread_count(o, internals.team)) {
  options.validate();
  // An eigenvalue says little of loadings of one sign.
  if (options.heuristic.nonnegative || !options.limits.empty())
    internals.tuning.plan.spectral_up_to = internals.tuning.joint.spectral_up_to = 1;
  cores = std::make_shared<parallel::Cores>(threads);
  limits = {&clock, before_sec + options.time_limit_sec, options.node_limit, hooks.stop};
}

Run::Run(const Run& whole, const Options& o, const Hooks& h)
    : options(o),
      hooks(h),
      internals(whole.internals),
      clock(whole.clock),
      limits(whole.limits),
      threads(whole.threads),
      cores(whole.cores),
      checkpoints(whole.checkpoints) {}

void ComponentRun::find_incumbent(const Run& run, Index k) {
  if (k == problem.features() && !run.options.heuristic.nonnegative &&
      conditions.limits.empty()) {  // one support, one eigenvalue
    offer(primal::component(primal::best_on_support(problem, all_features(problem),
                                                    [&run] { return run.limits.hit().has_value(); })),
          'A');
    return;
  }
  primal::run(task(run, k), taker());
}

void ComponentRun::find_quick_incumbent(const Run& run, Index k) {
  primal::quick(task(run, k), taker());
}

primal::Task ComponentRun::task(const Run& run, Index k) const {
  return {problem,
          k,
          run.options.heuristic,
          static_cast<std::uint64_t>(run.options.seed),
          run.limits,
          run.options.include,
          run.internals.tuning.primal,
          conditions.limits};
}

primal::OnImprovement ComponentRun::taker() {
  return [this](const primal::Candidate& candidate, char source) {
    offer(primal::component(candidate), source);
  };
}

bool ComponentRun::offer(const SparseVector& point, char source) {
  const double value = verify::rayleigh_lower(problem, point);
  if (found_ && !(value > lower)) return false;
  found_ = true;
  x = point;
  lower = value;
  if (checkpoints_ != nullptr) checkpoints_->found(x, lower);
  trace.incumbent(lower, source);
  return true;
}

void ComponentRun::resume(const InWork& before) {
  found_ = !before.x.support.empty();
  x = before.x;
  lower = before.lower;
  trace.resume(before.trace);
}

Component describe(const ComponentRun& component_run, const Run& run, Index k, double start_sec) {
  Component component;
  component.k = k;
  component.support = component_run.x.support;
  component.loadings = fix_sign(component_run.x.values / component_run.x.values.norm());
  for (const Index i : run.options.include) show(component, i);
  // What is claimed of the loadings is proven of the loadings, after their last rounding.
  const double lower = verify::rayleigh_lower(component_run.problem, {component.support, component.loadings});
  component.lower_bound = component_run.problem.to_user_down(std::min(lower, component_run.lower));
  component.negligible = component_run.lower <= verify::support_error(component_run.problem, k);
  component.time_sec = run.clock.seconds() - start_sec;
  component.trace = component_run.trace.points();
  for (TracePoint& point : component.trace) {  // none says more than is claimed in the end
    if (point.lower_bound) point.lower_bound = std::min(*point.lower_bound, component.lower_bound);
  }
  return component;
}

void set_upper(Component& component, const Problem& problem, double upper) {
  component.upper_bound = std::max(problem.to_user_up(upper), component.lower_bound);
  component.gap = relative_gap(component.lower_bound, component.upper_bound);
}

void settle_status(Component& component, double gap) {
  if (component.status == Status::optimal) return;
  if (component.gap && *component.gap <= gap) {
    component.status = Status::gap_reached;
  } else if (component.status == Status::gap_reached) {
    component.status = Status::finished;
  }
  component.down_to_rounding = component.status == Status::finished && !component.better;
}

Status worst(Status a, Status b) {
  const auto rank = [](Status status) {
    switch (status) {
      case Status::optimal:
        return 0;
      case Status::gap_reached:
        return 1;
      case Status::finished:
        return 2;
      case Status::time_limit:
      case Status::node_limit:
        return 3;
      case Status::interrupted:
        break;
    }
    return 4;
  };
  return rank(b) > rank(a) ? b : a;
}

void add_variances(const Problem& problem, Result& result) {
  std::vector<SparseVector> components;
  for (const Component& component : result.components)
    components.push_back({component.support, component.loadings});
  const ExplainedVariance explained = explained_variance(problem, components);
  for (std::size_t i = 0; i < components.size(); ++i) {
    result.components[i].score_variance =
        std::ldexp(explained.variance(static_cast<Index>(i)), problem.exponent());
    result.components[i].adjusted_variance =
        std::ldexp(explained.adjusted(static_cast<Index>(i)), problem.exponent());
  }
  result.correlations = explained.correlations;
  result.total_variance = std::ldexp(problem.trace(), problem.exponent());
}

void set_variance(Component& component, const Problem& problem) {
  const double plain =
      std::ldexp(variance_of(problem, {component.support, component.loadings}), problem.exponent());
  const double upper = component.upper_bound.value_or(std::numeric_limits<double>::infinity());
  component.variance = std::min(std::max(plain, component.lower_bound), upper);
}

namespace {

/// A later component came down to rounding, and explains no more than what the doubles of the data cannot
/// hold. One that is proven to its gap is told from rounding, however small it is beside the others.
bool is_rounding_of(const Problem& problem, const Component& component) {
  constexpr double rounding = 1e-12;  // of all variance
  return component.sense == Sense::largest && component.down_to_rounding && component.upper_bound &&
         *component.upper_bound <= std::ldexp(rounding * problem.trace(), problem.exponent());
}

/// What a component explains, and the features that it uses up.
void take_away(const Component& component, const Options& options, Problem& current, Allowed& allowed) {
  if (options.disjoint) allowed.use_up(component.support);
  // A projection off the loadings changes nothing among the other features.
  if (options.disjoint && options.deflation == Deflation::projection) return;
  current = current.deflated({component.support, component.loadings}, options.deflation);
}

}  // namespace

Result deflate_through(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run,
                       const OneComponent& one) {
  require_cardinalities(problem, cardinalities);
  Result result;
  result.threads = run.threads;
  result.deflation = run.options.deflation;
  if (run.internals.team != nullptr) result.ranks = run.internals.team->size();
  Allowed allowed(problem);
  Problem current = problem;
  for (std::size_t i = 0; i < cardinalities.size(); ++i) {
    const Problem part = allowed.part_of(current, run.options.certificate);
    Turn turn{part, cardinalities[i], static_cast<Index>(i), {}, allowed.features(), allowed.left_out()};
    if (i < run.options.start.size()) turn.start = allowed.within(run.options.start[i]);
    Component component = one(turn);
    set_variance(component, part);
    allowed.number_as_given(component);
    if (i > 0 && is_rounding_of(problem, component)) component.negligible = true;
    result.status = i == 0 ? component.status : worst(result.status, component.status);
    if (component.alternatives && !component.alternatives->finished)  // a limit cut the list short
      result.status = worst(result.status, run.limits.hit().value_or(Status::node_limit));
    const bool last = i + 1 == cardinalities.size();
    result.components.push_back(std::move(component));
    // Of a component that nobody has time for, there is nothing to say.
    const bool no_time = run.limits.hit() && is_large(shape_of(problem), run.internals.tuning.plan);
    if (last || result.status == Status::interrupted || no_time) break;
    take_away(result.components.back(), run.options, current, allowed);
  }
  add_variances(problem, result);
  result.time_sec = run.clock.seconds();
  return result;
}

Shape shape_of(const Problem& problem, Index k) {
  Shape shape{.features = problem.features(), .k = k};
  if (problem.in_factor_form()) shape.factor_rows = factor_of(problem).rows();
  return shape;
}

Support all_features(const Problem& problem) {
  Support all(static_cast<std::size_t>(problem.features()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace spica::solver
