#pragma once

#include "spica/types.hpp"

namespace spica::bounds {

/// sigma, the relaxed indicator z = -d sigma/d nu, and the weight of q for one feature (maths.md, 3.4).
struct Secular {
  double sigma = 0.0;
  double z = 0.0;
  double weight = 0.0;  ///< q_j = weight y_j/(sigma + nu x_j)
};

/// The root of sum_j x_j y_j^2/(sigma + nu x_j) = 1; zero if |y|^2 <= nu.
Secular solve_secular(const Eigen::Ref<const Vector>& y, const Vector& x, double nu, double start);

}  // namespace spica::bounds
