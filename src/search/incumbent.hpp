#pragma once

#include <atomic>
#include <mutex>
#include <utility>

#include "spica/types.hpp"

namespace spica::search {

/// A point that satisfies the constraints, and a proven lower bound of its Rayleigh quotient.
struct FeasiblePoint {
  SparseVector x;
  double value = 0.0;
};

/// The best feasible point so far. Reading its value costs no lock.
class Incumbent {
 public:
  explicit Incumbent(FeasiblePoint start) : x_(std::move(start.x)), value_(start.value) {}

  [[nodiscard]] double value() const { return value_.load(std::memory_order_acquire); }

  /// Takes the point if it is better.
  bool offer(const FeasiblePoint& point) {
    if (!(point.value > this->value())) return false;
    const std::scoped_lock lock(mutex_);
    if (!(point.value > value_.load(std::memory_order_relaxed))) return false;
    x_ = point.x;
    value_.store(point.value, std::memory_order_release);
    return true;
  }

  /// The point and its value at one moment.
  [[nodiscard]] FeasiblePoint best() const {
    const std::scoped_lock lock(mutex_);
    return {x_, value_.load(std::memory_order_relaxed)};
  }

 private:
  mutable std::mutex mutex_;
  SparseVector x_;
  std::atomic<double> value_;
};

}  // namespace spica::search
