#include "solver/certified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/sample/sample.hpp"
#include "bounds/spectral/spectral.hpp"
#include "model/views.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "proof/writer.hpp"
#include "search/branch_and_bound.hpp"
#include "solver/assignment.hpp"
#include "solver/reduced_problem.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

constexpr Index small_enough = 70;     // no use in looking for a core
constexpr Index wide_features = 1500;  // A = CC' is not formed from here on, where C is given
constexpr Index quick_eigendecomposition = 2500;
constexpr Index few_rows = 1000;  // of a factor, for the S-bound

bool is_wide(const Problem& problem) {
  const Index n = problem.features();
  return problem.in_factor_form() && n > wide_features && factor_of(problem).rows() < n;
}

/// Nothing if there is no time to look at all entries.
std::unique_ptr<presolve::RowOracle> choose_oracle(const Problem& problem, Index k, const Run& run,
                                                   PathWarmStart* warm_start) {
  if (is_wide(problem))
    return std::make_unique<presolve::FactorRowOracle>(problem, k,
                                                       [&run] { return run.limits.hit().has_value(); });
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  if (!problem.make_covariance(out_of_time)) return nullptr;
  const Matrix& a = problem.covariance();
  std::shared_ptr<const presolve::LargestEntries> entries;
  if (warm_start != nullptr) entries = warm_start->entries;
  if (!entries) entries = std::make_shared<const presolve::LargestEntries>(a, k, out_of_time);
  if (!entries->complete()) return nullptr;
  return std::make_unique<presolve::DenseRowOracle>(a, k, std::move(entries));
}

ReducedProblem eliminate(const ComponentRun& component_run, Index k, const Run& run,
                         PathWarmStart* warm_start) {
  const Problem& problem = component_run.problem;
  const Index n = problem.features();
  const bool too_many = 2 * k > n;  // a core would be most of the problem
  if (k < 2 || n <= small_enough || too_many || !(component_run.lower > 0.0) || run.limits.hit())
    return everything(problem);
  const std::unique_ptr<presolve::RowOracle> oracle = choose_oracle(problem, k, run, warm_start);
  if (!oracle) return everything(problem);
  presolve::CoreTask task{problem, k, component_run.x,
                          search::gap_limit(component_run.lower, run.options.gap)};
  task.bits = bounds::pairs::bits_for(run.options.gap);
  task.out_of_time = [&run] { return run.limits.hit().has_value(); };
  task.explain = [&run](const std::string& what) { run.explain(what); };
  // Where looking at all entries is no effort a core is chosen anew: a smaller k needs a smaller one.
  if (warm_start != nullptr && is_wide(problem)) task.hint = std::move(warm_start->core);
  auto [core, upper, upper_evidence] = presolve::find_core(task, *oracle);
  if (!core) {
    run.explain(fmt::format("no core of about {} features rules the others out", task.largest_core));
    ReducedProblem reduced = everything(problem);
    reduced.upper = upper;
    reduced.upper_evidence = std::move(upper_evidence);
    return reduced;
  }
  run.explain(fmt::format("a core of {} features rules the other {} out", core->features.size(),
                          n - static_cast<Index>(core->features.size())));
  if (warm_start != nullptr && static_cast<Index>(core->features.size()) < n)
    warm_start->core = core->features;
  ReducedProblem reduced = only(problem, std::move(core->features));
  reduced.ruled_out = core->touching;
  reduced.start = std::move(core->iterate);
  reduced.upper = upper;
  if (core->evidence.point) reduced.evidence = std::move(core->evidence);
  reduced.upper_evidence = std::move(upper_evidence);
  return reduced;
}

ReducedProblem presolve_all(const ComponentRun& component_run, Index k, const Run& run,
                            PathWarmStart* warm_start) {
  // What rules features out knows no features that must be in.
  if (!run.options.include.empty()) return everything(component_run.problem);
  ReducedProblem reduced = eliminate(component_run, k, run, warm_start);
  symmetrize(reduced);
  if (!reduced.groups.empty())
    run.explain(fmt::format("{} groups of features that may change places are branched on as such",
                            reduced.groups.size()));
  return reduced;
}

/// The spectral bound is enough for a dozen features; the P-bound wherever its matrices are affordable.
/// Beyond, the S-bound: it needs a factor with few rows, and an eigendecomposition to make one of a
/// covariance.
std::unique_ptr<bounds::Bound> choose_bound(const ReducedProblem& reduced, Index k, const SparseVector& x,
                                            double lower, double gap) {
  const Problem& problem = reduced.problem;
  const Index n = problem.features();
  if (k >= 2 && reduced.suits_pairs() && lower > 0.0) {
    return pairs_bound(problem, k, x, gap, reduced.start);
  }
  const bool worth_it =
      k >= 2 && !few_features(n) && (problem.in_factor_form() || n <= quick_eigendecomposition);
  if (worth_it && factor_of(problem).rows() <= few_rows) return std::make_unique<bounds::Sample>(problem, k);
  return std::make_unique<bounds::Spectral>(problem);
}

/// What the search, or the elimination before it, has proven of a component.
std::string certificate_of(const Problem& problem, const Component& component, const ReducedProblem& reduced,
                           const bounds::Bound& bound, const proof::Node& root, double searched,
                           Index deflations) {
  proof::Claim claim;
  claim.k = component.k;
  claim.x = {component.support, component.loadings};
  claim.upper = std::min(searched, reduced.upper);
  claim.deflations = deflations;
  proof::Node core_only;
  if (reduced.upper < searched) {
    core_only.reason = proof::reason::Pairs{reduced.upper_evidence.inside};
    claim.core = reduced.upper_evidence;
    claim.root = &core_only;
    claim.features = all_features(problem);  // its points are about the whole problem
    return proof::write_component(claim).value_or("");
  }
  claim.core = reduced.evidence;
  claim.root = &root;
  claim.features = reduced.features;
  claim.model = bound.model();
  for (const Support& features : reduced.groups) {
    proof::Group group{features, {}};
    for (const Index i : features) group.signs.push_back(reduced.signs(i) < 0.0 ? -1 : 1);
    claim.groups.push_back(std::move(group));
  }
  return proof::write_component(claim).value_or("");
}

/// What checkpoints know of a component, and are told of it.
class ResumeScope {
 public:
  ResumeScope(const Run& run, ComponentRun& component_run) : run_(run), start_sec_(run.clock.seconds()) {
    if (run.checkpoints == nullptr) return;
    before_ = run.checkpoints->start(start_sec_, component_run.trace);
    if (!before_) return;
    start_sec_ = before_->start_sec;
    component_run.resume(*before_);
  }
  ~ResumeScope() {
    if (run_.checkpoints != nullptr) run_.checkpoints->leave();
  }
  ResumeScope(const ResumeScope&) = delete;
  ResumeScope& operator=(const ResumeScope&) = delete;

  [[nodiscard]] double start_sec() const { return start_sec_; }
  /// Where to begin.
  [[nodiscard]] Stage stage() const { return before_ ? before_->stage : Stage::heuristics; }
  [[nodiscard]] ReducedProblem reduced_problem(const Problem& problem) const {
    bytes::Reader in(before_->reduced);
    return unpack_reduced_problem(in, problem);
  }
  [[nodiscard]] std::string_view search() const { return before_ ? before_->search : std::string_view(); }

  /// A stage that a limit cut short is not done.
  void advance(Stage next, const ReducedProblem* reduced = nullptr) const {
    if (run_.checkpoints == nullptr || next <= stage() || run_.limits.hit()) return;
    bytes::Writer out;
    if (reduced != nullptr) pack(out, *reduced, run_.options.certificate);
    run_.checkpoints->advance(next, out.take());
  }

 private:
  const Run& run_;
  double start_sec_;
  std::optional<InWork> before_;
};

/// What is known when time is up before the search begins.
Component without_search(ComponentRun& component_run, const Run& run, Index k, double start_sec,
                         double upper) {
  component_run.trace.finish({0, 1, component_run.lower, upper});
  Component component = describe(component_run, run, k, start_sec);
  set_upper(component, component_run.problem, upper);
  component.status = *run.limits.hit();
  component.method = "entries";
  return component;
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
                          PathWarmStart* warm_start) {
  ComponentRun component_run(problem, run, index);
  const ResumeScope saved(run, component_run);
  const double start_sec = saved.start_sec();
  const double ceiling = verify::entries_upper(problem, k);
  component_run.trace.ceiling(ceiling);
  if (warm_start != nullptr) {
    component_run.offer(warm_start->start, 'S');
  } else if (saved.stage() == Stage::heuristics) {
    component_run.find_incumbent(run, k);
    run.explain("the heuristics are done");
  }
  saved.advance(Stage::presolve);

  const ReducedProblem reduced = saved.stage() == Stage::search
                                     ? saved.reduced_problem(problem)
                                     : presolve_all(component_run, k, run, warm_start);
  saved.advance(Stage::search, &reduced);
  // The root is bounded even where time is up, unless that takes long.
  const bool begun = !saved.search().empty();
  if (run.limits.hit() && is_large(reduced.problem) && !run.options.certificate && !begun)
    return without_search(component_run, run, k, start_sec, std::min(reduced.upper, ceiling));
  const SparseVector x{reduced.local(component_run.x.support), component_run.x.values};
  const std::unique_ptr<bounds::Bound> bound =
      choose_bound(reduced, k, x, component_run.lower, run.options.gap);
  run.explain(fmt::format("branch and bound over {} features with the {} bound, {} thread{}",
                          reduced.problem.features(), bound->name(), run.threads,
                          run.threads == 1 ? "" : "s"));
  search::Incumbent incumbent(x, component_run.lower);
  search::Settings settings{k,  run.options.gap,   run.threads,   run.limits,
                            {}, reduced.ruled_out, reduced.groups};
  settings.on_event = [&](const search::Event& event) { component_run.trace.event(event); };
  settings.included = run.options.include;
  settings.memory_bytes = memory_for_search(run.options.memory_bytes, run.hooks.team);
  settings.keeper = run.checkpoints;
  settings.resume = saved.search();
  settings.on_warning = run.hooks.on_warning;
  settings.on_node = run.hooks.on_node;
  if (run.options.certificate && settings.included.empty())
    settings.evidence = std::make_shared<proof::Node>();
  if (run.hooks.team != nullptr && dynamic_cast<const bounds::Pairs*>(bound.get()) != nullptr) {
    settings.team = run.hooks.team;
    settings.team->brief(pack(assignment_of(reduced.problem, incumbent, settings, run.options)));
    run.explain(fmt::format("{} processes work on it together", settings.team->size()));
  }
  const search::Outcome outcome = search::branch_and_bound(reduced.problem, *bound, incumbent, settings);

  const SparseVector best = incumbent.point();
  component_run.x = {reduced.original(best.support), best.values};
  component_run.lower = incumbent.value();
  const double proved = std::min(outcome.upper, reduced.upper);
  const double upper = run.options.certificate ? proved : std::min(proved, ceiling);
  component_run.trace.finish({outcome.nodes, outcome.open, component_run.lower, upper});
  Component component = describe(component_run, run, k, start_sec);
  set_upper(component, problem, upper);
  component.status = outcome.status;
  component.nodes = outcome.nodes;
  component.method = bound->name();
  for (const Support& tie : outcome.ties)
    component.ties.push_back(with_included(reduced.original(tie), run.options.include));
  const Index roundings =
      index + (run.options.smallest ? 1 : 0);  // a reflection costs as much as a deflation
  if (settings.evidence)
    component.certificate =
        certificate_of(problem, component, reduced, *bound, *settings.evidence, outcome.upper, roundings);
  return component;
}

}  // namespace spica::solver
