#include "solver/certified.hpp"
#include "model/factor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

#include "bounds/pairs.hpp"
#include "bounds/pairs/dual.hpp"
#include "bounds/sample.hpp"
#include "bounds/spectral.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_outside.hpp"
#include "presolve/factor_outside.hpp"
#include "presolve/symmetry.hpp"
#include "proof/writer.hpp"
#include "search/branch_and_bound.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

constexpr Index small_enough = 70;     // no use in looking for a core
constexpr Index wide_features = 1500;  // A = CC' is not formed from here on, where C is given
constexpr Index pairs_features = 600;  // the P-bound without a core up to here
constexpr Index few_features = 16;     // the spectral bound is enough
constexpr Index quick_eigendecomposition = 2500;
constexpr Index few_rows = 1000;  // of a factor, for the S-bound

/// More than the spectral bound can do, and its matrices are affordable.
constexpr bool suits_pairs(Index features) {
  return features > few_features && features <= pairs_features;
}

/// What remains of a problem after presolve.
struct Remainder {
  Problem problem;
  Support features;  ///< of the original problem
  double ruled_out = -std::numeric_limits<double>::infinity();
  std::optional<bounds::pairs::Iterate> start = {};
  double upper = std::numeric_limits<double>::infinity();  ///< proven of the whole problem already
  std::vector<Support> groups = {};                        ///< features that may change places
  Vector signs = {};                                       ///< of features in groups
  std::optional<proof::Core> evidence = {};                ///< for what was ruled out
  proof::Core upper_evidence = {};                         ///< for `upper`

  [[nodiscard]] Support local(const Support& original) const {
    Support result;
    for (const Index i : original)
      result.push_back(std::lower_bound(features.begin(), features.end(), i) - features.begin());
    return result;
  }
  [[nodiscard]] Support original(const Support& local) const {
    Support result;
    for (const Index i : local) result.push_back(features[static_cast<std::size_t>(i)]);
    return result;
  }
};

/// Nothing was eliminated.
Remainder everything(const Problem& problem) {
  Support all = all_features(problem);
  Problem kept = suits_pairs(problem.features()) ? problem.restricted(all) : problem;
  return {std::move(kept), std::move(all)};
}

bool is_wide(const Problem& problem) {
  const Index n = problem.features();
  return problem.in_factor_form() && n > wide_features && problem.factor().rows() < n;
}

std::unique_ptr<presolve::Outside> choose_outside(const Problem& problem, Index k, const Run& run,
                                                  Groundwork* groundwork) {
  if (is_wide(problem))
    return std::make_unique<presolve::FactorOutside>(problem, k,
                                                     [&run] { return run.limits.hit().has_value(); });
  const Matrix& a = problem.covariance();
  if (groundwork != nullptr && groundwork->entries)
    return std::make_unique<presolve::DenseOutside>(a, k, groundwork->entries);
  return std::make_unique<presolve::DenseOutside>(a, k);
}

Remainder eliminate(const Attempt& attempt, Index k, const Run& run, Groundwork* groundwork) {
  const Problem& problem = attempt.problem;
  const Index n = problem.features();
  if (k < 2 || n <= small_enough || !(attempt.lower > 0.0)) return everything(problem);
  const std::unique_ptr<presolve::Outside> outside = choose_outside(problem, k, run, groundwork);
  presolve::CoreTask task{problem, k, attempt.x, search::gap_limit(attempt.lower, run.options.gap)};
  task.bits = bounds::pairs::bits_for(run.options.gap);
  task.out_of_time = [&run] { return run.limits.hit().has_value(); };
  task.explain = [&run](const std::string& what) { run.explain(what); };
  // Where looking at all entries is no effort a core is chosen anew: a smaller k needs a smaller one.
  if (groundwork != nullptr && is_wide(problem)) task.hint = std::move(groundwork->core);
  auto [core, upper, upper_evidence] = presolve::find_core(task, *outside);
  if (!core) {
    run.explain(fmt::format("no core of up to {} features rules the others out", task.largest_core));
    Remainder rest = everything(problem);
    rest.upper = upper;
    rest.upper_evidence = std::move(upper_evidence);
    return rest;
  }
  run.explain(fmt::format("a core of {} features rules the other {} out", core->features.size(),
                          n - static_cast<Index>(core->features.size())));
  if (groundwork != nullptr && static_cast<Index>(core->features.size()) < n)
    groundwork->core = core->features;
  Problem restricted = problem.restricted(core->features);
  Remainder rest{std::move(restricted), std::move(core->features), core->touching, std::move(core->iterate),
                 upper};
  if (core->evidence.point) rest.evidence = std::move(core->evidence);
  rest.upper_evidence = std::move(upper_evidence);
  return rest;
}

Remainder presolve_all(const Attempt& attempt, Index k, const Run& run, Groundwork* groundwork) {
  Remainder rest = eliminate(attempt, k, run, groundwork);
  if (!suits_pairs(rest.problem.features())) return rest;
  presolve::Symmetric symmetric = presolve::iron_out(rest.problem);
  rest.problem = std::move(symmetric.problem);
  rest.groups = std::move(symmetric.groups);
  rest.signs = std::move(symmetric.signs);
  if (!rest.groups.empty())
    run.explain(fmt::format("{} groups of features that may change places are branched on as such",
                            rest.groups.size()));
  return rest;
}

/// The spectral bound is enough for a dozen features; the P-bound wherever its matrices are affordable.
/// Beyond, the S-bound: it needs a factor with few rows, and an eigendecomposition to make one of a
/// covariance.
std::unique_ptr<bounds::Bound> choose_bound(const Remainder& rest, Index k, const SparseVector& x,
                                            double lower, double gap) {
  const Problem& problem = rest.problem;
  const Index n = problem.features();
  if (k >= 2 && suits_pairs(n) && lower > 0.0) {
    bounds::PairsSettings settings;
    settings.bits = bounds::pairs::bits_for(gap);
    return std::make_unique<bounds::Pairs>(problem, k, x, rest.start, settings);
  }
  const bool worth_it =
      k >= 2 && n > few_features && (problem.in_factor_form() || n <= quick_eigendecomposition);
  if (worth_it && problem.factor().rows() <= few_rows) return std::make_unique<bounds::Sample>(problem, k);
  return std::make_unique<bounds::Spectral>(problem);
}

/// What the search, or the elimination before it, has proven of a component.
std::string certificate_of(const Problem& problem, const Component& component, const Remainder& rest,
                           const bounds::Bound& bound, const proof::Node& root, double searched,
                           Index deflations) {
  proof::Claim claim;
  claim.k = component.k;
  claim.x = {component.support, component.loadings};
  claim.upper = std::min(searched, rest.upper);
  claim.deflations = deflations;
  proof::Node core_only;
  if (rest.upper < searched) {
    core_only.reason = {proof::Reason::Kind::pairs, rest.upper_evidence.inside};
    claim.core = rest.upper_evidence;
    claim.root = &core_only;
    claim.features = all_features(problem);  // its points are about the whole problem
    return proof::write_component(claim).value_or("");
  }
  claim.core = rest.evidence;
  claim.root = &root;
  claim.features = rest.features;
  claim.model = bound.model();
  for (const Support& features : rest.groups) {
    proof::Group group{features, {}};
    for (const Index i : features) group.signs.push_back(rest.signs(i) < 0.0 ? -1 : 1);
    claim.groups.push_back(std::move(group));
  }
  return proof::write_component(claim).value_or("");
}

/// A support as it is shown.
Support with_included(Support support, const Support& included) {
  Support all;
  std::set_union(support.begin(), support.end(), included.begin(), included.end(), std::back_inserter(all));
  return all;
}

}  // namespace

bool needs_entries(const Problem& problem) {
  return problem.features() > small_enough && !is_wide(problem);
}

Component solve_component(const Problem& problem, Index k, const Run& run, Index index,
                          Groundwork* groundwork) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, index);
  const double ceiling = verify::entries_upper(problem, k);
  attempt.trace.ceiling(ceiling);
  if (groundwork != nullptr) {
    attempt.offer(groundwork->start, 'S');
  } else {
    attempt.find_incumbent(run, k);
    run.explain("the heuristics are done");
  }

  // What rules features out knows no features that must be in.
  const Remainder rest =
      run.options.include.empty() ? presolve_all(attempt, k, run, groundwork) : everything(problem);
  const SparseVector x{rest.local(attempt.x.support), attempt.x.values};
  const std::unique_ptr<bounds::Bound> bound = choose_bound(rest, k, x, attempt.lower, run.options.gap);
  run.explain(fmt::format("branch and bound over {} features with the {} bound, {} threads",
                          rest.problem.features(), bound->name(), run.threads));
  search::Incumbent incumbent(x, attempt.lower);
  search::Settings settings{k, run.options.gap, run.threads, run.limits, {}, rest.ruled_out, rest.groups};
  settings.on_event = [&](const search::Event& event) { attempt.trace.event(event); };
  settings.included = run.options.include;
  if (run.options.certificate && settings.included.empty())
    settings.evidence = std::make_shared<proof::Node>();
  const search::Outcome outcome = search::branch_and_bound(rest.problem, *bound, incumbent, settings);

  const SparseVector best = incumbent.point();
  attempt.x = {rest.original(best.support), best.values};
  attempt.lower = incumbent.value();
  const double proved = std::min(outcome.upper, rest.upper);
  const double upper = run.options.certificate ? proved : std::min(proved, ceiling);
  attempt.trace.finish({outcome.nodes, outcome.open, attempt.lower, upper});
  Component component = describe(attempt, run, k, start_sec);
  set_upper(component, problem, upper);
  component.status = outcome.status;
  component.nodes = outcome.nodes;
  component.method = bound->name();
  for (const Support& tie : outcome.ties)
    component.ties.push_back(with_included(rest.original(tie), run.options.include));
  const Index roundings =
      index + (run.options.smallest ? 1 : 0);  // a reflection costs as much as a deflation
  if (settings.evidence)
    component.certificate =
        certificate_of(problem, component, rest, *bound, *settings.evidence, outcome.upper, roundings);
  return component;
}

}  // namespace spica::solver
