#pragma once

// The supports that several heuristics found, without repetitions, and the best of them.

#include <algorithm>
#include <set>
#include <vector>

#include "primal/primal.hpp"

namespace spica::primal {

/// From how many of the best supports exchanges start.
inline std::size_t swap_starts(const Task& task) {
  const SwapSettings& swap = task.settings.swap;
  return static_cast<std::size_t>(
      std::clamp<Index>(swap.effort / task.k, swap.fewest_starts, swap.most_starts));
}

/// Collects candidates, and tells of each new best.
class Pool {
 public:
  explicit Pool(const OnImprovement& on_improvement) : on_improvement_(on_improvement) {}

  void add(Candidate candidate, char source) {
    const bool better = candidates_.empty() || candidate.value > best_value_ * (1.0 + 1e-12);
    if (better) {
      best_value_ = candidate.value;
      if (on_improvement_) on_improvement_(candidate, source);
    }
    if (seen_.insert(candidate.support).second) candidates_.push_back(std::move(candidate));
  }

  /// True the first time that a heuristic is to start from this support. A second time would end in the same
  /// place.
  bool is_new_start(const Support& support) { return starts_.insert(support).second; }

  /// The `count` best candidates, the best first.
  [[nodiscard]] std::vector<Candidate> leaders(std::size_t count) const {
    std::vector<Candidate> sorted = candidates_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    if (sorted.size() > count) sorted.resize(count);
    return sorted;
  }

 private:
  const OnImprovement& on_improvement_;
  std::vector<Candidate> candidates_;
  std::set<Support> seen_;
  std::set<Support> starts_;
  double best_value_ = 0.0;
};

}  // namespace spica::primal
