// The reflection cI - A (maths.md, 5.1), by which a smallest eigenvalue becomes a largest one. Cost O(n^2).
//
// Valid under rounding (5.3): off the diagonal it is a change of sign, which is exact. On the diagonal it is
// one subtraction, whose rounding error e_i is known exactly. With rho'_i^2 = rho_i^2 + |e_i| the enclosure
// (4.1) holds on the diagonal, and rho_i rho_j <= rho'_i rho'_j covers the rest.

#include <cmath>
#include <memory>

#include "model/problem_data.hpp"
#include "numerics/rounding.hpp"

namespace spica {

Problem Problem::reflected(double c) const {
  const Index n = data_->features;
  auto next = std::make_shared<Data>();
  next->features = n;
  next->exponent = data_->exponent;
  next->feature_names = data_->feature_names;
  next->covariance = -covariance();
  next->error_radius = data_->error_radius;
  for (Index i = 0; i < n; ++i) {
    const numerics::TwoSum difference(c, next->covariance(i, i));
    next->covariance(i, i) = difference.sum;
    if (difference.error == 0.0) continue;
    double& rho = next->error_radius(i);
    rho = std::sqrt(rho * rho + std::abs(difference.error)) * radius_slack;
  }
  finish_covariance(*next);
  require_representable(*next);
  return Problem(std::move(next));
}

}  // namespace spica
