#pragma once

#include <vector>

#include "bounds/bound.hpp"

namespace spica::search {

/// Groups of exchangeable features: swapping two members of a group leaves the matrix as it is. So at every node
/// the free members of a group are alike: swapping two of them maps the supports of the node onto each other and
/// keeps their values.
class Groups {
 public:
  Groups(std::vector<Support> groups, Index features);

  /// The other free features of the node that are like `feature`, ascending.
  [[nodiscard]] Support free_alike(const bounds::Node& node, Index feature) const;
  /// Adds to `screened` all free features that are like one of them; ascending.
  void complete(const bounds::Node& node, Support& screened) const;
  static constexpr std::size_t most_images = 1000;
  /// The support and all supports that exchanging features makes of it, most_images at most.
  [[nodiscard]] std::vector<Support> images(const Support& support) const;

 private:
  [[nodiscard]] Index of(Index feature) const { return of_[static_cast<std::size_t>(feature)]; }

  std::vector<Support> groups_;
  std::vector<Index> of_;  // -1: alone
};

}  // namespace spica::search
