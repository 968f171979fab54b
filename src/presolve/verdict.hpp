#pragma once

// How the features outside of a core fare under one payment, and how the core grows by it (maths.md, 3.13).
// Both are functions of what they are given; core.cpp has the loop.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "presolve/payments.hpp"
#include "presolve/row_oracle.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// Rows outside of a core, with how many of them are above tau.
struct Failing {
  std::vector<Row> rows;
  std::size_t above = 0;
};
Failing failing(std::vector<Row> rows, double tau);

struct Verdict {
  Failing failing = {};  ///< the worst rows; of all, or of those that were asked for
  bool of_all = false;
  /// Proven of all supports that touch the outside; nothing where the core block is above tau, or not all rows
  /// were looked at.
  std::optional<double> touching = {};
  std::vector<std::pair<Index, double>> weights = {};  ///< theta of the rows, where it is not 1
  bool passes = false;                                 ///< touching is proven, and no row is above tau
};

/// What is tested: a core with its payments, against tau.
struct CoreQuestion {
  const Support& core;
  const Payments& payments;
  double tau = 0.0;
};

/// Looks at the rows `near` first, if there are any, and at all of them where these are not above tau: enough
/// to compare payments.
Verdict test(const CoreQuestion& question, const Vector& payment, const std::optional<std::vector<Row>>& near,
             RowOracle& oracle, const CoreSettings& settings);

/// How large a core may become: twice what is allowed, where the rows above tau are getting few. Without a
/// core there is little hope.
std::size_t largest_core(std::size_t core, std::size_t above, const CoreSettings& settings);

/// The core with the rows above tau and near misses, of `features` in all; everything, if that is where it is
/// going.
Support grow(const Support& core, Failing failing, Index features, const CoreSettings& settings);

/// 0, 1, ..., n - 1.
Support every_feature(Index n);

}  // namespace spica::presolve
