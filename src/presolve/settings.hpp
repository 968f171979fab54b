#pragma once

// The numbers that core elimination runs by (maths.md, 3.13 and 3.14). They decide how long it takes and
// whether it succeeds; what it rules out is proven whatever they are.

#include <array>
#include <cstddef>

#include "spica/types.hpp"

namespace spica::presolve {

/// The core and how it grows (core.cpp).
struct CoreSettings {
  Index first = 60;        ///< features of the first core, at most, unless k is large; by experiment
  Index least_spare = 20;  ///< features of the first core beyond k, at least; by experiment
  Index largest = 500;  ///< features of a core, at most; twice as many where few rows fail; results/scale.md
  double near_miss = 0.85;  ///< rows above this share of tau may join the core as well; by experiment
  int most_rounds = 15;     ///< rounds of growth; hardly ever reached
  int first_steps = 150;  ///< ADMM steps on the first core, or where `later_steps` led nowhere; by experiment
  int later_steps = 100;  ///< ADMM steps on a core that grew and starts warm; by experiment
  int progress_interval = 20;   ///< steps on a core that grew that have to close ...
  double least_progress = 0.1;  ///< ... this share of what is missing; by experiment
  double open_above =
      0.005;                ///< a pairs bound this share above tau asks for a better component; by experiment
  double most_share = 0.8;  ///< a core that needs more than this share of all features is given up; taste
  double few = 8.0;         ///< few rows fail if they are at most so many times the core; by experiment
  std::size_t least_growth = 10;        ///< features that join in a round, at least, and ...
  std::size_t least_growth_share = 16;  ///< ... at least core/least_growth_share; by experiment
  std::size_t most_compared = 2000;  ///< rows, the worst ones, that payments are compared on; by experiment
  Index second_side_from = 4;        ///< from this k on a dual point for k-1 is tried as well; by experiment
};

/// What the core pays for its pairs with features outside (payments.cpp).
struct PaymentSettings {
  /// The grid of g (payments.hpp), as distances below the largest g that tau allows; by experiment.
  std::array<double, 10> below_dearest = {0.0, 0.003, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0};
  int bisections = 12;  ///< steps that find g and c to three digits
  double hair = 0.999;  ///< of the largest c that plain arithmetic allows: the verified test needs room
};

/// Lists of the largest entries of rows of A = CC' (entry_lists.cpp).
struct EntryListSettings {
  Index kept_factor = 3;  ///< a list has kept_factor k entries, as some are in the core; by experiment
  double small = 1e6;     ///< entries of all lists that are made at once, at most, ...
  double most_share =
      0.125;  ///< ... or such a share of the numbers in the data; k + 2 of each list in any case
  std::size_t sweep_above = 512;       ///< from so many rows on, tiles in single precision pay; by experiment
  double most_sparse_products = 2e8;   ///< products of sparse features, at most: about a minute
  double most_multiplications = 4e12;  ///< multiplications of dense features, at most: about a minute
  double usual_share = 0.7;  ///< entries below this share of a row's average term are not looked for
  double first_share = 0.9;  ///< the same share for a first, shorter and cheaper list; by experiment
};

/// The weights theta of features outside of the core (balance.cpp).
struct BalanceSettings {
  std::size_t most_rows = 600;  ///< failing rows, at most: with more the core grows first; by experiment
  int most_rounds = 12;         ///< in which weights are raised; by experiment
  double least_raise = 1.002;  ///< a weight is multiplied by least_raise + raise (row/tau - 1); by experiment
  double raise = 2.5;
};

/// Which features of a factor are scored for the first core (factor_row_oracle.cpp).
struct ScoreSettings {
  Index longest = 500;  ///< features of the largest norms, scored exactly among each other; by experiment
  Index nearest = 300;  ///< features of the largest |(Ax)_i| at the component x, likewise; by experiment
  Index spared = 200;  ///< norms are flat if rows fail even next to none of the `spared` longest features ...
  Index many_flat = 20000;  ///< ... and more than so many do, or a quarter of all; by experiment
};

struct Settings {
  CoreSettings core;
  PaymentSettings payments;
  EntryListSettings lists;
  BalanceSettings balance;
  ScoreSettings scores;
};

}  // namespace spica::presolve
