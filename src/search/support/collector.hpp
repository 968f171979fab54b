#pragma once

// Every support above a level, instead of the best one alone (maths.md, 9).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "spica/types.hpp"

namespace spica::search {

/// A support and what is proven of its largest eigenvalue, in the problem's scaled units.
struct EnclosedSupport {
  Support support;
  double lower = 0.0;
  double upper = 0.0;
};

/// Takes the supports that a search comes down to. Once it has more than it may keep, its level rises to the last that it
/// keeps, with a little above it so that a search need not tell ties apart. The level never falls, so what a search closed
/// at an earlier level stays closed. Safe to use from several threads at once.
class Collector {
 public:
  /// `slack`: how far the level lies above the last support that is kept, relatively.
  Collector(double level, std::size_t most, double slack) : level_(level), most_(most), slack_(slack) {}

  /// No support that is not kept is above it, once the search is done.
  [[nodiscard]] double level() const { return level_.load(std::memory_order_acquire); }
  /// Keeps the support unless it is proven not to be above the level.
  void add(EnclosedSupport found);

  /// What is kept, the largest first.
  [[nodiscard]] std::vector<EnclosedSupport> kept() const;
  /// How many were proven to be above the level of their time.
  [[nodiscard]] std::int64_t count() const;
  /// Whether some that were above the first level are not kept.
  [[nodiscard]] bool dropped() const;

 private:
  std::atomic<double> level_;
  const std::size_t most_;
  const double slack_;
  mutable std::mutex mutex_;
  std::vector<EnclosedSupport> kept_;  // the largest first
  std::int64_t count_ = 0;
  bool dropped_ = false;
};

}  // namespace spica::search
