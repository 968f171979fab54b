#include "verify/support_function.hpp"

#include <cmath>

#include "linalg/support_function.hpp"
#include "numerics/rounding.hpp"

namespace spica::verify {

using numerics::gamma;
using numerics::up;

double top_k_upper(const Eigen::Ref<const Vector>& c, Index k) {
  // k squares, their sum and a root: relative errors only, but for underflow below 2^-500.
  const double norm = linalg::top_k_norm(c, k);
  return up(norm * (1.0 + gamma(static_cast<double>(k) + 8.0)) + 0x1p-500);
}

double balls_upper(const Eigen::Ref<const Vector>& c, Index k) {
  const Vector absolute = c.cwiseAbs();
  const double tau = linalg::best_tau(absolute, k);
  const double rest = (absolute.array() - tau).max(0.0).matrix().norm();
  const auto size = static_cast<double>(c.size());
  const double sum = rest + tau * std::sqrt(static_cast<double>(k));
  return up(sum * (1.0 + gamma(size + 16.0)) + 0x1p-500);
}

}  // namespace spica::verify
