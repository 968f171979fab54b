#include "model/asymmetry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace spica {

namespace {

/// |A_ij - A_ji| in units of sqrt(|A_ii A_jj|).
double relative_difference(const Matrix& a, const Vector& deviation, Index i, Index j) {
  const double difference = std::abs(a(i, j) - a(j, i));
  if (difference == 0.0 || (std::isnan(a(i, j)) && std::isnan(a(j, i)))) return 0.0;
  const double unit = deviation(i) * deviation(j);
  return difference <= unit ? difference / unit : std::numeric_limits<double>::infinity();
}

}  // namespace

Asymmetry asymmetry(const Matrix& a, const std::function<void()>& check_limits) {
  constexpr Index tile = 64;  // both images of a tile fit into a cache
  Asymmetry worst;
  const Vector deviation = a.diagonal().cwiseAbs().cwiseSqrt();
  const auto consider = [&](Index i, Index j) {
    const double relative = relative_difference(a, deviation, i, j);
    if (relative == 0.0 || relative < worst.relative) return;
    const bool earlier = std::pair(j, i) < std::pair(worst.column, worst.row);
    if (relative > worst.relative || earlier) worst = {relative, i, j};
  };
  for (Index left = 0; left < a.cols(); left += tile) {
    if (check_limits) check_limits();
    for (Index top = left; top < a.rows(); top += tile) {
      for (Index j = left; j < std::min(left + tile, a.cols()); ++j) {
        for (Index i = std::max(top, j + 1); i < std::min(top + tile, a.rows()); ++i) consider(i, j);
      }
    }
  }
  return worst;
}

}  // namespace spica
