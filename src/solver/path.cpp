// Every cardinality of a range, sharing work:
//
// - components: the best of one k starts its neighbours, upwards and downwards, and all of them climb by
// exchanges;
// - proofs: one search a k, several at a time, each from such a component, all with one table of largest
// entries;
// - bounds: carried to neighbours, since lambda^k grows with k, and grows slowly (maths.md, 2.8).

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include "base/feature_set.hpp"
#include "base/parallel.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "solver/allowed.hpp"
#include "solver/bend.hpp"
#include "solver/carry.hpp"
#include "solver/certified.hpp"
#include "solver/components.hpp"
#include "spica/error.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {

namespace {

using primal::Candidate;
using solver::Run;

/// A little is done for every k when a limit has struck, which adds up where there are many of them. This says when
/// that has to end, too.
class Grace {
 public:
  explicit Grace(const Run& run) : run_(run) {}

  [[nodiscard]] bool used_up() {
    if (!run_.limits.hit()) return false;
    const double now = run_.clock.seconds();
    double since = never;
    if (since_.compare_exchange_strong(since, now)) since = now;
    return now - since > run_.internals.tuning.path.late_sec;
  }

 private:
  static constexpr double never = -1.0;
  const Run& run_;
  std::atomic<double> since_ = never;
};

/// A good component for every k: thorough searches for two of them, and from there climbs from neighbour to
/// neighbour, upwards and downwards.
class Starts {
 public:
  Starts(const Problem& problem, const std::vector<Index>& cardinalities, const GroupLimits& limits,
         const Run& run)
      : problem_(problem),
        cardinalities_(cardinalities),
        limits_(limits),
        run_(run),
        grace_(run),
        best_(cardinalities.size(), none()) {
    const std::size_t largest = best_.size() - 1;
    const auto early =
        static_cast<std::size_t>(run.internals.tuning.path.thorough_at * static_cast<double>(best_.size()));
    const std::size_t small = largest > 1 ? std::min(early, largest) : 0;
    parallel::both([&] { best_[largest] = primal::run(task(largest)); },
                   [&] {
                     if (small != largest) best_[small] = primal::run(task(small));
                   });
    std::vector<Candidate> upwards = best_;
    std::vector<Candidate> downwards = best_;
    parallel::both(
        [&] {
          for (std::size_t i = 1; i <= largest; ++i) climb_from(upwards[i - 1], i, upwards[i]);
        },
        [&] {
          for (std::size_t i = largest; i-- > 0;) climb_from(downwards[i + 1], i, downwards[i]);
        });
    for (std::size_t i = 0; i <= largest; ++i)
      best_[i] = upwards[i].value > downwards[i].value ? std::move(upwards[i]) : std::move(downwards[i]);
  }

  [[nodiscard]] SparseVector operator[](std::size_t i) const { return primal::component(best_[i]); }

 private:
  static Candidate none() { return {{}, {}, -std::numeric_limits<double>::infinity()}; }

  [[nodiscard]] primal::Task task(std::size_t i) const {
    return {problem_,
            cardinalities_[i],
            run_.options.heuristic,
            static_cast<std::uint64_t>(run_.options.seed),
            run_.limits,
            run_.options.include,
            run_.internals.tuning.primal,
            limits_};
  }

  /// At most k features of a neighbour, which costs no pass over all of them and keeps to its limits.
  [[nodiscard]] Candidate strongest_of(const Candidate& neighbour, Index k) {
    if (static_cast<Index>(neighbour.support.size()) <= k) return neighbour;
    Vector sizes = neighbour.loadings.cwiseAbs();
    for (Index i = 0; i < sizes.size(); ++i) {
      if (contains(run_.options.include, neighbour.support[static_cast<std::size_t>(i)])) sizes(i) = 2.0;
    }
    const Support positions = linalg::top_k(sizes, k);
    Support support;
    for (const Index position : positions)
      support.push_back(neighbour.support[static_cast<std::size_t>(position)]);
    if (!grace_.used_up()) return primal::best_on_support(task(0), std::move(support));
    constexpr double unknown = 0.0;
    Vector loadings = neighbour.loadings(positions);
    if ((loadings.array() == 0.0).all())
      loadings(0) = 1.0;  // features that must be in, and that it made no use of
    return {std::move(support), loadings.stableNormalized(), unknown};
  }

  void climb_from(const Candidate& neighbour, std::size_t i, Candidate& best) {
    if (neighbour.support.empty()) return;
    if (run_.limits.hit()) {
      if (best.support.empty()) best = strongest_of(neighbour, cardinalities_[i]);
      return;
    }
    const primal::Task task = this->task(i);
    const Vector scores = primal::scores(task, neighbour).cwiseAbs();
    Candidate climbed = primal::alternate(task, primal::strongest(task, scores));
    // The neighbour's own features, those with the largest scores if there are too many, and others if too
    // few.
    Vector preferred = scores;
    const double most = scores.maxCoeff();
    for (const Index feature : neighbour.support) preferred(feature) += 2.0 * most;
    Candidate nested = primal::alternate(task, primal::strongest(task, preferred));
    if (nested.value > climbed.value) climbed = std::move(nested);
    const bool full = static_cast<Index>(climbed.support.size()) == task.k || !limits_.empty();
    const bool affordable = task.k <= task.settings.best.exchanges_up_to;
    if (full && affordable && climbed.support != best.support && !run_.limits.hit())
      climbed = run_.options.heuristic.nonnegative ? primal::exchange_nonnegative(task, std::move(climbed))
                                                   : primal::swap(task, std::move(climbed));
    if (climbed.value > best.value) best = std::move(climbed);
  }

  const Problem& problem_;
  const std::vector<Index>& cardinalities_;
  const GroupLimits& limits_;
  const Run& run_;
  Grace grace_;
  std::vector<Candidate> best_;
};

/// What is known of a k whose turn did not come. A certificate has no words for what the entries alone say.
Component without_search(const Problem& problem, Index k, const SparseVector& x, const Run& run) {
  const double start_sec = run.clock.seconds();
  const double upper =
      run.options.certificate ? std::numeric_limits<double>::infinity() : verify::entries_upper(problem, k);
  solver::ComponentRun found(problem, run, 0);
  found.offer(x, 'S');
  found.trace.finish({0, 1, found.lower, upper});
  Component component = solver::describe(found, run, k, start_sec);
  solver::set_upper(component, problem, upper);
  component.status = *run.limits.hit();
  component.method = "entries";
  return component;
}

/// The numbers below n in an order in which the first few are spread over all of them.
std::vector<std::size_t> spread_over(std::size_t n) {
  std::vector<std::size_t> order = {0};
  for (std::size_t stride = std::bit_floor(n); stride > 0; stride /= 2)
    for (std::size_t i = stride; i < n; i += 2 * stride) order.push_back(i);
  return order;
}

/// Those that are missing when a limit has struck: some by themselves, others by the component of the nearest smaller
/// k, which is one of theirs, too. What bounds these is carried to them afterwards.
void add_missing(std::vector<std::optional<Component>>& components, const Problem& problem,
                 const std::vector<Index>& cardinalities, const Starts& starts, const Run& run) {
  Hooks quiet;
  quiet.stop = run.hooks.stop;
  const Run silent(run, run.options, quiet);
  Grace grace(run);
  for (const std::size_t i : spread_over(components.size())) {
    if (components[i]) continue;
    if (i > 0 && grace.used_up()) break;
    components[i] = without_search(problem, cardinalities[i], starts[i], silent);
  }
  for (std::size_t i = 1; i < components.size(); ++i) {
    if (components[i]) continue;
    Component component;
    component.k = cardinalities[i];
    component.support = components[i - 1]->support;
    component.loadings = components[i - 1]->loadings;
    component.lower_bound = components[i - 1]->lower_bound;
    component.negligible = components[i - 1]->negligible;
    component.upper_bound = std::numeric_limits<double>::infinity();
    component.status = *run.limits.hit();
    component.method = "entries";
    components[i] = std::move(component);
  }
}

/// Proves them, the largest k first: it takes longest. One search a thread, or all threads for one.
std::vector<Component> prove_all(const Problem& problem, const solver::Allowed& allowed,
                                 const std::vector<Index>& cardinalities, const Starts& starts,
                                 const Run& run) {
  std::vector<std::optional<Component>> components(cardinalities.size());
  Grace grace(run);
  const std::size_t workers = std::min(cardinalities.size(), static_cast<std::size_t>(run.threads));
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  std::exception_ptr failure;
  Options options = run.options;
  Hooks quiet;  // one row a k is enough
  quiet.stop = run.hooks.stop;
  std::shared_ptr<const presolve::LargestEntries> entries;
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  if (cardinalities.back() > 1 &&
      solver::needs_entries(solver::shape_of(problem), run.internals.tuning.plan) &&
      problem.make_covariance(out_of_time))
    entries = std::make_shared<const presolve::LargestEntries>(
        problem.covariance(), cardinalities.back(), out_of_time, run.internals.tuning.presolve.lists,
        run.conditions().nonnegative);
  const auto work = [&] {
    Run one(run, options, quiet);
    solver::PathWarmStart warm_start{{}, entries};
    one.threads = std::max<std::int64_t>(1, run.threads / static_cast<std::int64_t>(workers));
    for (std::size_t taken = next++; taken < cardinalities.size(); taken = next++) {
      if (taken > 0 && grace.used_up()) return;
      const std::size_t i = cardinalities.size() - 1 - taken;
      try {
        warm_start.start = starts[i];
        components[i] = solver::solve_component(
            {problem, cardinalities[i], 0, {}, allowed.features(), allowed.left_out()}, one, &warm_start);
        const std::scoped_lock lock(telling);
        const Component& done = *components[i];
        if (run.hooks.on_progress)
          run.hooks.on_progress({static_cast<Index>(i), run.clock.seconds(), done.nodes, 0, done.lower_bound,
                                 done.upper_bound, ' ', true});
      } catch (...) {
        const std::scoped_lock lock(telling);
        failure = std::current_exception();
        next = cardinalities.size();
        return;
      }
    }
  };
  parallel::apart(workers, work);
  if (failure) std::rethrow_exception(failure);
  add_missing(components, problem, cardinalities, starts, run);
  std::vector<Component> all;
  all.reserve(components.size());
  for (std::optional<Component>& component : components) all.push_back(std::move(*component));
  return all;
}

bool same_vector(const Component& a, const Component& b) {
  return a.support == b.support && a.loadings == b.loadings;
}

/// What each explains, and the numbers of its features in the whole problem. Neighbours may share a component, which
/// is then looked at once.
void describe_all(const Problem& whole, const Problem& problem, const solver::Allowed& allowed, double gap,
                  Result& result) {
  std::vector<Component>& components = result.components;
  for (std::size_t i = 0; i < components.size(); ++i) {
    Component& here = components[i];
    solver::settle_status(here, gap);
    if (here.trace.empty())
      here.trace.push_back({result.time_sec, here.lower_bound, here.upper_bound, here.nodes});
    if (i > 0 && same_vector(here, components[i - 1])) {
      here.variance = std::min(std::max(components[i - 1].variance, here.lower_bound), *here.upper_bound);
    } else {
      solver::set_variance(here, problem);
    }
  }
  for (Component& component : components) allowed.number_as_given(component);
  for (std::size_t i = 0; i < components.size(); ++i) {
    Component& here = components[i];
    const bool known = i > 0 && same_vector(here, components[i - 1]);
    here.score_variance =
        known ? components[i - 1].score_variance
              : std::ldexp(solver::variance_of(whole, {here.support, here.loadings}), whole.exponent());
    here.adjusted_variance = here.variance;
  }
  result.total_variance = std::ldexp(whole.trace(), whole.exponent());
}

/// What all features together explain, between two proven numbers, in the user's units.
void bound_largest_eigenvalue(const Problem& problem, const Run& run, PathReport& report) {
  const bounds::BlockBound whole = bounds::bound_block(problem, solver::all_features(problem),
                                                       [&run] { return run.limits.hit().has_value(); });
  report.largest_upper = problem.to_user_up(whole.upper);
  if (problem.features() <= run.internals.tuning.path.product_up_to &&
      !(solver::is_large(solver::shape_of(problem), run.internals.tuning.plan) && run.limits.hit()))
    report.largest_lower = std::max(
        report.largest_lower,
        problem.to_user_down(verify::rayleigh_lower(problem, {solver::all_features(problem), whole.vector})));
}

std::vector<CurvePoint> curve_of(const std::vector<Component>& components) {
  std::vector<CurvePoint> curve;
  curve.reserve(components.size());
  for (const Component& component : components)
    curve.push_back({component.k, component.lower_bound, *component.upper_bound});
  return curve;
}

Selection select(const std::vector<Component>& components, double share, const PathReport& report) {
  Selection selection;
  selection.share = share;
  const double enough = report.largest_upper == 0.0 ? 0.0 : numerics::up(share * report.largest_upper);
  const double too_little = numerics::down(share * report.largest_lower);
  for (const Component& component : components) {
    if (component.lower_bound >= enough) {
      selection.k = component.k;
      break;
    }
    selection.impossible = *component.upper_bound < too_little ? component.k : selection.impossible;
  }
  return selection;
}

}  // namespace

Result solver::path(const Problem& whole, const std::vector<Index>& cardinalities, const Options& given,
                    const Hooks& hooks, const Internals& internals) {
  solver::require_largest(given);
  solver::require_no_start(given);
  require_objective({}, given);
  given.validate();
  require_path(whole, cardinalities);
  require_choice(whole, cardinalities, given);
  const solver::Allowed allowed(whole);
  const Options options = allowed.options_within(given);
  const Run run(options, hooks, 0.0, internals);
  const Problem problem = allowed.part_of(whole, options.certificate);
  if (!problem.in_factor_form()) (void)problem.covariance();

  Result result;
  result.threads = run.threads;
  const GroupLimits limits = options.limits.on(allowed.features());
  const Starts starts(problem, cardinalities, limits, run);
  run.explain("every k has a component to start from");
  result.components = prove_all(problem, allowed, cardinalities, starts, run);
  solver::carry_bounds(problem, !options.include.empty(), result.components);
  result.time_sec = run.clock.seconds();
  describe_all(whole, problem, allowed, options.gap, result);
  if (options.certificate) solver::certify_followers(result.components);
  result.status = result.components.front().status;
  for (const Component& component : result.components)
    result.status = solver::worst(result.status, component.status);

  PathReport report;
  const Component& last = result.components.back();
  report.largest_lower = last.lower_bound;
  bound_largest_eigenvalue(problem, run, report);
  if (last.k == problem.features() && !options.heuristic.nonnegative && limits.empty())
    report.largest_upper = std::min(report.largest_upper, *last.upper_bound);  // of the same eigenvalue
  if (!stopped_early(result.status))
    report.bend = solver::bend_of(curve_of(result.components), run.internals.tuning.path);
  if (options.select) report.selection = select(result.components, *options.select, report);
  result.path = report;
  result.time_sec = run.clock.seconds();
  return result;
}

Result path(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
            const Hooks& hooks) {
  return solver::path(problem, cardinalities, options, hooks, {});
}

}  // namespace spica
