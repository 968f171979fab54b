#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

namespace spica::search {

/// Open nodes, best bound first, shared by the workers. A node that a worker holds still counts as open, so
/// best_bound() is a valid upper bound at every moment. Item needs `double bound` and `std::int64_t order`.
template <class Item>
class BestFirstQueue {
 public:
  explicit BestFirstQueue(std::size_t workers) : held_(workers) {}

  void push(Item item) {
    {
      const std::scoped_lock lock(mutex_);
      insert(std::move(item));
    }
    changed_.notify_one();
  }

  /// The best open node, for the worker to look at until it calls release() or put_back(). Waits while the
  /// queue is empty but other workers may still push; null when all is done or the queue was closed.
  const Item* pop(std::size_t worker) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !heap_.empty() || (holders_ == 0 && !more_may_come_); });
    if (closed_ || heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    held_[worker] = std::move(heap_.back());
    heap_.pop_back();
    ++holders_;
    return &*held_[worker];
  }

  /// The worker's node is done with: its children take its place in one step, so that whoever copies the open
  /// nodes sees either it or all of them.
  void release(std::size_t worker, std::vector<Item> children = {}) {
    std::optional<Item> done;  // destroyed after the lock is gone
    {
      const std::scoped_lock lock(mutex_);
      for (Item& child : children) insert(std::move(child));
      std::swap(done, held_[worker]);
      --holders_;
    }
    changed_.notify_all();
  }

  /// The worker's node stays open.
  void put_back(std::size_t worker) {
    {
      const std::scoped_lock lock(mutex_);
      insert(std::move(*held_[worker]));
      held_[worker].reset();
      --holders_;
    }
    changed_.notify_all();
  }

  /// Whether pop() waits for nodes from elsewhere while all is done here.
  void expect_more(bool more_may_come) {
    {
      const std::scoped_lock lock(mutex_);
      more_may_come_ = more_may_come;
    }
    changed_.notify_all();
  }

  /// Takes every second of the nodes that nobody works on out of the queue, best first, up to `count` of them. So
  /// both sides have good nodes afterwards.
  std::vector<Item> give(std::size_t count) {
    std::vector<Item> given;
    const std::scoped_lock lock(mutex_);
    std::sort(heap_.begin(), heap_.end(), [](const Item& a, const Item& b) { return worse(b, a); });
    std::vector<Item> kept;
    given.reserve(heap_.size());
    kept.reserve(heap_.size());
    for (std::size_t i = 0; i < heap_.size(); ++i) {
      const bool second = i % 2 == 1 || heap_.size() == 1;
      (second && given.size() < count ? given : kept).push_back(std::move(heap_[i]));
    }
    heap_ = std::move(kept);
    std::make_heap(heap_.begin(), heap_.end(), worse);
    return given;
  }

  /// Drops all nodes. Only when nobody works.
  void clear() {
    const std::scoped_lock lock(mutex_);
    heap_.clear();
  }

  struct Counts {
    std::int64_t waiting = 0;
    std::int64_t held = 0;
  };
  [[nodiscard]] Counts counts() const {
    const std::scoped_lock lock(mutex_);
    return {static_cast<std::int64_t>(heap_.size()), holders_};
  }

  /// Ends every pop() from now on; what is open stays for best_bound().
  void close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

  /// The largest bound of an open node, minus infinity if there is none.
  [[nodiscard]] double best_bound() const {
    const std::scoped_lock lock(mutex_);
    double best = heap_.empty() ? -std::numeric_limits<double>::infinity() : heap_.front().bound;
    for (const std::optional<Item>& item : held_) {
      if (item) best = std::max(best, item->bound);
    }
    return best;
  }

  [[nodiscard]] std::int64_t size() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::int64_t>(heap_.size()) + holders_;
  }

  /// A copy of every open node, best first.
  struct Copy {
    std::vector<Item> items;
    std::int64_t held = 0;  ///< of them are worked on
  };
  [[nodiscard]] Copy copy() const {
    Copy all;
    {
      const std::scoped_lock lock(mutex_);
      all.items = heap_;
      for (const std::optional<Item>& item : held_) {
        if (item) all.items.push_back(*item);
      }
      all.held = holders_;
    }
    std::sort(all.items.begin(), all.items.end(), [](const Item& a, const Item& b) { return worse(b, a); });
    return all;
  }

  /// A copy of the nodes that nobody works on, worst first.
  [[nodiscard]] std::vector<Item> waiting() const {
    std::vector<Item> all;
    {
      const std::scoped_lock lock(mutex_);
      all = heap_;
    }
    std::sort(all.begin(), all.end(), worse);
    return all;
  }

 private:
  static bool worse(const Item& a, const Item& b) {
    return a.bound != b.bound ? a.bound < b.bound : a.order < b.order;
  }

  void insert(Item item) {
    heap_.push_back(std::move(item));
    std::push_heap(heap_.begin(), heap_.end(), worse);
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Item> heap_;
  std::vector<std::optional<Item>> held_;  // by worker: the node it works on
  std::int64_t holders_ = 0;
  bool more_may_come_ = false;
  bool closed_ = false;
};

}  // namespace spica::search
