#pragma once

#include <vector>

#include "bounds/bound.hpp"

namespace spica::search {

/// Groups of features that may change places. The free members of a group are alike at every node: swapping
/// two of them maps the node's supports onto each other and keeps their values.
class Groups {
 public:
  Groups(std::vector<Support> groups, Index features);

  /// The other free features of the node that are like `feature`, ascending.
  [[nodiscard]] Support free_alike(const bounds::Node& node, Index feature) const;
  /// Adds to `screened` all free features that are like one of them; ascending.
  void complete(const bounds::Node& node, Support& screened) const;
  static constexpr std::size_t most_images = 1000;
  /// A support and what becomes of it when features of a group change places; no more than that.
  [[nodiscard]] std::vector<Support> images(const Support& support) const;

 private:
  [[nodiscard]] Index of(Index feature) const { return of_[static_cast<std::size_t>(feature)]; }

  std::vector<Support> groups_;
  std::vector<Index> of_;  // -1: alone
};

}  // namespace spica::search
