#pragma once

// The first two sieves for one question about a core, in factor form (factor_outside.hpp). Positions are in
// the order of norms.

#include <span>
#include <vector>

#include "linalg/norm_order.hpp"
#include "presolve/outside.hpp"

namespace spica::presolve {

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

class Sieve {
 public:
  Sieve(const Problem& problem, const linalg::NormOrder& order, Index k, const Question& question);

  /// S1: no row from this position on is above the floor.
  [[nodiscard]] Index prefix() const;
  /// S2: the rows at positions before `prefix` that are above the floor, without those of the core.
  [[nodiscard]] Suspects suspects_before(Index prefix) const;
  /// The same for some features.
  [[nodiscard]] Suspects suspects(std::span<const Index> features) const;

  [[nodiscard]] bool in_core(Index position) const;
  /// The k-1 largest norms outside of the core, descending.
  [[nodiscard]] const std::vector<double>& rest_norms() const { return rest_norms_; }

 private:
  void examine(Index position, const double* products, Vector& core_terms, Suspects& result) const;

  const Problem& problem_;
  const linalg::NormOrder& order_;
  Index terms_;  // k - 1
  const Question& question_;
  std::vector<char> in_core_;  // by feature
  Vector inverse_payments_;
  std::vector<double> rest_norms_;
  Matrix core_columns_;
};

}  // namespace spica::presolve
