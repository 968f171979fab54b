#pragma once

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

#include "spica/types.hpp"

namespace spica::search {

/// What is known of the nodes that are closed: the largest of their bounds, and the single supports that come so
/// close to the incumbent that rounding cannot tell which is better. Safe to use from several threads at once.
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

  /// All of it, to be kept and restored.
  struct Record {
    double pruned = -std::numeric_limits<double>::infinity();
    double leaf = -std::numeric_limits<double>::infinity();
    std::vector<Tie> ties;
  };
  [[nodiscard]] Record record() const {
    const std::scoped_lock lock(mutex_);
    return {pruned_, leaf_, ties_};
  }
  /// Puts a record in place of what is known.
  void restore(Record record) {
    const std::scoped_lock lock(mutex_);
    pruned_ = record.pruned;
    leaf_ = record.leaf;
    ties_ = std::move(record.ties);
  }
  /// Adds a record to what is known.
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
  /// The largest bound of a node that was closed by its bound, or of a single support for which the list of ties
  /// had no room.
  [[nodiscard]] double pruned_upper() const {
    const std::scoped_lock lock(mutex_);
    return pruned_;
  }
  /// The single supports whose upper bounds are above a value.
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
