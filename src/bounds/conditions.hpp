#pragma once

#include "spica/group_limits.hpp"
#include "spica/types.hpp"

namespace spica::bounds {

/// What is asked of supports and loadings beyond the number of features. Features are those of a problem, or of a part
/// of it; prices are in the units of its matrix. Without conditions every support of at most k features will do, with
/// loadings of any sign.
struct Conditions {
  /// What every feature costs, none of it negative: a support S is worth the largest x'Ax on it less the prices of its
  /// features (maths.md, 6.1), and bounds are about that. Empty: nothing.
  Vector prices = {};
  /// No loading is negative (maths.md, 7).
  bool nonnegative = false;
  /// At most so many features of a group (maths.md, 8).
  GroupLimits limits = {};

  [[nodiscard]] bool has_prices() const { return prices.size() > 0; }
  [[nodiscard]] bool has_limits() const { return !limits.empty(); }
  [[nodiscard]] double price(Index feature) const { return has_prices() ? prices(feature) : 0.0; }
  /// The conditions on some features, in their order.
  [[nodiscard]] Conditions of(const Support& features) const {
    return {has_prices() ? Vector(prices(features)) : Vector(), nonnegative, limits.on(features)};
  }
  [[nodiscard]] Conditions in_units_of(double unit) const { return {prices / unit, nonnegative, limits}; }
};

}  // namespace spica::bounds
