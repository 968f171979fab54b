#pragma once

// The sieves S1 and S2 of core elimination in factor form (maths.md, 3.14; presolve/factor_row_oracle.hpp):
// which rows
//
//     B_ii = A_ii + sum over I of A_ij^2/e_j
//          + sum of the f-1 largest of { A_ij^2/e_j, j in the core without I } and { |A_il|, l outside }
//
// may be above a floor, I the features of the core that every support has, and f = k - |I|. S1 bounds |A_ij| and |A_il| by norms, which leaves a prefix of the order of norms; S2
// computes the A_ij of that prefix. Whether a row is above the floor does not depend on other rows, so a rank
// that has only some of the features sieves those by itself: CoreFacts is all that it needs to know.
//
// Cost: O(n |core| m) at most. Valid under rounding: norms are not below the exact ones, and row_sum rounds
// upwards.

#include <span>
#include <vector>

#include "factor/norm_order.hpp"

namespace spica {

/// A feature outside of the core whose row the sieves could not bring down to the floor.
struct Suspect {
  Index position = 0;  ///< in the order of norms
  double norm = 0.0;
  double certain = 0.0;  ///< A_ii and what the row pays for I, rounded upwards
  double value = 0.0;    ///< B_ii, rounded upwards
};

struct Suspects {
  std::vector<Suspect> rows;
  std::vector<double>
      core_parts;  ///< f-1 numbers for each row: its largest A_ij^2/e_j without those of I, descending
};

/// One query about a core, as far as S1 and S2 need it.
struct CoreFacts {
  Support core;                    ///< ascending
  Matrix columns;                  ///< c_j, one a feature of the core
  std::vector<double> norms;       ///< not below |c_j|
  Vector inverse_payments;         ///< 1/e_j
  std::vector<double> rest_norms;  ///< the f-1 largest norms outside of the core, descending
  double floor = 0.0;              ///< rows at or below it are of no interest
  /// Of the core, or empty: then A_ij^2/e_j - p_j takes the place of A_ij^2/e_j, but nothing below zero.
  Vector prices = {};
  bool nonnegative = false;  ///< entries below zero cost nothing
  Support included_at = {};  ///< positions of I in the core
};

/// The features that are sieved: all of them, or those of one rank. Features of the core are named by their
/// numbers among these; on a rank some of them may be missing.
struct SievedFeatures {
  const Factor& factor;
  const Vector& variances;
  const NormOrder& order;
};

class Sieve {
 public:
  Sieve(const SievedFeatures& features, CoreFacts facts);

  /// S1 and S2: the rows above the floor, by features ascending, without those of the core.
  [[nodiscard]] Suspects all_suspects() const;
  /// S2 for some features.
  [[nodiscard]] Suspects suspects(std::span<const Index> features) const;

  [[nodiscard]] bool in_core(Index position) const;
  [[nodiscard]] const std::vector<double>& rest_norms() const { return facts_.rest_norms; }

 private:
  /// S1: the position from which on no row is above the floor.
  [[nodiscard]] Index prefix() const;
  /// S2 for the rows at positions before `prefix`.
  [[nodiscard]] Suspects suspects_before(Index prefix) const;
  /// Of a variance and the sum of what is paid for I, each term of which may be off by ten relative roundings.
  [[nodiscard]] double certain_of(double variance, double included) const;
  [[nodiscard]] Suspects examine_all(std::span<const Index> features) const;
  void examine(Index feature, const double* products, Vector& core_terms, Suspects& result) const;

  SievedFeatures features_;
  CoreFacts facts_;
  Index terms_;                // f - 1
  std::vector<char> in_core_;  // by feature
  double rest_sum_;            // sum of rest_norms
};

}  // namespace spica
