#pragma once

// What supports explain, and about what they explain with one more feature. Prices change from one local search to the
// next, the matrix does not: what was computed once is remembered. Safe to share between threads.

#include <map>
#include <memory>
#include <mutex>

#include "joint/objective.hpp"

namespace spica::joint {

class Borders {
 public:
  explicit Borders(const Objective& objective) : objective_(objective) {}

  [[nodiscard]] const Matrix& matrix() const { return objective_.a; }
  [[nodiscard]] const GroupLimits& limits() const { return objective_.limits; }
  /// Of the support; zero of no features.
  [[nodiscard]] double value(const Support& support);
  /// For each feature the larger root of a 2 x 2 matrix: a lower bound of the value with the feature in the support (maths.md, 2.4).
  [[nodiscard]] std::shared_ptr<const Vector> with_one_more(const Support& support);

 private:
  const Objective objective_;
  std::mutex mutex_;
  std::map<Support, double> values_;
  std::map<Support, std::shared_ptr<const Vector>> borders_;
};

}  // namespace spica::joint
