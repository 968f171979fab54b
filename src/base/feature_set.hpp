#pragma once

// Sets of features as ascending lists, and the numbers that features have within a set: their positions.

#include <algorithm>
#include <iterator>
#include <span>

#include "spica/types.hpp"

namespace spica {

inline bool contains(const Support& set, Index feature) {
  return std::binary_search(set.begin(), set.end(), feature);
}

/// Whether two sets share a feature.
inline bool meet(const Support& a, const Support& b) {
  return std::any_of(a.begin(), a.end(), [&b](Index i) { return contains(b, i); });
}

/// A set with a feature, which it may have had already.
inline Support with(Support set, Index feature) {
  const auto at = std::lower_bound(set.begin(), set.end(), feature);
  if (at == set.end() || *at != feature) set.insert(at, feature);
  return set;
}

inline Support without(Support set, Index feature) {
  std::erase(set, feature);
  return set;
}

/// The features of either set.
inline Support unite(const Support& a, const Support& b) {
  Support result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// The features of a that b lacks.
inline Support difference(const Support& a, const Support& b) {
  Support result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// The positions of some features within a set that contains them.
inline Support features_to_positions(const Support& set, std::span<const Index> features) {
  Support result;
  result.reserve(features.size());
  for (const Index feature : features)
    result.push_back(std::lower_bound(set.begin(), set.end(), feature) - set.begin());
  return result;
}

/// The positions of some features within a set; those that the set lacks are left out.
inline Support positions_of_common(const Support& set, std::span<const Index> features) {
  Support result;
  for (const Index feature : features) {
    const auto at = std::lower_bound(set.begin(), set.end(), feature);
    if (at != set.end() && *at == feature) result.push_back(at - set.begin());
  }
  return result;
}

/// The features at some positions of a set.
inline Support positions_to_features(const Support& set, std::span<const Index> positions) {
  Support result;
  result.reserve(positions.size());
  for (const Index position : positions) result.push_back(set[static_cast<std::size_t>(position)]);
  return result;
}

/// The features from 0 to n - 1 that a set lacks.
inline Support complement(const Support& set, Index n) {
  Support result;
  auto next = set.begin();
  for (Index i = 0; i < n; ++i) {
    if (next != set.end() && *next == i) {
      ++next;
    } else {
      result.push_back(i);
    }
  }
  return result;
}

}  // namespace spica
