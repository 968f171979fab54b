#pragma once

#include <optional>
#include <string>
#include <vector>

#include "proof/evidence.hpp"
#include "spica/group_limits.hpp"

namespace spica::proof {

/// The checker rounds on its own; this much room it needs for that, relative to the bound.
inline constexpr double room_to_round = 1e-10;

/// Features that may change places, with their signs against each other.
struct Group {
  Support features;
  std::vector<int> signs;
};

/// All that is said of one component, in scaled units.
struct Claim {
  Index k = 0;
  SparseVector x;
  Support included = {};     ///< that every support which is meant has
  Support excluded = {};     ///< that none has
  bool nonnegative = false;  ///< no entry of a component is negative
  GroupLimits limits = {};   ///< that a component keeps to; of the features as the user numbers them
  double upper = 0.0;
  Index deflations = 0;       ///< that the matrix went through before
  std::optional<Core> core;   ///< of the problem's features
  std::vector<Group> groups;  ///< of the tree's features
  Model model;
  const Node* root = nullptr;
  Support features;                  ///< of the problem, for each feature of the tree
  std::vector<Support> listed = {};  ///< supports of k features that `upper` is not about
};

/// The part of a certificate that is about one component (docs/certificate.md). Nothing where some node is
/// closed by a bound that certificates have no words for.
std::optional<std::string> write_component(const Claim& claim);

/// The part that follows it: no support of k features is above `upper` but those that are listed. What it says of included
/// and excluded features and of signs is what the component's part says.
std::optional<std::string> write_alternatives(const Claim& claim);

/// A component of another k, whose bound follows from that of the claim (maths.md, 2.8).
struct Follower {
  Index k = 0;
  SparseVector x;
};

/// The part after these.
std::string write_followers(const std::vector<Follower>& followers);

}  // namespace spica::proof
