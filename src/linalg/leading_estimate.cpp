#include <Eigen/Eigenvalues>
#include <algorithm>

#include "linalg/eigen.hpp"

namespace spica::linalg {

double leading_estimate(const Matrix& a, Vector& start) {
  using Single = Eigen::VectorXf;
  const Index n = a.rows();
  const Index most = std::min<Index>(n, 30);
  const Eigen::MatrixXf rounded = a.cast<float>();
  Eigen::MatrixXf basis(n, most);
  Vector diagonal(most);
  Vector beside(most);
  Single next = start.size() == n ? Single(start.cast<float>()) : Single(Single::LinSpaced(n, 1.0F, 2.0F));
  next.normalize();
  Index steps = 0;
  while (steps < most) {
    basis.col(steps) = next;
    const auto known = basis.leftCols(steps + 1);
    next = rounded.selfadjointView<Eigen::Lower>() * next;
    diagonal(steps) = static_cast<double>(next.dot(basis.col(steps)));
    for (int twice = 0; twice < 2; ++twice) next -= known * (known.transpose() * next);
    const float length = next.norm();
    beside(steps++) = static_cast<double>(length);
    constexpr float nothing_new = 1e-5F;
    if (!(length > nothing_new * static_cast<float>(std::abs(diagonal(0))))) break;
    next /= length;
  }
  Eigen::SelfAdjointEigenSolver<Matrix> pairs;
  pairs.computeFromTridiagonal(diagonal.head(steps), beside.head(steps - 1));
  start = (basis.leftCols(steps) * pairs.eigenvectors().col(steps - 1).cast<float>()).cast<double>();
  return pairs.eigenvalues()(steps - 1);
}

}  // namespace spica::linalg
