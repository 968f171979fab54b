// A few eigenvalues of a tridiagonal matrix by bisection, and their vectors by inverse iteration.

#include <lapacke.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "linalg/openblas/lapack.hpp"
#include "linalg/tridiagonal.hpp"

namespace spica::linalg {

namespace {

/// The `count` largest eigenvalues of T, ascending, or by its separate blocks as dstein wants them.
struct Bisected {
  Vector values;  ///< and zeros: LAPACKE's dstein looks at as many numbers as T has rows
  std::vector<lapack_int> block;
  std::vector<lapack_int> split;
};
std::optional<Bisected> bisect(const Tridiagonal& t, Index count, char order) {
  const auto n = static_cast<lapack_int>(t.diagonal.size());
  const auto size = static_cast<std::size_t>(n);
  Bisected result{Vector::Zero(n), std::vector<lapack_int>(size), std::vector<lapack_int>(size)};
  lapack_int found = 0;
  lapack_int blocks = 0;
  const lapack_int info = LAPACKE_dstebz('I', order, n, 0.0, 0.0, n - static_cast<lapack_int>(count) + 1, n,
                                         0.0, t.diagonal.data(), t.beside.data(), &found, &blocks,
                                         result.values.data(), result.block.data(), result.split.data());
  if (info != 0 || found != count) return std::nullopt;
  return result;
}

}  // namespace

Vector eigenvalues(Tridiagonal t) {
  require(LAPACKE_dsterf(static_cast<lapack_int>(t.diagonal.size()), t.diagonal.data(), t.beside.data()),
          "dsterf");
  return t.diagonal.reverse();
}

double leading_value(const Tridiagonal& t) {
  const std::optional<Bisected> found = bisect(t, 1, 'E');
  return found ? found->values(0) : eigenvalues(t)(0);
}

std::optional<Eigenpairs> leading_eigenpairs(const Tridiagonal& t, Index count,
                                             const OutOfTime& out_of_time) {
  constexpr Index few = 32;  // beyond, dstein may spend its time on keeping them orthogonal
  const Index n = t.diagonal.size();
  const std::optional<Bisected> found = count <= few ? bisect(t, count, 'B') : std::nullopt;
  if (found) {
    const auto size = static_cast<lapack_int>(n);
    Matrix vectors(n, count);
    std::vector<lapack_int> failed(static_cast<std::size_t>(count));
    const lapack_int info = LAPACKE_dstein(
        LAPACK_COL_MAJOR, size, t.diagonal.data(), t.beside.data(), static_cast<lapack_int>(count),
        found->values.data(), found->block.data(), found->split.data(), vectors.data(), size, failed.data());
    if (info == 0) {
      std::vector<Index> order(static_cast<std::size_t>(count));
      std::iota(order.begin(), order.end(), Index{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](Index i, Index j) { return found->values(i) > found->values(j); });
      return Eigenpairs{found->values(order), vectors(Eigen::all, order)};
    }
  }
  std::optional<Eigenpairs> all = eigenpairs(t, out_of_time);
  if (!all) return std::nullopt;
  return Eigenpairs{all->values.head(count), all->vectors.leftCols(count)};
}

}  // namespace spica::linalg
