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
  explicit BestFirstQueue(std::size_t workers) : held_(workers, none) {}

  void push(Item item) {
    {
      const std::scoped_lock lock(mutex_);
      heap_.push_back(std::move(item));
      std::push_heap(heap_.begin(), heap_.end(), worse);
    }
    changed_.notify_one();
  }

  /// The best open node. Waits while the queue is empty but other workers may still push; nothing when all is
  /// done or the queue was closed. The worker must call release() before it pops again.
  std::optional<Item> pop(std::size_t worker) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !heap_.empty() || holders_ == 0; });
    if (closed_ || heap_.empty()) return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    Item item = std::move(heap_.back());
    heap_.pop_back();
    held_[worker] = item.bound;
    ++holders_;
    return item;
  }

  void release(std::size_t worker) {
    {
      const std::scoped_lock lock(mutex_);
      held_[worker] = none;
      --holders_;
    }
    changed_.notify_all();
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
    const double held = *std::max_element(held_.begin(), held_.end());
    return heap_.empty() ? held : std::max(held, heap_.front().bound);
  }

  [[nodiscard]] std::int64_t size() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::int64_t>(heap_.size()) + holders_;
  }

 private:
  static constexpr double none = -std::numeric_limits<double>::infinity();

  static bool worse(const Item& a, const Item& b) {
    return a.bound != b.bound ? a.bound < b.bound : a.order < b.order;
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Item> heap_;
  std::vector<double> held_;  // by worker: the bound of the node it works on
  std::int64_t holders_ = 0;
  bool closed_ = false;
};

}  // namespace spica::search
