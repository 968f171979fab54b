#pragma once

// Limits by group: features belong to groups, at most one each, and of a group a support has at most so many.

#include "checker/points.hpp"

namespace spica_check {

class GroupLimits {
 public:
  struct Group {
    std::size_t at_most = 0;
    Features features;

    bool operator==(const Group&) const = default;
  };
  /// How many more features of each group a support may take; below zero where it has too many.
  using Room = List<std::int64_t>;

  GroupLimits() = default;
  /// Reads `N` and, for each group, `C N feature...`: at most C of these.
  GroupLimits(Tokens& tokens, std::size_t n) {
    groups_.resize(tokens.count());
    of_.assign(n, groups_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      groups_[g].at_most = static_cast<std::size_t>(tokens.integer(1, static_cast<std::int64_t>(n)));
      groups_[g].features = tokens.features(n);
      if (groups_[g].features.empty()) tokens.reject("a limit of no features");
      for (const std::size_t i : groups_[g].features) {
        if (of_[i] != groups_.size())
          tokens.reject("feature " + std::to_string(i) + " is in two groups with limits");
        of_[i] = g;
      }
    }
    if (groups_.empty()) tokens.reject("limits of no group");
  }

  [[nodiscard]] bool empty() const { return groups_.empty(); }
  [[nodiscard]] const List<Group>& groups() const { return groups_; }
  /// The group of a feature; their number for one without a group.
  [[nodiscard]] std::size_t of(std::size_t feature) const { return empty() ? 0 : of_[feature]; }
  [[nodiscard]] bool is_grouped(std::size_t feature) const { return of(feature) < groups_.size(); }

  [[nodiscard]] Room room_beside(const Features& support) const {
    Meter::spend(static_cast<double>(groups_.size() + support.size()));
    Room room(groups_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) room[g] = static_cast<std::int64_t>(groups_[g].at_most);
    for (const std::size_t i : support)
      if (is_grouped(i)) --room[of(i)];
    return room;
  }
  [[nodiscard]] bool admit(const Features& support) const {
    const Room room = room_beside(support);
    return std::all_of(room.begin(), room.end(), [](std::int64_t left) { return left >= 0; });
  }
  /// How many of these features a support may have at most.
  [[nodiscard]] std::size_t most_of(const Features& features) const {
    Room room = room_beside({});
    std::size_t most = 0;
    for (const std::size_t i : features)
      if (!is_grouped(i) || room[of(i)]-- > 0) ++most;
    return most;
  }

 private:
  List<Group> groups_;
  Features of_;  // of each feature
};

/// What the partners of a feature cost it at most: of a row's terms as many count as the support and its groups have room for.
/// Sets of partners are the independent sets of a matroid, so the largest terms of each group serve (maths.md, 8.1).
class RowSum {
 public:
  /// Of supports that have these features.
  RowSum(const GroupLimits& limits, const Features& in) : limits_(limits), room_(limits.room_beside(in)) {}

  /// The row of a feature, which takes a place in its group if it is not one of those that are in anyway.
  void begin(std::size_t feature, bool is_in = false) {
    own_ = is_in || !limits_.is_grouped(feature) ? room_.size() : limits_.of(feature);
    alone_.clear();
    grouped_.clear();
  }
  /// Whether some support has this free feature too.
  [[nodiscard]] bool takes(std::size_t feature) const {
    return !limits_.is_grouped(feature) || room_of(limits_.of(feature)) > 0;
  }
  void add(std::size_t feature, double value) {
    if (limits_.is_grouped(feature)) {
      grouped_.push_back({limits_.of(feature), value});
    } else {
      alone_.push_back(value);
    }
  }
  /// A term that counts whatever its group is.
  void add_ungrouped(double value) { alone_.push_back(value); }

  /// The sum of at most so many terms, none of which may be negative.
  template <class N>
  N largest(std::size_t count) {
    std::sort(grouped_.begin(), grouped_.end(), [](const Term& x, const Term& y) {
      return x.group != y.group ? x.group < y.group : x.value > y.value;
    });
    std::int64_t taken = 0;
    for (std::size_t t = 0; t < grouped_.size(); ++t) {
      taken = t > 0 && grouped_[t].group == grouped_[t - 1].group ? taken + 1 : 0;
      if (taken < room_of(grouped_[t].group)) alone_.push_back(grouped_[t].value);
    }
    return sum_of_largest<N>(alone_, count);
  }

 private:
  struct Term {
    std::size_t group;
    double value;
  };

  [[nodiscard]] std::int64_t room_of(std::size_t group) const {
    return room_[group] - (group == own_ ? 1 : 0);
  }

  const GroupLimits& limits_;
  GroupLimits::Room room_;
  std::size_t own_ = 0;  // the group that the row's feature takes a place of
  List<double> alone_;
  List<Term> grouped_;
};

}  // namespace spica_check
