#include "search/branch_and_bound.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "primal/primal.hpp"
#include "search/closed.hpp"
#include "search/queue.hpp"
#include "search/support/branching.hpp"
#include "search/support/node.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::search {

namespace {

constexpr double event_interval_sec = 0.1;

class Search {
 public:
  Search(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent, const Settings& settings)
      : problem_(problem),
        bound_(bound),
        incumbent_(incumbent),
        settings_(settings),
        queue_(static_cast<std::size_t>(settings.threads)) {}

  Outcome run() {
    consider(nullptr, OpenNode{nullptr, nullptr, -1, std::numeric_limits<double>::infinity(), -1});
    report(false);
    const tbb::global_control cores(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(settings_.threads));
    tbb::task_arena arena(static_cast<int>(settings_.threads));
    arena.execute([this] {
      tbb::task_group workers;
      for (std::size_t worker = 1; worker < static_cast<std::size_t>(settings_.threads); ++worker) {
        workers.run([this, worker] { work(worker); });
      }
      work(0);
      workers.wait();
    });
    return outcome();
  }

 private:
  void work(std::size_t worker) {
    try {
      while (const std::optional<OpenNode> node = queue_.pop(worker)) {
        if (const std::optional<Status> limit = settings_.limits.hit(nodes_.load())) {
          stop(*limit);
          queue_.push(*node);  // still open: its bound counts
        } else {
          expand(*node);
        }
        queue_.release(worker);
        report(false);
      }
    } catch (...) {
      queue_.close();  // the other workers must not wait for this one
      throw;
    }
  }

  void stop(Status limit) {
    Status none = Status::optimal;
    limit_.compare_exchange_strong(none, limit);
    queue_.close();
  }

  void expand(const OpenNode& node) {
    if (node.bound <= cutoff()) {
      closed_.add_pruned(node.bound);
      return;
    }
    for (const bool included : {true, false}) {
      consider(std::make_shared<Decision>(Decision{node.decisions, node.next_feature, included}), node);
    }
  }

  /// Bounds a new node, and closes it or queues it.
  void consider(std::shared_ptr<const Decision> decisions, const OpenNode& parent) {
    const bounds::Node node = spell_out(decisions.get(), problem_.features(), settings_.k);
    nodes_.fetch_add(1);
    if (node.is_leaf()) {
      close_leaf(node);
      return;
    }
    bounds::Value value = bound_.evaluate(
        node, {parent.state.get(), cutoff(), [this] { return settings_.limits.hit().has_value(); }});
    const double upper = std::min(value.upper, parent.bound);
    if (upper <= cutoff()) {
      closed_.add_pruned(upper);
    } else {
      const Index feature = choose_feature(node, value);
      queue_.push({std::move(decisions), std::move(value.state), feature, upper, parent.order + 1});
    }
  }

  void close_leaf(const bounds::Node& node) {
    const double upper = bound_.evaluate(node).upper;
    const primal::Candidate candidate = primal::best_on_support(problem_, node.leaf_support());
    SparseVector x = primal::component(candidate);
    if (upper > incumbent_.value() && incumbent_.offer(x, verify::rayleigh_lower(problem_, x))) report(true);
    closed_.add_leaf(std::move(x), upper, incumbent_.value());
  }

  [[nodiscard]] double gap_cutoff() const {
    // A hair below the gap asked for, so that the gap printed at the end is not above it by a rounding.
    return incumbent_.value() * (1.0 + settings_.gap * (1.0 - 1e-9));
  }

  [[nodiscard]] double cutoff() const { return std::max(gap_cutoff(), noise_); }

  [[nodiscard]] double upper() const {
    return std::max({queue_.best_bound(), closed_.upper(), incumbent_.value()});
  }

  /// Tells of a new incumbent, of a node count that is a tenth above the last one told, and otherwise now and
  /// then.
  void report(bool new_incumbent) {
    if (!settings_.on_event) return;
    std::unique_lock lock(report_mutex_, std::defer_lock);
    if (new_incumbent || settings_.threads == 1) {
      lock.lock();
    } else if (!lock.try_lock()) {
      return;
    }
    const std::int64_t nodes = nodes_.load();
    const bool milestone = new_incumbent || nodes >= next_milestone_;
    if (!milestone && clock_.seconds() < next_event_sec_) return;
    if (milestone) next_milestone_ = nodes + nodes / 10 + 1;
    next_event_sec_ = clock_.seconds() + event_interval_sec;
    settings_.on_event({nodes, queue_.size(), incumbent_.value(), upper(), new_incumbent, milestone});
  }

  Outcome outcome() {
    Outcome result{limit_.load(), upper(), nodes_.load(), queue_.size(), {}};
    if (result.status != Status::optimal) return result;
    const double lower = incumbent_.value();
    const Support best = incumbent_.point().support;
    for (const ClosedNodes::Tie& tie : closed_.ties_above(lower)) {
      if (tie.x.support != best) result.ties.push_back(tie.x);
    }
    if (closed_.pruned_upper() > lower) {
      // Where only rounding is left to tell supports apart, no gap can be promised.
      result.status = result.upper <= gap_cutoff() ? Status::gap_reached : Status::finished;
    }
    return result;
  }

  const Problem& problem_;
  const bounds::Bound& bound_;
  Incumbent& incumbent_;
  const Settings& settings_;
  BestFirstQueue<OpenNode> queue_;
  ClosedNodes closed_;
  std::atomic<std::int64_t> nodes_ = 0;
  std::atomic<Status> limit_ = Status::optimal;         // optimal: none was hit
  const double noise_ = verify::noise_level(problem_);  // differences below it are rounding, not variance

  Stopwatch clock_;
  std::mutex report_mutex_;
  double next_event_sec_ = 0.0;
  std::int64_t next_milestone_ = 0;
};

}  // namespace

Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent,
                         const Settings& settings) {
  return Search(problem, bound, incumbent, settings).run();
}

}  // namespace spica::search
