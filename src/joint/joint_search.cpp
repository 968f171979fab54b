#include "joint/joint_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <new>

#include "bounds/spectral/spectral.hpp"
#include "joint/settlement.hpp"
#include "joint/snapshot.hpp"
#include "search/settings.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

namespace {

/// The last state of a search, for a sink that asks from another thread. The state is packed between two nodes, and only
/// where somebody has asked since.
class SavedSnapshots {
 public:
  SavedSnapshots(search::CheckpointSink* sink, std::function<std::string()> pack)
      : sink_(sink), pack_(std::move(pack)) {
    if (sink_ == nullptr) return;
    renew();
    sink_->begin([this] { return take(); });
  }
  ~SavedSnapshots() {
    if (sink_ == nullptr) return;
    asked_ = true;
    try {
      renew();
    } catch (const std::bad_alloc&) {  // the state before is better than none
    }
    sink_->end();
  }
  SavedSnapshots(const SavedSnapshots&) = delete;
  SavedSnapshots& operator=(const SavedSnapshots&) = delete;

  void renew() {
    if (sink_ == nullptr || !asked_.exchange(false)) return;
    std::string bytes = pack_();
    const std::scoped_lock lock(mutex_);
    bytes_ = std::move(bytes);
  }

 private:
  std::string take() {
    asked_ = true;
    const std::scoped_lock lock(mutex_);
    return bytes_;
  }

  search::CheckpointSink* const sink_;
  const std::function<std::string()> pack_;
  std::atomic<bool> asked_ = true;
  std::mutex mutex_;
  std::string bytes_;
};

class JointSearch {
 public:
  explicit JointSearch(const JointTask& task)
      : task_(task),
        n_(task.problem.features()),
        gap_(n_ <= task.settings.optimal_up_to ? 0.0 : task.gap),
        choices_(task) {
    for (const Index k : task.cardinalities)
      support_errors_ += verify::support_error(task.problem, std::min(k, n_));
    choices_.on_better([this] { tell(true); });
  }

  Choice heuristic() {
    choices_.begin();
    if (task_.cardinalities.size() < 2 || !has_variance()) return choices_.best();
    const JointNode root{classes_of(task_.cardinalities)};
    Relaxation relaxation(task_, choices_, root);
    for (int round = 0; round < task_.settings.guided_rounds && !task_.out_of_time(); ++round) {
      relaxation.run(task_.settings.round_steps, -unbounded);
      choices_.guide(relaxation.prices());
    }
    return choices_.best();
  }

  RootBound root(bool settled) {
    choices_.begin();
    RootBound result{classes_of(task_.cardinalities), {}, 0.0, choices_.best()};
    if (!has_variance()) return result;
    const JointNode root{result.classes};
    Relaxation relaxation(task_, choices_, root);
    relax(relaxation, root, true);
    if (std::optional<PricedBound> proven = relaxation.prove()) result.priced = std::move(*proven);
    if (settled && result.priced.upper > cutoff()) {
      Settlement settlement = settlement_of(root, relaxation);
      if (std::optional<PricedBound> proven = settlement.run()) {
        result.priced = std::move(*proven);
        result.priced.duals = relaxation.duals_at(result.priced.prices);
      }
    }
    result.cutoff = cutoff();
    result.choice = choices_.best();
    return result;
  }

  JointOutcome run() {
    task_.resume.empty() ? begin() : resume();
    SavedSnapshots saved(task_.checkpoint_sink, [this] { return pack(snapshot()); });
    in_work_ = -unbounded;
    while (!open_.empty()) {
      const auto largest = std::max_element(open_.begin(), open_.end(),
                                            [](const auto& x, const auto& y) { return x.bound < y.bound; });
      if (largest->bound <= cutoff() || (joint_nodes_ > 0 && task_.limits.hit(nodes_ + joint_nodes_))) break;
      std::swap(*largest, open_.back());
      JointNode node = std::move(open_.back());
      open_.pop_back();
      in_work_ = node.bound;
      consider(node);
      in_work_ = -unbounded;
      tell(false);
      saved.renew();
    }
    return outcome();
  }

 private:
  void begin() {
    closed_ = task_.ruled_out;
    choices_.begin();
    if (task_.certificate) evidence_ = std::make_shared<proof::JointNode>();
    open_ = root_nodes(task_.cardinalities, task_.included, n_, evidence_, task_.conditions.limits);
    if (task_.included.empty()) return;
    // A limit may strike before each node has a bound of its own.
    const JointNode whole{.classes = classes_of(task_.cardinalities), .evidence = evidence_};
    const double bound = by_eigenvalue(whole);
    for (JointNode& node : open_) node.bound = bound;
  }

  [[nodiscard]] JointSnapshot snapshot() const {
    JointSnapshot now{.best = choices_.best(),
                      .columns = choices_.pool().columns(),
                      .open = {},
                      .closed = closed_,
                      .nodes = nodes_,
                      .joint_nodes = joint_nodes_,
                      .settled = settled_,
                      .root_prices = root_prices_,
                      .relaxation = relaxation_value_,
                      .evidence = evidence_};
    for (const JointNode& node : open_)
      now.open.push_back(
          {.classes = node.classes, .bound = node.bound, .prices = node.prices, .evidence = node.evidence});
    return now;
  }
  void resume() {
    JointSnapshot before = unpack_snapshot(task_.resume, n_);
    choices_.resume(std::move(before.best), before.columns);
    open_ = std::move(before.open);
    closed_ = before.closed;
    nodes_ = before.nodes;
    joint_nodes_ = before.joint_nodes;
    settled_ = before.settled;
    root_prices_ = std::move(before.root_prices);
    relaxation_value_ = before.relaxation;
    evidence_ = std::move(before.evidence);
  }

  /// Within a joint node only the nodes of its searches count: a search that is resumed gets through one at least.
  [[nodiscard]] bool stopped() const { return task_.limits.hit(nodes_).has_value(); }
  /// The relaxation works in units of a component. The largest entries of an indefinite matrix, which are about one here,
  /// overflow in units that are smaller, and no relaxation has anything to gain.
  [[nodiscard]] bool has_variance() const { return choices_.unit() > 1e-60; }
  /// Rounding alone may keep both bounds so far apart.
  [[nodiscard]] double rounding() const {
    return 2.0 * support_errors_ + 1e-12 * choices_.lower() + std::numeric_limits<double>::min();
  }
  [[nodiscard]] double cutoff() const {
    return std::max(search::gap_limit(choices_.lower(), gap_), choices_.lower() + rounding());
  }
  [[nodiscard]] double upper() const {
    double result = std::max({closed_, choices_.lower(), in_work_});
    for (const JointNode& node : open_) result = std::max(result, node.bound);
    return result;
  }
  void tell(bool new_choice) const {
    if (!task_.on_news) return;
    task_.on_news({choices_.lower(), upper(), nodes_ + joint_nodes_, static_cast<std::int64_t>(open_.size()),
                   settled_, new_choice});
  }

  Settlement settlement_of(const JointNode& node, const Relaxation& relaxation) {
    return {task_, choices_, node, relaxation, [this] { return cutoff(); }, nodes_};
  }

  /// Closes a node, puts it back where time is up, or opens its children.
  void consider(JointNode& node) {
    const bool is_root = joint_nodes_++ == 0;
    if (!node.is_possible(n_)) {
      if (node.evidence) node.evidence->impossible = true;
      return;
    }
    if (node.is_decided(n_)) return decide(node);
    if (!has_variance()) return close(by_eigenvalue(node));
    Relaxation relaxation(task_, choices_, node);
    node.bound = relax(relaxation, node, is_root);
    if (!std::isfinite(node.bound)) node.bound = by_eigenvalue(node);
    if (is_root) root_prices_ = shortened(relaxation.prices());
    if (node.bound <= cutoff()) return settle(node.bound);
    if (stopped()) return open_.push_back(std::move(node));
    Settlement settlement = settlement_of(node, relaxation);
    const std::optional<PricedBound> proven = settlement.run();
    if (is_root) relaxation_value_ = proven ? 0.0 : settlement.model();
    if (is_root && proven) root_prices_ = proven->prices;
    if (proven && node.evidence) node.evidence->offer(proven->evidence);
    if (proven) return settle(std::min(node.bound, proven->upper));
    if (stopped()) return open_.push_back(std::move(node));
    node.iterates = relaxation.iterates();
    node.prices = settlement.bundle().center();
    const std::optional<Branching> branching = choose_branching(node, settlement.bundle(), choices_.unit());
    if (!branching) return decide(node);
    auto [with, without] = proof::branch(node.evidence.get(), branching->of, branching->feature);
    for (const bool has_it : {false, true}) {
      open_.push_back(child(node, *branching, has_it, n_, task_.conditions.limits));
      open_.back().evidence = has_it ? with : without;
    }
  }
  /// Every component has its features: the node is one choice.
  void decide(const JointNode& node) {
    choices_.offer_included(node.classes);
    close(by_eigenvalue(node));
  }
  void close(double bound) { closed_ = std::max(closed_, bound); }
  void settle(double bound) {
    ++settled_;
    close(bound);
  }

  /// The largest eigenvalue of what each component may have.
  [[nodiscard]] double by_eigenvalue(const JointNode& node) const {
    std::vector<double> terms;
    proof::Settlement evidence{Vector::Zero(n_), {}};
    const auto spectral = std::make_shared<proof::Node>();
    spectral->reason = proof::reason::Spectral{};
    for (const ComponentClass& of : node.classes) {
      const Support features = of.is_full() ? of.included : features_of(of, n_);
      const double upper = bounds::bound_block(task_.problem, features).upper;
      terms.insert(terms.end(), static_cast<std::size_t>(of.count), upper);
      evidence.classes.push_back({upper, spectral, features});
    }
    evidence.upper = sum_up(terms);
    const double bound = std::min(node.bound, evidence.upper);
    if (node.evidence) node.evidence->offer(std::make_shared<proof::Settlement>(std::move(evidence)));
    return bound;
  }

  /// Steps of the relaxation, until it is good enough or slow; its prices guide the heuristic at the root. Returns the bound
  /// that is proven, or that of the parent if that is better.
  double relax(Relaxation& relaxation, const JointNode& node, bool is_root) {
    const JointSettings& settings = task_.settings;
    const int most = is_root ? settings.root_steps : settings.node_steps;
    double bound = node.bound;
    double before = unbounded;
    const auto prove = [&] {
      if (const std::optional<PricedBound> proven = relaxation.prove()) {
        bound = std::min(bound, proven->upper);
        if (node.evidence) node.evidence->offer(proven->evidence);
      }
      return bound <= cutoff();
    };
    for (int round = 0; relaxation.steps() < most && !relaxation.has_failed(); ++round) {
      const double target = cutoff() * (1.0 - 1e-6);
      relaxation.run(settings.round_steps, target);
      const bool guided = is_root && round < settings.guided_rounds && !task_.out_of_time();
      if (guided && relaxation.estimate() > target) choices_.guide(relaxation.prices());
      if ((is_root || relaxation.estimate() <= cutoff()) && prove()) return bound;
      if (is_root) {
        in_work_ = bound;
        tell(false);
      }
      const bool slow =
          before - relaxation.estimate() < settings.least_progress * (relaxation.estimate() - target);
      if (task_.out_of_time() || (slow && !guided)) break;
      before = relaxation.estimate();
    }
    prove();
    return bound;
  }

  JointOutcome outcome() {
    JointOutcome result;
    result.choice = choices_.best();
    result.lower = choices_.lower();
    result.upper = upper();
    result.nodes = nodes_ + joint_nodes_;
    result.prices = root_prices_;
    result.relaxation = relaxation_value_;
    result.evidence = evidence_;
    if (result.upper <= result.lower + rounding()) {
      result.status = Status::optimal;
    } else if (result.upper <= search::gap_limit(result.lower, task_.gap)) {
      result.status = Status::gap_reached;
    } else {
      result.status = task_.limits.hit(nodes_ + joint_nodes_).value_or(Status::finished);
    }
    return result;
  }

  const JointTask& task_;
  const Index n_;
  const double gap_;
  Choices choices_;
  double support_errors_ = 0.0;
  std::vector<JointNode> open_;
  double closed_ = -unbounded;  // the largest bound of a closed node
  double in_work_ = unbounded;  // of the node in work; at first nothing is known
  std::int64_t nodes_ = 0;      // of searches at fixed prices
  std::int64_t joint_nodes_ = 0;
  std::int64_t settled_ = 0;
  std::shared_ptr<proof::JointNode> evidence_;  // of the whole problem
  Vector root_prices_;
  double relaxation_value_ = 0.0;
};

}  // namespace

JointOutcome joint_search(const JointTask& task) {
  return JointSearch(task).run();
}

Choice joint_heuristic(const JointTask& task) {
  return JointSearch(task).heuristic();
}

RootBound joint_root(const JointTask& task, bool settled) {
  return JointSearch(task).root(settled);
}

}  // namespace spica::joint
