#pragma once

#include <cstdint>

#include "bounds/bound.hpp"

namespace spica::search {

/// How many features leave at once. Where features have to leave one after another until what is left of a node can be
/// closed, the nodes on that way cost a bound each and close nothing; the pace of the last ones says how many are to come.
struct BranchingSettings {
  double share = 0.5;      ///< of those to come
  std::int64_t most = 16;  ///< both by experiment, on noise
};

/// What became of the bound when features left a node.
struct Departure {
  std::int64_t features = 0;  ///< that left at once; none if one came in instead
  double before = 0.0;        ///< the bound
  double after = 0.0;
};

/// On how many features to branch, so that the last child is without all of them.
std::int64_t features_to_branch_on(const Departure& last, double cutoff, const BranchingSettings& settings);

/// So many free features, those first that matter most to the bound, of equal ones the smaller index.
Support choose_features(const bounds::Node& node, const bounds::Value& value, std::int64_t count);

}  // namespace spica::search
