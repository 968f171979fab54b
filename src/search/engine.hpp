#pragma once

// What every best-first search does with its tree (tree.hpp): workers take the open node with the largest bound
// and put its children in its place, until no node is open or a limit is hit, and whoever watches gets news.
// What a node is and how it is expanded is the business of the search that owns the engine.

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "search/settings.hpp"
#include "search/team.hpp"
#include "search/tree.hpp"

namespace spica::search {

template <class TreeType>
class Engine {
 public:
  using Node = typename TreeType::Node;

  /// Both must outlive it.
  Engine(TreeType& tree, const Settings& settings) : tree_(tree), settings_(settings) {}

  /// What comes of a node: its children, or nothing if a limit cut the work on it short; it then stays open.
  using Children = std::optional<std::vector<Node>>;
  using Expand = std::function<Children(const Node&)>;

  [[nodiscard]] TreeType& tree() { return tree_; }
  [[nodiscard]] const TreeType& tree() const { return tree_; }

  void count_node() { nodes_.fetch_add(1); }
  /// Adds nodes that were done before this engine began, or with -1 takes back one that was not done after all.
  void add_nodes(std::int64_t more) { nodes_.fetch_add(more); }

  /// Expands nodes, best first, until none is open or a limit is hit.
  void run(const Expand& expand) {
    if (settings_.threads == 1) return work(0, expand);  // other threads may have searches of their own
    parallel::together(settings_.threads, [&](std::size_t worker) { work(worker, expand); });
  }

  /// Calls on_event if there is a new incumbent, if the number of nodes has grown by a tenth since the last call, or
  /// if some time has passed.
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
    settings_.on_event({nodes, open(), tree_.incumbent.value(), upper(), new_incumbent, milestone});
  }

  // Of this rank and, as far as it has heard, of all others that work on the same search.

  /// Not below the optimum. It looks at both under one lock, so that a node that changes hands counts once at
  /// least.
  [[nodiscard]] double upper() const {
    const std::scoped_lock lock(others_mutex_);
    return std::max(tree_.upper(), others_.upper);
  }
  [[nodiscard]] std::int64_t nodes() const { return nodes_.load() + others().nodes; }
  [[nodiscard]] std::int64_t open() const { return tree_.open.size() + others().open; }

  /// Of this rank alone.
  [[nodiscard]] std::int64_t own_nodes() const { return nodes_.load(); }
  [[nodiscard]] Standing standing() const {
    const auto [waiting, held] = tree_.open.counts();
    return {.waiting = waiting,
            .held = held,
            .threads = settings_.threads,
            .nodes = nodes_.load(),
            .busy_sec = 1e-9 * static_cast<double>(busy_ns_.load()),
            .upper = tree_.upper(),
            .lower = tree_.incumbent.value(),
            .limit = limit_.load()};
  }
  void hear(const Others& others) {
    const std::scoped_lock lock(others_mutex_);
    others_ = others;
  }
  /// Takes open nodes out of the queue for another rank. They count as those of other ranks from now on.
  std::vector<Node> give(std::size_t count) {
    const std::scoped_lock lock(others_mutex_);
    std::vector<Node> given = tree_.open.give(count);
    others_.open += static_cast<std::int64_t>(given.size());
    for (const Node& node : given) others_.upper = std::max(others_.upper, node.bound);
    return given;
  }
  void expect_more(bool more_may_come) { tree_.open.expect_more(more_may_come); }
  /// Ends the work because of a limit; the first limit that is hit counts. Unless it is the node limit, work on
  /// nodes is cut short, too.
  void stop(Status limit) {
    if (limit != Status::node_limit) cut_short_ = true;
    Status none = Status::optimal;
    limit_.compare_exchange_strong(none, limit);
    tree_.open.close();
  }
  /// Drops all open nodes and counts, before the search goes on from what all ranks have come to.
  void clear() {
    tree_.open.clear();
    nodes_ = 0;
    hear({});
  }

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
      while (const Node* node = tree_.open.pop(worker)) {
        std::optional<Status> limit = settings_.limits.hit(nodes());
        Children children;
        const Stopwatch work;
        if (!limit) children = expand(*node);
        busy_ns_.fetch_add(static_cast<std::int64_t>(1e9 * work.seconds()));
        if (children) {
          tree_.open.release(worker, std::move(*children));
        } else {
          if (!limit) limit = settings_.limits.hit(nodes());
          stop(limit.value_or(Status::interrupted));
          tree_.open.put_back(worker);  // its bound counts
        }
        report(false);
      }
    } catch (...) {
      tree_.open.close();  // the other workers must not wait for this one
      throw;
    }
  }

  TreeType& tree_;
  const Settings& settings_;
  std::atomic<std::int64_t> nodes_ = 0;
  std::atomic<std::int64_t> busy_ns_ = 0;
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
