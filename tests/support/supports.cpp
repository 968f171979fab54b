#include "support/supports.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

namespace spica::test {

void for_each_support(Index n, Index k, const std::function<void(const Support&)>& visit) {
  Support s(static_cast<std::size_t>(k));
  for (Index i = 0; i < k; ++i) s[static_cast<std::size_t>(i)] = i;
  for (;;) {
    visit(s);
    Index i = k - 1;
    while (i >= 0 && s[static_cast<std::size_t>(i)] == n - k + i) --i;
    if (i < 0) return;
    ++s[static_cast<std::size_t>(i)];
    for (Index j = i + 1; j < k; ++j) s[static_cast<std::size_t>(j)] = s[static_cast<std::size_t>(j - 1)] + 1;
  }
}

Matrix block(const Matrix& a, const Support& s) {
  Matrix b(static_cast<Index>(s.size()), static_cast<Index>(s.size()));
  for (Index i = 0; i < b.rows(); ++i) {
    for (Index j = 0; j < b.cols(); ++j)
      b(i, j) = a(s[static_cast<std::size_t>(i)], s[static_cast<std::size_t>(j)]);
  }
  return b;
}

Spectrum spectrum(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(a);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

double lam_max(const Matrix& a) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(a, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

double brute_force(const Matrix& a, Index k) {
  double best = -std::numeric_limits<double>::infinity();
  for_each_support(a.rows(), k, [&](const Support& s) { best = std::max(best, lam_max(block(a, s))); });
  return best;
}

double brute_force_nonnegative(const Matrix& a, Index k) {
  double best = -std::numeric_limits<double>::infinity();
  for (Index size = 1; size <= k; ++size) {
    for_each_support(a.rows(), size, [&](const Support& t) {
      const Spectrum all = spectrum(block(a, t));
      const Vector x = all.vectors.col(0);
      if (x.minCoeff() >= -1e-12 || x.maxCoeff() <= 1e-12) best = std::max(best, all.values(0));
    });
  }
  return best;
}

}  // namespace spica::test
