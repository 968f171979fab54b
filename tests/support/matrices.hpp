#pragma once

// Matrices that break careless code: ties, copies, zeros, low rank, wild scales.

#include <array>
#include <cmath>

#include "generate/random.hpp"
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
  near_ties
};
inline constexpr int flavour_count = 8;

inline Matrix gaussian(Random& random, Index rows, Index columns) {
  Matrix y(rows, columns);
  for (double& value : y.reshaped()) value = random.normal();
  return y;
}

inline Matrix samples_of(Flavour flavour, Random& random, Index m, Index n) {
  Matrix y = gaussian(random, m, n);
  const auto pick = [&](Index count) {
    return static_cast<Index>(random.uniform() * static_cast<double>(count));
  };
  switch (flavour) {
    case Flavour::gaussian:
      break;
    case Flavour::small_integers:
      y = y.array().round();
      break;
    case Flavour::duplicates:
      for (Index j = 1; j < n; j += 2) y.col(j) = (pick(2) == 0 ? 1.0 : -1.0) * y.col(pick(j));
      break;
    case Flavour::zero_features:
      for (Index j = 0; j < n; j += 2) y.col(pick(n)).setConstant(static_cast<double>(j));
      break;
    case Flavour::rank_one:
      y = y.col(0).eval() * y.row(0).eval();
      break;
    case Flavour::ill_scaled:
      for (Index j = 0; j < n; ++j) y.col(j) *= std::pow(10.0, std::round(12.0 * random.normal()));
      break;
    case Flavour::offset:
      y.array() += 1e9;
      break;
    case Flavour::near_ties:
      for (Index j = 1; j < n; ++j) y.col(j) = y.col(j - 1) + 1e-13 * y.col(j);
      break;
  }
  return y;
}

inline Matrix covariance_of(Flavour flavour, Random& random, Index n) {
  const Matrix y = samples_of(flavour, random, std::max<Index>(2, n - 1), n);
  Matrix a = y.transpose() * y;
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
}

}  // namespace spica::test
