#pragma once

// The numbers that the methods for the semidefinite relaxation run by. None of them matters to a proof: any U is a
// bound, and these only say how good a U is looked for.

#include <cstdint>

#include "spica/types.hpp"

namespace spica::bounds {

/// The alternating direction method of multipliers (admm.cpp).
struct AdmmSettings {
  double over_relaxation = 1.6;     ///< between 1 and 2; the literature has 1.5 to 1.8
  std::int64_t balance_steps = 20;  ///< between two looks at the residuals, at least,
  double balance_share = 0.2;       ///< and this share of all steps so far
  double balanced = 2.0;            ///< residuals within this factor of each other need no other penalty
  double most_change = 2.0;         ///< of the penalty at a time
};

/// The relaxation on a core of features that grows (sdp.cpp); by experiment.
struct SdpSettings {
  Index small_core = 60;            ///< features of the first core, at least,
  Index core_of_k = 3;              ///< and so many times k
  double growth = 0.5;              ///< of the core, at most, relative to its size
  std::int64_t round_steps = 20;    ///< between two looks at the features outside
  std::int64_t stall_steps = 1000;  ///< in which the gap must fall to `stall_gap` of what it was
  double stall_gap = 0.5;
  double proof_growth = 0.5;  ///< steps between two proofs, relative to all steps so far: a proof costs n^3
  double core_gap = 0.9;      ///< of the gap asked for: then the core is done, and the bound is proven
  AdmmSettings admm = {};
};

/// DADAL-SPCA (dadal.cpp).
struct DadalSettings {
  std::int64_t most_steps = 200;
  double tolerance = 1e-3;          ///< of the residuals; the paper's
  std::int64_t repair_steps = 5;    ///< between two proofs; by experiment
  std::int64_t balance_steps = 10;  ///< between two looks at the residuals; by experiment
  double balanced = 1.5;            ///< residuals within this factor of each other need no other penalty
  double most_change = 5.0;         ///< of the penalty at a time
  double most_ratio = 1e6;          ///< of the residuals of one step in the mean
};

}  // namespace spica::bounds
