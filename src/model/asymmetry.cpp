#include "model/asymmetry.hpp"

#include <cmath>
#include <limits>

namespace spica {

Asymmetry asymmetry(const Matrix& a) {
  Asymmetry worst;
  const Vector deviation = a.diagonal().cwiseAbs().cwiseSqrt();
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = j + 1; i < a.rows(); ++i) {
      const double difference = std::abs(a(i, j) - a(j, i));
      if (difference == 0.0 || (std::isnan(a(i, j)) && std::isnan(a(j, i)))) continue;
      const double unit = deviation(i) * deviation(j);
      const double relative =
          difference <= unit ? difference / unit : std::numeric_limits<double>::infinity();
      if (relative > worst.relative) worst = {relative, i, j};
    }
  }
  return worst;
}

}  // namespace spica
