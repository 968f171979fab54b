#pragma once

// Two steps of core elimination as functions of what they are given (maths.md, 3.13): whether all features
// outside of a core pass at one payment, and how the core grows by those that do not. core.cpp has the loop.
//
// Valid under rounding: a payment passes only where the core block is proven by verify::lam_max_upper
// (payments.hpp) and every row, rounded upwards, is at most tau (row_oracle.hpp).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "presolve/payments.hpp"
#include "presolve/row_oracle.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// Rows outside of a core that fail or nearly do.
struct Failing {
  std::vector<Row> rows;
  std::size_t above = 0;  ///< how many of them are above tau
};
/// Counts the rows above tau.
Failing failing(std::vector<Row> rows, double tau);

/// What one payment comes to.
struct Verdict {
  Failing failing = {};  ///< the worst rows
  /// A proven upper bound of all supports that touch the outside; nothing where the core block is above tau,
  /// or only some rows were evaluated.
  std::optional<double> touching = {};
  std::vector<std::pair<Index, double>> weights = {};  ///< features with their theta, where it is not 1
  bool passes = false;                                 ///< `touching` is proven and at most tau
};

/// A core, the payments that it can make, and the cutoff.
struct CoreQuestion {
  const Support& core;
  const Payments& payments;
  double tau = 0.0;
};

/// Tests one payment. If there are rows `near`, the worst ones at another payment, they are evaluated first,
/// and all rows only where none of these is above tau: how many are is enough to compare payments.
Verdict test(const CoreQuestion& question, const Vector& payment, const std::optional<std::vector<Row>>& near,
             RowOracle& oracle, const CoreSettings& settings);

/// How many features a core may have: the limit of the settings, or twice that where the rows above tau are
/// at most half as many as the core has, since the core is then likely to pass soon.
std::size_t largest_core(std::size_t core, std::size_t above, const CoreSettings& settings);

/// Most of the rows outside fail, or a core with those that do would be most of the matrix.
bool is_hopeless(std::size_t core, std::size_t above, Index features, const CoreSettings& settings);

/// The core with failing rows and near misses added, out of `features` in all; all features where it is hopeless.
Support grow(const Support& core, Failing failing, Index features, const CoreSettings& settings);

/// 0, 1, ..., n - 1.
Support every_feature(Index n);

}  // namespace spica::presolve
