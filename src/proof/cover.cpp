#include "proof/cover.hpp"

#include <cmath>

#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::proof {

double room_to_check(Index n, Index terms, double trace) {
  return 4.0 * numerics::gamma(static_cast<double>(n + terms) + 64.0) * trace;
}

Factor cover(const Problem& problem, Matrix c) {
  const Index n = problem.features();
  const Matrix& a = problem.covariance();
  Matrix rest = a - c.transpose() * c;
  rest = 0.5 * (rest + rest.transpose()).eval();
  const double sizes = a.norm() + c.squaredNorm();
  const double error = 2.0 * numerics::gamma(static_cast<double>(c.rows()) + 8.0) * sizes +
                       problem.error_radius().squaredNorm() * (1.0 + 1e-10);
  const double rho = verify::lam_max_upper(rest, error, linalg::leading_eigenpair(rest).value);
  const double trace =
      a.diagonal().cwiseAbs().sum() + c.squaredNorm() + static_cast<double>(n) * std::abs(rho);
  const double covering = numerics::up(rho + room_to_check(n, c.rows(), trace));
  return {std::move(c), covering};
}

}  // namespace spica::proof
