#include "linalg/dense.hpp"

namespace spica::linalg {

bool cholesky(Matrix& a, const OutOfTime& out_of_time) {
  constexpr Index quick = 1500;
  const bool at_once = !out_of_time || a.rows() <= quick;
  if (!(at_once ? dense::cholesky(a) : dense::cholesky_by_blocks(a, out_of_time))) return false;
  // A NaN passes the pivot test of some kernels, and every later pivot inherits it.
  return (a.diagonal().array() > 0.0).all() && a.diagonal().allFinite();
}

std::optional<Vector> inverse_diagonal(Matrix a) {
  if (!cholesky(a)) return std::nullopt;
  return dense::inverse_diagonal(std::move(a));
}

}  // namespace spica::linalg
