#pragma once

// The numbers that core elimination runs by. Whatever they are, what it rules out is proven.

#include <array>
#include <cstddef>

#include "spica/types.hpp"

namespace spica::presolve {

/// The core and how it grows (core.cpp).
struct CoreSettings {
  Index first = 60;        ///< features of the first core, at most, unless k is large; by experiment
  Index least_spare = 20;  ///< features of the first core beyond k, at least; by experiment
  Index largest = 500;  ///< twice as many where few rows fail (maths.md, 3.13); measured in results/scale.md
  double near_miss = 0.85;      ///< of tau: such rows may join the core too; by experiment
  int most_rounds = 15;         ///< hardly ever reached
  int first_steps = 150;        ///< of the ADMM on the first core, or on one that needs more; by experiment
  int later_steps = 50;         ///< on a core that grew: it starts where the smaller one ended; by experiment
  double least_progress = 0.1;  ///< as in PairsSettings; by experiment
  double most_share = 0.8;      ///< a core that grows beyond this share of all features is no core; taste
  std::size_t few_share = 4;    ///< growing will do where fewer than core/few_share rows fail; by experiment
  std::size_t least_growth = 10;        ///< features that join in a round, at least, and ...
  std::size_t least_growth_share = 16;  ///< ... at least core/least_growth_share; by experiment
  std::size_t most_compared = 2000;     ///< rows that payments are compared by; by experiment
  Index second_side_from = 4;  ///< from this k on a dual point for k-1 is tried as well; by experiment
};

/// What the core pays (payments.cpp).
struct PaymentSettings {
  /// The grid of g, as distances below the dearest that tau allows; by experiment.
  std::array<double, 10> below_dearest = {0.0, 0.003, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0};
  int bisections = 12;  ///< of g and c: three digits
  double hair = 0.999;  ///< of what plain arithmetic finds possible, so that the verified test has room
};

/// Lists of the largest entries of rows of A = CC' (entry_lists.cpp).
struct EntryListSettings {
  Index kept_factor = 3;  ///< entries kept of a row, times k: some of them are in the core; by experiment
  std::size_t sweep_above = 512;  ///< missing rows above which tiles in single precision pay; by experiment
  double most_sparse_products = 2e8;   ///< of sparse features; about a minute
  double most_multiplications = 4e12;  ///< of dense ones; about a minute
  double usual_share = 0.7;  ///< of what a row's average term may be: smaller entries are of no interest
  double first_share = 0.9;  ///< the same for a first, cheaper list of the very largest; by experiment
};

/// The weights theta of rows outside (balance.cpp).
struct BalanceSettings {
  std::size_t most_rows = 600;  ///< that fail: with more, growing the core comes first; by experiment
  int most_rounds = 12;         ///< by experiment
  double least_raise = 1.002;  ///< a weight is multiplied by least_raise + raise (row/tau - 1); by experiment
  double raise = 2.5;
};

/// Which features of a factor are scored for the first core (factor_row_oracle.cpp).
struct ScoreSettings {
  Index longest = 1500;  ///< features of the largest norms, scored exactly among each other; by experiment
  Index nearest = 1000;  ///< features nearest to the component, likewise; by experiment
  Index spared = 200;  ///< norms tell features apart badly if rows fail even without the longest `spared` ...
  Index many_flat = 20000;  ///< ... and these rows are more than so many, or a quarter of all; by experiment
};

struct Settings {
  CoreSettings core;
  PaymentSettings payments;
  EntryListSettings lists;
  BalanceSettings balance;
  ScoreSettings scores;
};

}  // namespace spica::presolve
