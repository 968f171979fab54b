#pragma once

// The first two sieves for one question about a core, in factor form (factor_outside.hpp). Positions are in
// the order of norms. What they need to know of the core is plain data, so that whoever has only some of the
// features can look at those: whether a row is above the floor does not depend on the others.

#include <span>
#include <vector>

#include "factor/norm_order.hpp"

namespace spica {

/// A row that the sieves left.
struct Suspect {
  Index position = 0;
  double norm = 0.0;
  double variance = 0.0;
  double value = 0.0;  ///< B_ii, rounded upwards
};

struct Suspects {
  std::vector<Suspect> rows;
  std::vector<double> core_parts;  ///< k-1 for each row: its largest A_ij^2/e_j, descending
};

/// Of one question about a core.
struct CoreFacts {
  Support core;                    ///< ascending
  Matrix columns;                  ///< c_j, one a feature of the core
  std::vector<double> norms;       ///< not below |c_j|
  Vector inverse_payments;         ///< 1/e_j
  std::vector<double> rest_norms;  ///< the k-1 largest norms outside of the core, descending
  double floor = 0.0;
  Vector prices =
      {};  ///< of the core, or empty: A_ij^2/e_j - p_j takes the place of A_ij^2/e_j, but nothing below zero
};

/// The features that are looked at. Those of the core have the numbers that they have here; some may not be
/// here.
struct Features {
  const Factor& factor;
  const Vector& variances;
  const NormOrder& order;
};

class Sieve {
 public:
  Sieve(const Features& features, CoreFacts facts);

  /// S1 and S2: the rows above the floor, by features ascending, without those of the core.
  [[nodiscard]] Suspects all_suspects() const;
  /// S2 for some features.
  [[nodiscard]] Suspects suspects(std::span<const Index> features) const;

  [[nodiscard]] bool in_core(Index position) const;
  [[nodiscard]] const std::vector<double>& rest_norms() const { return facts_.rest_norms; }

 private:
  /// S1: no row from this position on is above the floor.
  [[nodiscard]] Index prefix() const;
  /// S2 for the rows at positions before `prefix`.
  [[nodiscard]] Suspects suspects_before(Index prefix) const;
  [[nodiscard]] Suspects examine_all(std::span<const Index> features) const;
  void examine(Index feature, const double* products, Vector& core_terms, Suspects& result) const;

  Features features_;
  CoreFacts facts_;
  Index terms_;                // k - 1
  std::vector<char> in_core_;  // by feature
  double rest_sum_;            // of all of those norms
};

}  // namespace spica
