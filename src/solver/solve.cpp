#include "spica/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "bounds/dadal.hpp"
#include "bounds/sample.hpp"
#include "bounds/sdp.hpp"
#include "bounds/spectral.hpp"
#include "primal/primal.hpp"
#include "search/branch_and_bound.hpp"
#include "search/support/node.hpp"
#include "solver/components.hpp"
#include "solver/pert_limit.hpp"
#include "solver/trace.hpp"
#include "spica/error.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {

namespace {

using search::Limits;
using search::Stopwatch;

std::int64_t thread_count(const Options& options) {
  if (options.threads > 0) return options.threads;
  return std::max<std::int64_t>(1, std::thread::hardware_concurrency());
}

/// Everything that the components of one call share.
struct Run {
  const Options& options;
  const Hooks& hooks;
  Stopwatch clock;
  Limits limits;
  std::int64_t threads;

  Run(const Options& o, const Hooks& h) : options(o), hooks(h), threads(thread_count(o)) {
    options.validate();
    limits = {&clock, options.time_limit_sec, options.node_limit, hooks.stop};
  }
};

/// x, a proven lower bound for it, and the record of how both bounds came about, for one component.
struct Attempt {
  const Problem& problem;
  solver::Trace trace;
  SparseVector x;
  double lower = 0.0;  // scaled units

  Attempt(const Problem& p, const Run& run, Index component)
      : problem(p), trace(p, run.clock, run.hooks, component) {}

  void find_incumbent(const Run& run, Index k) {
    const primal::Task task{problem, k, run.options.heuristic, static_cast<std::uint64_t>(run.options.seed),
                            run.limits};
    bool found = false;
    primal::run(task, [&](const primal::Candidate& candidate, char source) {
      SparseVector point = primal::component(candidate);
      const double value = verify::rayleigh_lower(problem, point);
      if (found && !(value > lower)) return;
      found = true;
      x = std::move(point);
      lower = value;
      trace.incumbent(lower, source);
    });
  }
};

/// The largest loading is positive; of equal ones the first.
Vector fix_sign(const Vector& loadings) {
  Index largest = 0;
  loadings.cwiseAbs().maxCoeff(&largest);
  return loadings(largest) < 0.0 ? Vector(-loadings) : loadings;
}

Component describe(const Attempt& attempt, const Run& run, Index k, double start_sec) {
  Component component;
  component.k = k;
  component.support = attempt.x.support;
  component.loadings = fix_sign(attempt.x.values / attempt.x.values.norm());
  // What is claimed of the loadings is proven of the loadings, after their last rounding.
  const double lower = verify::rayleigh_lower(attempt.problem, {component.support, component.loadings});
  component.lower_bound = attempt.problem.to_user_down(std::min(lower, attempt.lower));
  component.time_sec = run.clock.seconds() - start_sec;
  component.trace = attempt.trace.points();
  return component;
}

void set_upper(Component& component, const Problem& problem, double upper) {
  component.upper_bound = std::max(problem.to_user_up(upper), component.lower_bound);
  component.gap = relative_gap(component.lower_bound, component.upper_bound);
}

/// The spectral bound is enough for a dozen features. Beyond, the sample bound sees k; it needs a factor with
/// few rows, and an eigendecomposition to make one of a covariance.
std::unique_ptr<bounds::Bound> choose_bound(const Problem& problem, Index k) {
  constexpr Index few_features = 16;
  constexpr Index quick_eigendecomposition = 2500;
  constexpr Index few_rows = 1000;
  const bool worth_it = problem.features() > few_features &&
                        (problem.in_factor_form() || problem.features() <= quick_eigendecomposition);
  if (worth_it && problem.factor().rows() <= few_rows) return std::make_unique<bounds::Sample>(problem, k);
  return std::make_unique<bounds::Spectral>(problem);
}

Component solve_component(const Problem& problem, Index k, const Run& run, Index index) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, index);
  attempt.find_incumbent(run, k);

  const std::unique_ptr<bounds::Bound> bound = choose_bound(problem, k);
  search::Incumbent incumbent(attempt.x, attempt.lower);
  search::Settings settings{k, run.options.gap, run.threads, run.limits, {}};
  settings.on_event = [&](const search::Event& event) { attempt.trace.event(event); };
  const search::Outcome outcome = search::branch_and_bound(problem, *bound, incumbent, settings);

  attempt.x = incumbent.point();
  attempt.lower = incumbent.value();
  attempt.trace.finish({outcome.nodes, outcome.open, attempt.lower, outcome.upper});
  Component component = describe(attempt, run, k, start_sec);
  set_upper(component, problem, outcome.upper);
  component.status = outcome.status;
  component.nodes = outcome.nodes;
  component.method = bound->name();
  for (const SparseVector& tie : outcome.ties) component.ties.push_back(tie.support);
  std::sort(component.ties.begin(), component.ties.end());
  component.ties.erase(std::unique(component.ties.begin(), component.ties.end()), component.ties.end());
  return component;
}

Component heuristic_component(const Problem& problem, Index k, const Run& run, Index index) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, index);
  attempt.find_incumbent(run, k);
  Component component = describe(attempt, run, k, start_sec);
  component.status = run.limits.hit().value_or(Status::finished);
  component.method = name_of(run.options.heuristic.method);
  return component;
}

/// A number that one dual method proved, in the problem's scaled units.
struct DualResult {
  double upper = 0.0;
  std::int64_t nodes = 1;
  Status status = Status::finished;
};

DualResult bound_at_root(const bounds::Bound& bound, const Attempt& attempt, Index k, const Run& run) {
  const bounds::Node root = search::spell_out(nullptr, attempt.problem.features(), k);
  const double upper =
      bound.evaluate(root, {nullptr, attempt.lower, [&run] { return run.limits.hit().has_value(); }}).upper;
  return {upper, 1, run.limits.hit().value_or(Status::finished)};
}

Index directions(const Problem& problem, const Options& options) {
  const Index ipos = options.ip.ipos.value_or(std::min<Index>(10, problem.features()));
  if (ipos > problem.features()) {
    throw Error(ErrorKind::usage,
                fmt::format("--ipos is {}; it must be at least 1 and at most the {} features", ipos,
                            problem.features()));
  }
  return ipos;
}

DualResult bound_by_pert_limit(Attempt& attempt, Index k, const Run& run) {
  search::Settings settings{k, run.options.gap, run.threads, run.limits, {}};
  settings.on_event = [&attempt](const search::Event& event) {
    attempt.trace.event({event.nodes, event.open, attempt.lower, event.upper, false, event.milestone});
  };
  const solver::PertLimit limit =
      solver::pert_limit(attempt.problem, directions(attempt.problem, run.options),
                         static_cast<std::uint64_t>(run.options.seed), settings);
  return {limit.upper, limit.nodes, limit.status};
}

DualResult bound_by_relaxation(BoundMethod method, Attempt& attempt, Index k, const Run& run) {
  bounds::RelaxationSettings settings{run.options.gap, [&run] { return run.limits.hit().has_value(); }, {}};
  settings.on_bound = [&attempt](std::int64_t steps, double upper) {
    attempt.trace.event({steps, 0, attempt.lower, upper, false, true});
  };
  const bounds::RelaxationResult result =
      method == BoundMethod::sdp ? bounds::solve_sdp(attempt.problem, k, settings)
                                 : bounds::solve_dadal(attempt.problem, k, run.options.sigma0, settings);
  return {result.upper, result.steps, run.limits.hit().value_or(Status::finished)};
}

DualResult bound_by(BoundMethod method, Attempt& attempt, Index k, const Run& run) {
  switch (method) {
    case BoundMethod::spectral:
      return bound_at_root(bounds::Spectral(attempt.problem), attempt, k, run);
    case BoundMethod::sample:
      return bound_at_root(bounds::Sample(attempt.problem, k), attempt, k, run);
    case BoundMethod::pert_convex_ip:
    case BoundMethod::l0_ip:
      return bound_by_pert_limit(attempt, k, run);
    case BoundMethod::convex_ip:
    case BoundMethod::l1:
      break;
    case BoundMethod::sdp:
    case BoundMethod::dadal:
      return bound_by_relaxation(method, attempt, k, run);
  }
  throw Error(ErrorKind::usage, "not yet");
}

Component bound_component(const Problem& problem, Index k, const Run& run) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, 0);
  attempt.find_incumbent(run, k);
  const DualResult dual = bound_by(run.options.bound, attempt, k, run);
  attempt.trace.finish({dual.nodes, 0, attempt.lower, dual.upper});
  Component component = describe(attempt, run, k, start_sec);
  set_upper(component, problem, dual.upper);
  component.status = dual.status;
  component.nodes = dual.nodes;
  component.method = name_of(run.options.bound);
  return component;
}

Status worst(Status a, Status b) {
  if (a == Status::optimal) return b;
  if (b == Status::optimal || b == Status::gap_reached || b == Status::finished) return a;
  return a == Status::interrupted ? a : b;
}

void add_variances(const Problem& problem, Result& result) {
  std::vector<SparseVector> components;
  for (const Component& component : result.components)
    components.push_back({component.support, component.loadings});
  const solver::ExplainedVariance explained = solver::explained_variance(problem, components);
  for (std::size_t i = 0; i < components.size(); ++i) {
    result.components[i].variance = std::ldexp(explained.variance(static_cast<Index>(i)), problem.exponent());
    result.components[i].adjusted_variance =
        std::ldexp(explained.adjusted(static_cast<Index>(i)), problem.exponent());
  }
  result.total_variance = std::ldexp(problem.trace(), problem.exponent());
}

/// One component after another, each in what the last one left.
template <class OneComponent>
Result deflate_through(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run,
                       OneComponent one) {
  require_cardinalities(problem, cardinalities);
  Result result;
  result.threads = run.threads;
  Problem current = problem;
  for (std::size_t i = 0; i < cardinalities.size(); ++i) {
    Component component = one(current, cardinalities[i], static_cast<Index>(i));
    result.status = i == 0 ? component.status : worst(result.status, component.status);
    const bool last = i + 1 == cardinalities.size();
    if (!last) current = current.deflated({component.support, component.loadings});
    result.components.push_back(std::move(component));
    if (!last && result.status == Status::interrupted) break;
  }
  add_variances(problem, result);
  result.time_sec = run.clock.seconds();
  return result;
}

}  // namespace

Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
             const Hooks& hooks) {
  const Run run(options, hooks);
  return deflate_through(problem, cardinalities, run, [&run](const Problem& current, Index k, Index index) {
    return solve_component(current, k, run, index);
  });
}

Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
                 const Hooks& hooks) {
  const Run run(options, hooks);
  return deflate_through(problem, cardinalities, run, [&run](const Problem& current, Index k, Index index) {
    return heuristic_component(current, k, run, index);
  });
}

Result bound(const Problem& problem, Index k, const Options& options, const Hooks& hooks) {
  const Run run(options, hooks);
  return deflate_through(problem, {k}, run, [&run](const Problem& current, Index cardinality, Index) {
    return bound_component(current, cardinality, run);
  });
}

}  // namespace spica
