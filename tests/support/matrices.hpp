#pragma once

// Matrices that break careless code: ties, copies, zeros, low rank, wild scales.

#include <vector>

#include "base/random.hpp"
#include "spica/types.hpp"

namespace spica::test {

enum class Flavour {
  gaussian,
  small_integers,
  duplicates,
  zero_features,
  rank_one,
  ill_scaled,
  offset,
  near_ties,
  // For a few features only: of many, these are as hard as the problem gets.
  ties,    ///< entries -1, 0, 1
  flat,    ///< eigenvalues of the covariance nearly equal
  graded,  ///< eigenvalues from 1 down to as little as 1e-15
};
inline constexpr int flavour_count = 8;  ///< of any size
inline constexpr int small_flavour_count = 11;

Matrix gaussian(Random& random, Index rows, Index columns);
Matrix symmetric(Random& random, Index n);

Matrix samples_of(Flavour flavour, Random& random, Index m, Index n);

/// The same matrix to whoever looks for lambda^k: features in another order, with other signs and units.
struct Disguise {
  std::vector<Index> order;
  Vector sign;
  double scale = 1.0;

  Disguise(Random& random, Index n);

  [[nodiscard]] Matrix of(const Matrix& a) const;
};

Matrix covariance_of(Flavour flavour, Random& random, Index n);

}  // namespace spica::test
