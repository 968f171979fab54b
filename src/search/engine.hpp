#pragma once

// What every best-first search shares: open nodes in order of their bounds, workers that expand them, limits,
// and news for whoever watches. What a node is and how it is expanded is the business of the search that owns
// the engine.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "base/limits.hpp"
#include "search/queue.hpp"
#include "search/settings.hpp"
#include "search/team.hpp"

namespace spica::search {

template <class Item>
class Engine {
 public:
  /// What the owner knows: the best feasible value, and the largest bound of a node that is no longer open.
  struct Bounds {
    double lower = 0.0;
    double closed_upper = 0.0;
  };

  Engine(const Settings& settings, std::function<Bounds()> bounds)
      : settings_(settings), bounds_(std::move(bounds)), queue_(static_cast<std::size_t>(settings.threads)) {}

  /// What comes of a node: its children, or nothing if a limit cut the work on it short; it then stays open.
  using Children = std::optional<std::vector<Item>>;
  using Expand = std::function<Children(const Item&)>;

  void push(Item item) { queue_.push(std::move(item)); }
  void count_node() { nodes_.fetch_add(1); }
  /// Nodes that were done before this engine began, or one that was not done after all.
  void add_nodes(std::int64_t more) { nodes_.fetch_add(more); }

  /// Expands nodes, best first, until none is open or a limit is hit.
  void run(const Expand& expand) {
    if (settings_.threads == 1) return work(0, expand);  // other threads may have searches of their own
    const tbb::global_control cores(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(settings_.threads));
    tbb::task_arena arena(static_cast<int>(settings_.threads));
    arena.execute([&] {
      tbb::task_group workers;
      for (std::size_t worker = 1; worker < static_cast<std::size_t>(settings_.threads); ++worker) {
        workers.run([&, worker] { work(worker, expand); });
      }
      workers.run_and_wait(
          [&] { work(0, expand); });  // an error of any of them comes out, once all have ended
    });
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
    const std::int64_t nodes = this->nodes();
    const bool milestone = new_incumbent || nodes >= next_milestone_;
    if (!milestone && clock_.seconds() < next_event_sec_) return;
    if (milestone) next_milestone_ = nodes + nodes / 10 + 1;
    next_event_sec_ = clock_.seconds() + event_interval_sec;
    settings_.on_event({nodes, open(), bounds_().lower, upper(), new_incumbent, milestone});
  }

  // Of this process and, as far as it has heard, of all others that work on the same search.

  /// One look at both: a node that changes hands meanwhile must not be missed.
  [[nodiscard]] double upper() const {
    const std::scoped_lock lock(others_mutex_);
    return std::max(own_upper(), others_.upper);
  }
  [[nodiscard]] std::int64_t nodes() const { return nodes_.load() + others().nodes; }
  [[nodiscard]] std::int64_t open() const { return queue_.size() + others().open; }

  /// Of this process alone.
  [[nodiscard]] std::int64_t own_nodes() const { return nodes_.load(); }
  [[nodiscard]] double own_upper() const {
    // In this order: a node is written down as closed before it leaves the queue.
    const double open = queue_.best_bound();
    const Bounds bounds = bounds_();
    return std::max({open, bounds.closed_upper, bounds.lower});
  }
  [[nodiscard]] Standing standing() const {
    const auto [waiting, held] = queue_.counts();
    return {waiting,          held,        settings_.threads, nodes_.load(),
            busy_sec_.load(), own_upper(), bounds_().lower,   limit_.load()};
  }
  void hear(const Others& others) {
    const std::scoped_lock lock(others_mutex_);
    others_ = others;
  }
  /// Nodes for another process. They count as its own from now on.
  std::vector<Item> give(std::size_t count) {
    const std::scoped_lock lock(others_mutex_);
    std::vector<Item> given = queue_.give(count);
    others_.open += static_cast<std::int64_t>(given.size());
    for (const Item& item : given) others_.upper = std::max(others_.upper, item.bound);
    return given;
  }
  void expect_more(bool more_may_come) { queue_.expect_more(more_may_come); }
  /// Ends the work, with a limit unless one was hit before: where time is up in the middle of nodes.
  void stop(Status limit) {
    if (limit != Status::node_limit) cut_short_ = true;
    Status none = Status::optimal;
    limit_.compare_exchange_strong(none, limit);
    queue_.close();
  }
  /// Back to the beginning, for what others have come to in the meantime.
  void clear() {
    queue_.clear();
    nodes_ = 0;
    hear({});
  }

  /// Copies of open nodes, as the queue has them.
  [[nodiscard]] typename BestFirstQueue<Item>::Copy copy() const { return queue_.copy(); }
  [[nodiscard]] std::vector<Item> waiting() const { return queue_.waiting(); }
  [[nodiscard]] std::optional<Status> limit_hit() const {
    const Status status = limit_.load();
    return status == Status::optimal ? std::nullopt : std::optional(status);
  }
  [[nodiscard]] bool out_of_time() const { return cut_short_ || settings_.limits.hit().has_value(); }

 private:
  static constexpr double event_interval_sec = 0.1;

  [[nodiscard]] Others others() const {
    const std::scoped_lock lock(others_mutex_);
    return others_;
  }

  void work(std::size_t worker, const Expand& expand) {
    try {
      while (const Item* item = queue_.pop(worker)) {
        std::optional<Status> limit = settings_.limits.hit(nodes());
        Children children;
        const Stopwatch work;
        if (!limit) children = expand(*item);
        busy_sec_.fetch_add(work.seconds());
        if (children) {
          queue_.release(worker, std::move(*children));
        } else {
          if (!limit) limit = settings_.limits.hit(nodes());
          stop(limit.value_or(Status::interrupted));
          queue_.put_back(worker);  // its bound counts
        }
        report(false);
      }
    } catch (...) {
      queue_.close();  // the other workers must not wait for this one
      throw;
    }
  }

  const Settings& settings_;
  std::function<Bounds()> bounds_;
  BestFirstQueue<Item> queue_;
  std::atomic<std::int64_t> nodes_ = 0;
  std::atomic<double> busy_sec_ = 0.0;
  std::atomic<Status> limit_ = Status::optimal;  // optimal: none was hit
  std::atomic<bool> cut_short_ = false;
  mutable std::mutex others_mutex_;
  Others others_;

  Stopwatch clock_;
  std::mutex report_mutex_;
  double next_event_sec_ = 0.0;
  std::int64_t next_milestone_ = 0;
};

}  // namespace spica::search
