#pragma once

#include <atomic>
#include <mutex>
#include <utility>

#include "spica/types.hpp"

namespace spica::search {

/// The best feasible point so far. Reading its value costs no lock.
class Incumbent {
 public:
  Incumbent(SparseVector x, double value) : x_(std::move(x)), value_(value) {}

  [[nodiscard]] double value() const { return value_.load(std::memory_order_acquire); }

  /// Takes x if it is better; `value` is a proven lower bound of its Rayleigh quotient.
  bool offer(const SparseVector& x, double value) {
    if (!(value > this->value())) return false;
    const std::scoped_lock lock(mutex_);
    if (!(value > value_.load(std::memory_order_relaxed))) return false;
    x_ = x;
    value_.store(value, std::memory_order_release);
    return true;
  }

  /// Both at one moment.
  [[nodiscard]] std::pair<SparseVector, double> best() const {
    const std::scoped_lock lock(mutex_);
    return {x_, value_.load(std::memory_order_relaxed)};
  }

  [[nodiscard]] SparseVector point() const {
    const std::scoped_lock lock(mutex_);
    return x_;
  }

 private:
  mutable std::mutex mutex_;
  SparseVector x_;
  std::atomic<double> value_;
};

}  // namespace spica::search
