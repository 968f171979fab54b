#pragma once

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

#include "spica/types.hpp"

namespace spica::search {

/// What became of the nodes that are closed: how high their bounds were, and which single supports came so
/// close to the incumbent that rounding cannot tell them apart.
class ClosedNodes {
 public:
  struct Tie {
    SparseVector x;
    double upper = 0.0;
  };

  /// A node closed by its bound.
  void add_pruned(double upper) {
    const std::scoped_lock lock(mutex_);
    pruned_ = std::max(pruned_, upper);
  }

  /// A node with a single support, whose leading eigenvector is x.
  void add_leaf(SparseVector x, double upper, double incumbent) {
    const std::scoped_lock lock(mutex_);
    leaf_ = std::max(leaf_, upper);
    if (upper <= incumbent) return;
    if (ties_.size() >= most_ties)
      std::erase_if(ties_, [=](const Tie& tie) { return tie.upper <= incumbent; });
    if (ties_.size() < most_ties) {
      ties_.push_back({std::move(x), upper});
    } else {
      pruned_ = std::max(pruned_, upper);  // too many to list: then no better known than a pruned node
    }
  }

  /// All of it.
  struct Record {
    double pruned = -std::numeric_limits<double>::infinity();
    double leaf = -std::numeric_limits<double>::infinity();
    std::vector<Tie> ties;
  };
  [[nodiscard]] Record record() const {
    const std::scoped_lock lock(mutex_);
    return {pruned_, leaf_, ties_};
  }
  /// In place of what is here.
  void restore(Record record) {
    const std::scoped_lock lock(mutex_);
    pruned_ = record.pruned;
    leaf_ = record.leaf;
    ties_ = std::move(record.ties);
  }
  /// As well as what is here.
  void add(const Record& record, double incumbent) {
    add_pruned(record.pruned);
    {
      const std::scoped_lock lock(mutex_);
      leaf_ = std::max(leaf_, record.leaf);
    }
    for (const Tie& tie : record.ties) add_leaf(tie.x, tie.upper, incumbent);
  }

  /// The largest bound of a closed node, minus infinity without any.
  [[nodiscard]] double upper() const {
    const std::scoped_lock lock(mutex_);
    return std::max(pruned_, leaf_);
  }
  /// The same over nodes that were not taken apart down to single supports.
  [[nodiscard]] double pruned_upper() const {
    const std::scoped_lock lock(mutex_);
    return pruned_;
  }
  /// Leaves that may be better than a value.
  [[nodiscard]] std::vector<Tie> ties_above(double value) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Tie> result;
    std::copy_if(ties_.begin(), ties_.end(), std::back_inserter(result),
                 [=](const Tie& tie) { return tie.upper > value; });
    return result;
  }

 private:
  static constexpr std::size_t most_ties = 1000;

  mutable std::mutex mutex_;
  double pruned_ = -std::numeric_limits<double>::infinity();
  double leaf_ = -std::numeric_limits<double>::infinity();
  std::vector<Tie> ties_;
};

}  // namespace spica::search
