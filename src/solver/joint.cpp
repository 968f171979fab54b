#include "solver/joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/bytes.hpp"
#include "base/feature_set.hpp"
#include "joint/snapshot.hpp"
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"
#include "proof/joint_writer.hpp"
#include "solver/allowed.hpp"
#include "solver/given_numbers.hpp"
#include "solver/joint_answer.hpp"
#include "solver/joint_trace.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

/// One call: the problem of the features that are allowed, and where its search stands.
class JointRun {
 public:
  JointRun(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run)
      : given_(problem),
        allowed_(problem),
        problem_(allowed_.part_of(problem, run.options.certificate)),
        run_(run),
        cardinalities_(cardinalities),
        answer_(given_, problem_, allowed_, run),
        trace_(problem_, run) {
    if (!run.options.limits.empty()) limits_ = run.options.limits.on(allowed_.features());
    for (Index& k : cardinalities_) k = std::min(k, problem_.features());
  }

  Result solve() {
    if (run_.checkpoints != nullptr) {
      if (run_.checkpoints->total()) return done_before();
      before_ = run_.checkpoints->start(run_.clock.seconds(), [this] { return trace_.points(); });
      if (before_) trace_.resume(before_->trace);
    }
    Result found = search_all();
    if (run_.checkpoints != nullptr) {
      run_.checkpoints->leave();
      run_.checkpoints->finish(found);
    }
    return found;
  }

  Result heuristic() {
    find_start();
    const Support features = shortlist();
    joint::Choice choice = joint::joint_heuristic(local_task(problem_.restricted(features), features));
    JointTotal total;
    total.status = run_.limits.hit().value_or(Status::finished);
    return finished(renumbered(std::move(choice), features), std::move(total));
  }

 private:
  Result search_all() {
    find_given();
    const bool was_searching = before_ && before_->stage == Stage::search;
    const joint::Reduction reduced = was_searching ? resumed_reduction() : reduce();
    joint::JointOutcome outcome = search(reduced);
    JointTotal total;
    const joint::Choice& answer = run_.options.prove ? given_choice_ : outcome.choice;
    if (claim_) total.certificate = certificate(outcome, answer);
    total.upper_bound = problem_.to_user_up(outcome.upper);
    total.nodes = outcome.nodes;
    total.relaxation = problem_.to_user_up(outcome.relaxation);
    total.status = outcome.status;
    answer_.set_prices(total, outcome.prices);
    if (!run_.options.prove) return finished(outcome.choice, std::move(total));
    answer_.set_better(total, outcome.choice, given_choice_, cardinalities_);
    return finished(given_choice_, std::move(total));
  }

  /// What an earlier call came to.
  Result done_before() {
    Result result;
    result.threads = run_.threads;
    result.deflation = run_.options.deflation;
    result.total = run_.checkpoints->total();
    for (Index t = 0; const Component* component = run_.checkpoints->done(t); ++t)
      result.components.push_back(*component);
    add_variances(given_, result);
    result.status = result.total->status;
    result.time_sec = run_.clock.seconds();
    return result;
  }

  /// One component after another, by the heuristics, each without the features of those before it. Where features are
  /// short, each leaves one for every component after it.
  void find_start() {
    Support used;
    one_after_another_ = 0.0;
    auto after = static_cast<Index>(cardinalities_.size());
    for (const Index k : cardinalities_) {
      --after;
      const Support rest = complement(used, problem_.features());
      if (static_cast<Index>(rest.size()) <= after) return;  // more components than features
      const Problem part = used.empty() ? problem_ : problem_.only(rest);
      const primal::Task task{part,
                              std::min(k, part.features() - after),
                              run_.options.heuristic,
                              static_cast<std::uint64_t>(run_.options.seed),
                              run_.limits,
                              {},
                              run_.internals.tuning.primal,
                              limits_.on(rest)};
      const SparseVector x = primal::component(primal::run(task));
      const primal::Candidate best = answer_.best_on(positions_to_features(rest, x.support));
      used.insert(used.end(), best.support.begin(), best.support.end());
      std::sort(used.begin(), used.end());
      one_after_another_ += best.value;
      start_.columns.push_back({best.support, best.value});
    }
    run_.explain("one component after another is done");
  }

  /// The choice that the user offers; with fewer supports than components it is none.
  void find_given() {
    if (run_.options.start.size() != cardinalities_.size()) return;
    for (const Support& support : run_.options.start) {
      const primal::Candidate best = answer_.best_on(allowed_.within(support));
      given_choice_.columns.push_back({best.support, best.value});
    }
    if (run_.options.prove) trace_.set_answer(answer_.lower_of(given_choice_, cardinalities_));
  }
  void offer_given() {
    if (given_choice_.columns.empty()) return;
    const auto has = [this](Index feature) {
      return std::any_of(
          given_choice_.columns.begin(), given_choice_.columns.end(),
          [feature](const joint::Column& column) { return contains(column.support, feature); });
    };
    const Support& include = run_.options.include;
    const bool admitted = std::all_of(include.begin(), include.end(), has);
    const bool complete = start_.columns.size() == cardinalities_.size();
    if (admitted && (!complete || given_choice_.total() > start_.total())) start_ = given_choice_;
  }

  joint::JointTask task_of(const Problem& problem) {
    joint::JointTask task{problem, cardinalities_};
    for (Index& k : task.cardinalities) k = std::min(k, problem.features());
    task.gap = run_.options.gap;
    task.seed = static_cast<std::uint64_t>(run_.options.seed);
    task.threads = run_.threads;
    task.limits = run_.limits;
    task.included = run_.options.include;
    task.conditions = run_.conditions();
    task.conditions.limits = limits_;
    task.settings = run_.internals.tuning.joint;
    task.pairs = run_.internals.tuning.pairs;
    task.pairs.bits = bounds::pairs::bits_for(run_.options.gap);
    task.on_news = [this](const joint::JointNews& news) { trace_.tell(news); };
    task.explain = [this](const std::string& what) { run_.explain(what); };
    task.start = start_;
    task.certificate = run_.options.certificate;
    return task;
  }
  /// On some features.
  joint::JointTask local_task(const Problem& part, const Support& features) {
    joint::JointTask task = task_of(part);
    task.included = features_to_positions(features, task.included);
    task.conditions = task.conditions.of(features);
    for (joint::Column& column : task.start.columns)
      column.support = features_to_positions(features, column.support);
    return task;
  }
  static joint::Choice renumbered(joint::Choice choice, const Support& features) {
    for (joint::Column& column : choice.columns)
      column.support = positions_to_features(features, column.support);
    return choice;
  }

  /// The start, and the features that the search is about: a core, or all.
  joint::Reduction reduce() {
    find_start();
    offer_given();
    joint::Reduction reduction{all_features(problem_), start_};
    if (problem_.features() > run_.internals.tuning.joint.core_above)
      reduction = joint::reduce(task_of(problem_), run_.internals.tuning.presolve,
                                run_.internals.tuning.plan.factor_core_above);
    start_ = reduction.choice;
    if (!reduction.complete) {
      if (problem_.features() <= run_.internals.tuning.plan.pairs_up_to) {
        reduction.complete = true;  // the search takes all features
        reduction.features = all_features(problem_);
        reduction.touching = -std::numeric_limits<double>::infinity();
      } else if (static_cast<Index>(reduction.features.size()) == problem_.features()) {
        reduction.features = shortlist();
      }
    }
    if (run_.checkpoints != nullptr && !run_.limits.hit()) {
      bytes::Writer out;
      out(one_after_another_, joint::pack(reduction));
      run_.checkpoints->advance(Stage::search, out.take());
    }
    return reduction;
  }
  joint::Reduction resumed_reduction() {
    bytes::Reader in(before_->reduced);
    in(one_after_another_);
    joint::Reduction reduction = joint::unpack_reduction(in.text(), problem_.features());
    start_ = reduction.choice;
    return reduction;
  }

  joint::JointOutcome search(const joint::Reduction& reduction) {
    const Support& features = reduction.features;
    const bool wants_proof = run_.options.certificate;
    double upper = reduction.upper;
    if (!wants_proof) upper = std::min(upper, entries_upper());
    if (problem_.features() > run_.internals.tuning.joint.core_above)
      run_.explain(fmt::format("{} of {} features are left", features.size(), problem_.features()));
    const Problem part = problem_.restricted(features);
    joint::JointTask task = local_task(part, features);
    task.ruled_out = reduction.touching;
    task.checkpoint_sink = run_.checkpoints;
    if (before_) task.resume = before_->search;
    if (!reduction.complete) trace_.set_ceiling(upper);
    joint::JointOutcome outcome = joint::joint_search(task);
    if (wants_proof) {
      const bool searched = reduction.complete && outcome.upper <= upper;
      claim_ = searched ? claim_by_search(outcome, reduction) : claim_by_core(reduction);
    }
    outcome.choice = renumbered(std::move(outcome.choice), features);
    Vector prices = Vector::Zero(problem_.features());
    if (outcome.prices.size() > 0) prices(features) = outcome.prices;
    outcome.prices = std::move(prices);
    outcome.upper = reduction.complete ? std::min(outcome.upper, std::max(upper, outcome.lower)) : upper;
    if (!reduction.complete) outcome.status = run_.limits.hit().value_or(Status::finished);
    return outcome;
  }

  /// A core of all features has no outside to prove anything of.
  [[nodiscard]] bool leaves_features_out(const Support& core) const {
    return static_cast<Index>(core.size()) < problem_.features();
  }
  /// Choices that touch the outside of the core are ruled out, and the search has looked at all others.
  [[nodiscard]] proof::JointClaim claim_by_search(const joint::JointOutcome& outcome,
                                                  const joint::Reduction& reduction) const {
    proof::JointClaim claim;
    claim.root = outcome.evidence;
    claim.features = reduction.features;
    if (leaves_features_out(claim.features)) claim.core = reduction.touching_evidence;
    return claim;
  }
  /// What was proven on the way to a core bounds all choices.
  [[nodiscard]] std::optional<proof::JointClaim> claim_by_core(const joint::Reduction& reduction) const {
    if (!reduction.upper_evidence) return std::nullopt;
    proof::JointClaim claim;
    auto root = std::make_shared<proof::JointNode>();
    root->settled = reduction.upper_evidence->inside;
    claim.root = std::move(root);
    claim.features = reduction.upper_evidence->features;
    if (leaves_features_out(claim.features)) claim.core = reduction.upper_evidence;
    return claim;
  }

  /// Of a choice, in the order of the cardinalities.
  [[nodiscard]] std::string certificate(const joint::JointOutcome& outcome, const joint::Choice& choice) {
    for (std::size_t t = 0; t < choice.columns.size(); ++t) {
      const Component component = answer_.component_of(cardinalities_[t], choice.columns[t], outcome.status);
      claim_->components.push_back({component.k, {component.support, component.loadings}});
    }
    claim_->upper = outcome.upper;
    claim_->included = run_.options.include;
    claim_->nonnegative = run_.conditions().nonnegative;
    claim_->limits = run_.options.limits;
    number_as_given(*claim_, allowed_);
    return proof::write_joint(*claim_).value_or("");
  }

  [[nodiscard]] double entries_upper() const {
    double sum = 0.0;
    for (const Index k : cardinalities_) sum += verify::entries_upper(problem_, k);
    return sum * (1.0 + 0x1p-40);
  }

  /// Features near the components so far: enough for the heuristic where there are many.
  [[nodiscard]] Support shortlist() const {
    const joint::JointSettings& settings = run_.internals.tuning.joint;
    if (problem_.features() <= settings.shortlist) return all_features(problem_);
    std::vector<char> chosen(static_cast<std::size_t>(problem_.features()), 0);
    const auto choose = [&chosen](const Support& some) {
      for (const Index i : some) chosen[static_cast<std::size_t>(i)] = 1;
    };
    choose(run_.options.include);
    const Index each = settings.shortlist / static_cast<Index>(cardinalities_.size() + 1);
    choose(linalg::top_k(problem_.variances(), each));
    for (const joint::Column& column : start_.columns) {
      choose(column.support);
      const SparseVector x = primal::component(answer_.best_on(column.support));
      choose(linalg::top_k(problem_.multiply(x), each));
    }
    Support features;
    for (Index i = 0; i < problem_.features(); ++i) {
      if (chosen[static_cast<std::size_t>(i)] != 0) features.push_back(i);
    }
    return features;
  }

  /// The result of a choice, told to those who watch.
  Result finished(const joint::Choice& choice, JointTotal total) {
    if (run_.options.include.empty())  // components one after another know nothing of features to include
      total.one_after_another = std::ldexp(one_after_another_, problem_.exponent());
    total.trace = trace_.points();
    Result result = answer_.result(choice, cardinalities_, std::move(total));
    trace_.close(*result.total);
    return result;
  }

  const Problem& given_;
  Allowed allowed_;
  Problem problem_;
  const Run& run_;
  std::vector<Index> cardinalities_;
  GroupLimits limits_;  // on the features of the problem
  JointAnswer answer_;
  JointTrace trace_;
  joint::Choice start_;
  joint::Choice given_choice_;  // of the user
  double one_after_another_ = 0.0;
  std::optional<InWork> before_;            // where an earlier call stopped
  std::optional<proof::JointClaim> claim_;  // for a certificate
};

}  // namespace

Result solve_joint(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run) {
  return JointRun(problem, cardinalities, run).solve();
}

Result joint_heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run) {
  return JointRun(problem, cardinalities, run).heuristic();
}

}  // namespace spica::solver
