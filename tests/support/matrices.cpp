#include "support/matrices.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <utility>

namespace spica::test {

Matrix gaussian(Random& random, Index rows, Index columns) {
  Matrix y(rows, columns);
  for (double& value : y.reshaped()) value = random.normal();
  return y;
}

namespace {

/// The singular vectors of y with values value(0) to value(1).
template <class Value>
Matrix with_singular_values(const Matrix& y, Value value) {
  const Eigen::JacobiSVD<Matrix> svd(y, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Vector values = svd.singularValues();
  for (Index i = 0; i < values.size(); ++i)
    values(i) = value(static_cast<double>(i) / static_cast<double>(std::max<Index>(1, values.size() - 1)));
  return svd.matrixU() * values.asDiagonal() * svd.matrixV().transpose();
}

}  // namespace

Matrix symmetric(Random& random, Index n) {
  const Matrix y = gaussian(random, n, n);
  return 0.5 * (y + y.transpose());
}

Matrix samples_of(Flavour flavour, Random& random, Index m, Index n) {
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
    case Flavour::ties:
      y = y.array().round().max(-1.0).min(1.0);
      break;
    case Flavour::flat:
      y = with_singular_values(
          y, [share = std::pow(10.0, -17.0 * random.uniform())](double at) { return 1.0 + share * at; });
      break;
    case Flavour::graded:
      y = with_singular_values(
          y, [decades = 7.5 * random.uniform()](double at) { return std::pow(10.0, -decades * at); });
      break;
  }
  return y;
}

Disguise::Disguise(Random& random, Index n) : order(static_cast<std::size_t>(n)), sign(n) {
  for (Index i = 0; i < n; ++i) {
    order[static_cast<std::size_t>(i)] = i;
    sign(i) = random.uniform() < 0.5 ? -1.0 : 1.0;
  }
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  scale = std::pow(10.0, std::floor(61.0 * random.uniform()) - 30.0);
}

Matrix Disguise::of(const Matrix& a) const {
  Matrix other = scale * (sign.asDiagonal() * a(order, order) * sign.asDiagonal());
  other.triangularView<Eigen::StrictlyUpper>() = other.transpose();
  return other;
}

Matrix covariance_of(Flavour flavour, Random& random, Index n) {
  const Matrix y = samples_of(flavour, random, std::max<Index>(2, n - 1), n);
  Matrix a = y.transpose() * y;
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
}

}  // namespace spica::test
