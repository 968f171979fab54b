#pragma once

// Where the reader of a tree stands. What is decided on the way down is written into one list of changes and
// taken back on the way up, so that an open branch costs what its own lines say and no copy of a state.

#include "checker/leaves.hpp"

namespace spica_check {

enum class Mark : char { free, in, out };

class Walk {
 public:
  /// The root of a tree in which some features are in.
  Walk(std::size_t features, const Features& included) : mark_(features, Mark::free) {
    for (const std::size_t feature : included) mark_[feature] = Mark::in;
  }
  /// The root of a tree over a box too.
  void begin(Box box) { box_ = std::move(box); }

  [[nodiscard]] Mark mark(std::size_t feature) const { return mark_[feature]; }
  [[nodiscard]] const Box& box() const { return box_; }
  /// A feature is both in and out.
  [[nodiscard]] bool empty() const { return empty_; }

  void set(std::size_t feature, Mark mark) {
    changes_.push_back({What::mark, feature, static_cast<double>(mark_[feature])});
    mark_[feature] = mark;
  }
  void set_empty() {
    changes_.push_back({What::empty, 0, empty_ ? 1.0 : 0.0});
    empty_ = true;
  }
  /// Whether the feature was free where the current node began.
  [[nodiscard]] bool was_free(std::size_t feature) const {
    Meter::spend(static_cast<double>(changes_.size() - entry_));
    for (std::size_t i = entry_; i < changes_.size(); ++i) {
      if (changes_[i].what == What::mark && changes_[i].index == feature)
        return static_cast<Mark>(changes_[i].before) == Mark::free;
    }
    return mark_[feature] == Mark::free;
  }

  /// To the child with the feature; the child without all of `without` comes later.
  void branch(std::size_t feature, const Features& without) {
    forks_.push_back({changes_.size(), without_.size(), 0, 0.0});
    without_.insert(without_.end(), without.begin(), without.end());
    set(feature, Mark::in);
    entry_ = changes_.size();
  }
  /// To the child with g_direction <= at; the one with g_direction >= at comes later.
  void cut(std::size_t direction, double at) {
    forks_.push_back({changes_.size(), without_.size(), direction, at});
    changes_.push_back({What::upper, direction, box_.upper[direction]});
    box_.upper[direction] = std::min(at, box_.upper[direction]);
    entry_ = changes_.size();
  }
  /// After a leaf: to the last child that was not read yet. False if there is none.
  bool next() {
    if (forks_.empty()) return false;
    const Fork fork = forks_.back();
    forks_.pop_back();
    for (; changes_.size() > fork.changes; changes_.pop_back()) take_back(changes_.back());
    const bool cut = without_.size() == fork.without;
    if (cut) {
      changes_.push_back({What::lower, fork.direction, box_.lower[fork.direction]});
      box_.lower[fork.direction] = std::max(fork.at, box_.lower[fork.direction]);
    }
    for (; without_.size() > fork.without; without_.pop_back()) set(without_.back(), Mark::out);
    entry_ = changes_.size();
    return true;
  }

 private:
  enum class What : char { mark, lower, upper, empty };
  struct Change {
    What what;
    std::size_t index;
    double before;
  };
  /// A node whose first child is being read.
  struct Fork {
    std::size_t changes;    // that the node has
    std::size_t without;    // where the features begin that the second child is without; none for a cut
    std::size_t direction;  // of a cut
    double at;
  };

  void take_back(const Change& change) {
    switch (change.what) {
      case What::mark:
        mark_[change.index] = static_cast<Mark>(change.before);
        break;
      case What::lower:
        box_.lower[change.index] = change.before;
        break;
      case What::upper:
        box_.upper[change.index] = change.before;
        break;
      case What::empty:
        empty_ = change.before != 0.0;
        break;
    }
  }

  List<Mark> mark_;  // of each feature
  Box box_;
  bool empty_ = false;
  List<Change> changes_;
  std::size_t entry_ = 0;  // changes where the current node began
  List<Fork> forks_;
  Features without_;
};

}  // namespace spica_check
