#include "solver/certified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

#include "bounds/pairs/dual.hpp"
#include "bounds/sample/sample.hpp"
#include "bounds/spectral/spectral.hpp"
#include "model/views.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_outside.hpp"
#include "presolve/factor_outside.hpp"
#include "proof/writer.hpp"
#include "search/support/branch_and_bound.hpp"
#include "solver/assignment.hpp"
#include "solver/remainder.hpp"
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
std::unique_ptr<presolve::Outside> choose_outside(const Problem& problem, Index k, const Run& run,
                                                  Groundwork* groundwork) {
  if (is_wide(problem))
    return std::make_unique<presolve::FactorOutside>(problem, k,
                                                     [&run] { return run.limits.hit().has_value(); });
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  if (!problem.make_covariance(out_of_time)) return nullptr;
  const Matrix& a = problem.covariance();
  std::shared_ptr<const presolve::LargestEntries> entries;
  if (groundwork != nullptr) entries = groundwork->entries;
  if (!entries) entries = std::make_shared<const presolve::LargestEntries>(a, k, out_of_time);
  if (!entries->complete()) return nullptr;
  return std::make_unique<presolve::DenseOutside>(a, k, std::move(entries));
}

Remainder eliminate(const Attempt& attempt, Index k, const Run& run, Groundwork* groundwork) {
  const Problem& problem = attempt.problem;
  const Index n = problem.features();
  const bool too_many = 2 * k > n;  // a core would be most of the problem
  if (k < 2 || n <= small_enough || too_many || !(attempt.lower > 0.0) || run.limits.hit())
    return everything(problem);
  const std::unique_ptr<presolve::Outside> outside = choose_outside(problem, k, run, groundwork);
  if (!outside) return everything(problem);
  presolve::CoreTask task{problem, k, attempt.x, search::gap_limit(attempt.lower, run.options.gap)};
  task.bits = bounds::pairs::bits_for(run.options.gap);
  task.out_of_time = [&run] { return run.limits.hit().has_value(); };
  task.explain = [&run](const std::string& what) { run.explain(what); };
  // Where looking at all entries is no effort a core is chosen anew: a smaller k needs a smaller one.
  if (groundwork != nullptr && is_wide(problem)) task.hint = std::move(groundwork->core);
  auto [core, upper, upper_evidence] = presolve::find_core(task, *outside);
  if (!core) {
    run.explain(fmt::format("no core of about {} features rules the others out", task.largest_core));
    Remainder rest = everything(problem);
    rest.upper = upper;
    rest.upper_evidence = std::move(upper_evidence);
    return rest;
  }
  run.explain(fmt::format("a core of {} features rules the other {} out", core->features.size(),
                          n - static_cast<Index>(core->features.size())));
  if (groundwork != nullptr && static_cast<Index>(core->features.size()) < n)
    groundwork->core = core->features;
  Remainder rest = only(problem, std::move(core->features));
  rest.ruled_out = core->touching;
  rest.start = std::move(core->iterate);
  rest.upper = upper;
  if (core->evidence.point) rest.evidence = std::move(core->evidence);
  rest.upper_evidence = std::move(upper_evidence);
  return rest;
}

Remainder presolve_all(const Attempt& attempt, Index k, const Run& run, Groundwork* groundwork) {
  // What rules features out knows no features that must be in.
  if (!run.options.include.empty()) return everything(attempt.problem);
  Remainder rest = eliminate(attempt, k, run, groundwork);
  iron_out(rest);
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
  if (k >= 2 && rest.suits_pairs() && lower > 0.0) {
    return pairs_bound(problem, k, x, gap, rest.start);
  }
  const bool worth_it =
      k >= 2 && !few_features(n) && (problem.in_factor_form() || n <= quick_eigendecomposition);
  if (worth_it && factor_of(problem).rows() <= few_rows) return std::make_unique<bounds::Sample>(problem, k);
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
    core_only.reason = proof::reason::Pairs{rest.upper_evidence.inside};
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

/// What checkpoints know of a component, and are told of it.
class Saved {
 public:
  Saved(const Run& run, Attempt& attempt) : run_(run), start_sec_(run.clock.seconds()) {
    if (run.checkpoints == nullptr) return;
    before_ = run.checkpoints->start(start_sec_, attempt.trace);
    if (!before_) return;
    start_sec_ = before_->start_sec;
    attempt.resume(*before_);
  }
  ~Saved() {
    if (run_.checkpoints != nullptr) run_.checkpoints->leave();
  }
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

  [[nodiscard]] double start_sec() const { return start_sec_; }
  /// Where to begin.
  [[nodiscard]] Stage stage() const { return before_ ? before_->stage : Stage::heuristics; }
  [[nodiscard]] Remainder remainder(const Problem& problem) const {
    bytes::Reader in(before_->remainder);
    return unpack_remainder(in, problem);
  }
  [[nodiscard]] std::string_view search() const { return before_ ? before_->search : std::string_view(); }

  /// A stage that a limit cut short is not done.
  void advance(Stage next, const Remainder* rest = nullptr) const {
    if (run_.checkpoints == nullptr || next <= stage() || run_.limits.hit()) return;
    bytes::Writer out;
    if (rest != nullptr) pack(out, *rest, run_.options.certificate);
    run_.checkpoints->advance(next, out.take());
  }

 private:
  const Run& run_;
  double start_sec_;
  std::optional<InWork> before_;
};

/// What is known when time is up before the search begins.
Component without_search(Attempt& attempt, const Run& run, Index k, double start_sec, double upper) {
  attempt.trace.finish({0, 1, attempt.lower, upper});
  Component component = describe(attempt, run, k, start_sec);
  set_upper(component, attempt.problem, upper);
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
                          Groundwork* groundwork) {
  Attempt attempt(problem, run, index);
  const Saved saved(run, attempt);
  const double start_sec = saved.start_sec();
  const double ceiling = verify::entries_upper(problem, k);
  attempt.trace.ceiling(ceiling);
  if (groundwork != nullptr) {
    attempt.offer(groundwork->start, 'S');
  } else if (saved.stage() == Stage::heuristics) {
    attempt.find_incumbent(run, k);
    run.explain("the heuristics are done");
  }
  saved.advance(Stage::presolve);

  const Remainder rest =
      saved.stage() == Stage::search ? saved.remainder(problem) : presolve_all(attempt, k, run, groundwork);
  saved.advance(Stage::search, &rest);
  // The root is bounded even where time is up, unless that takes long.
  const bool begun = !saved.search().empty();
  if (run.limits.hit() && is_large(rest.problem) && !run.options.certificate && !begun)
    return without_search(attempt, run, k, start_sec, std::min(rest.upper, ceiling));
  const SparseVector x{rest.local(attempt.x.support), attempt.x.values};
  const std::unique_ptr<bounds::Bound> bound = choose_bound(rest, k, x, attempt.lower, run.options.gap);
  run.explain(fmt::format("branch and bound over {} features with the {} bound, {} thread{}",
                          rest.problem.features(), bound->name(), run.threads, run.threads == 1 ? "" : "s"));
  const search::FeasiblePoint start{x, attempt.lower};
  search::SupportSettings settings{
      .engine = {.gap = run.options.gap,
                 .threads = run.threads,
                 .limits = run.limits,
                 .on_event = [&](const search::Event& event) { attempt.trace.event(event); }},
      .k = k,
      .ruled_out = rest.ruled_out,
      .groups = rest.groups,
      .included = run.options.include,
      .memory_bytes = memory_for_search(run.options.memory_bytes, run.internals.team),
      .checkpoint_sink = run.checkpoints,
      .resume = saved.search(),
      .on_warning = run.hooks.on_warning,
      .on_node = run.internals.on_node};
  if (run.options.certificate && settings.included.empty())
    settings.evidence = std::make_shared<proof::Node>();
  if (run.internals.team != nullptr && bound->can_be_distributed()) {
    settings.team = run.internals.team;
    settings.team->brief(pack(assignment_of(rest.problem, start, settings, run.options)));
    run.explain(fmt::format("{} processes work on it together", settings.team->size()));
  }
  const search::Outcome outcome = search::branch_and_bound(rest.problem, *bound, start, settings);

  const SparseVector& best = outcome.best.x;
  attempt.x = {rest.original(best.support), best.values};
  attempt.lower = outcome.best.value;
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
