// Householder's reduction column by column, the implicit QR iteration on T, and inverse iteration where only the leading
// vectors are wanted.

#include "linalg/tridiagonal.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "spica/error.hpp"

namespace spica::linalg {

namespace {

constexpr Index columns_at_once = 128;  // between two looks at the clock
constexpr double roundoff = std::numeric_limits<double>::epsilon();

/// Diagonalises T in its place, its eigenvalues in no order. Where `q` is given, its columns are turned with T. False if
/// there is no time.
bool iterate(Tridiagonal& t, Matrix* q, const OutOfTime& out_of_time) {
  constexpr Index steps_a_value = 30;
  const Index n = t.diagonal.size();
  Index steps = 0;
  for (Index end = n - 1; end > 0;) {
    Index start = end - 1;
    const auto is_nothing = [&](Index i) {
      const double beside = std::abs(t.beside(i));
      return beside <= roundoff * (std::abs(t.diagonal(i)) + std::abs(t.diagonal(i + 1))) ||
             beside < std::numeric_limits<double>::min();
    };
    if (is_nothing(start)) {
      t.beside(start) = 0.0;
      --end;
      continue;
    }
    while (start > 0 && !is_nothing(start - 1)) --start;
    if (start > 0) t.beside(start - 1) = 0.0;
    if (++steps > steps_a_value * n) throw Error(ErrorKind::internal, "the QR iteration does not converge");
    if (q != nullptr && out_of_time && out_of_time()) return false;
    Eigen::internal::tridiagonal_qr_step<Eigen::ColMajor>(t.diagonal.data(), t.beside.data(), start, end,
                                                          q != nullptr ? q->data() : nullptr, n);
  }
  return true;
}

/// (T - value I) x = b with row exchanges, a step of inverse iteration. What is no pivot is replaced by what rounding would
/// have made of it.
void solve_shifted(const Tridiagonal& t, double value, double nothing, Vector& x) {
  const Index n = x.size();
  Vector pivot = t.diagonal.array() - value;
  Vector first = Vector::Zero(n);  // beside the pivot
  Vector second = Vector::Zero(n);
  first.head(n - 1) = t.beside;
  for (Index i = 0; i + 1 < n; ++i) {
    double below = t.beside(i);
    if (std::abs(below) > std::abs(pivot(i))) {
      std::swap(pivot(i), below);
      std::swap(first(i), pivot(i + 1));
      std::swap(second(i), first(i + 1));
      std::swap(x(i), x(i + 1));
    }
    if (std::abs(pivot(i)) < nothing) pivot(i) = std::copysign(nothing, pivot(i));
    const double multiple = below / pivot(i);
    pivot(i + 1) -= multiple * first(i);
    first(i + 1) -= multiple * second(i);
    x(i + 1) -= multiple * x(i);
  }
  if (std::abs(pivot(n - 1)) < nothing) pivot(n - 1) = std::copysign(nothing, pivot(n - 1));
  for (Index i = n - 1; i >= 0; --i) {
    double sum = x(i);
    if (i + 1 < n) sum -= first(i) * x(i + 1);
    if (i + 2 < n) sum -= second(i) * x(i + 2);
    x(i) = sum / pivot(i);
    if (std::abs(x(i)) > 0x1p500) x *= 0x1p-500;
  }
}

double residual(const Tridiagonal& t, double value, const Vector& x) {
  const Index n = x.size();
  Vector left = (t.diagonal.array() - value).matrix().cwiseProduct(x);
  left.head(n - 1) += t.beside.cwiseProduct(x.tail(n - 1));
  left.tail(n - 1) += t.beside.cwiseProduct(x.head(n - 1));
  return left.norm();
}

/// By inverse iteration; nothing where eigenvalues are too close for it.
std::optional<Matrix> vectors_of(const Tridiagonal& t, const Vector& values) {
  constexpr int steps = 3;
  constexpr double far_enough = 1e-4;  // of the norm: closer ones are not orthogonal by themselves
  const Index n = t.diagonal.size();
  const double size = t.diagonal.cwiseAbs().maxCoeff() + 2.0 * t.beside.cwiseAbs().maxCoeff();
  if (!(size > std::numeric_limits<double>::min())) return std::nullopt;
  for (Index i = 0; i + 1 < values.size(); ++i)
    if (values(i) - values(i + 1) < far_enough * size) return std::nullopt;
  Matrix vectors(n, values.size());
  for (Index i = 0; i < values.size(); ++i) {
    Vector x = Vector::LinSpaced(n, 1.0, 2.0);
    for (int step = 0; step < steps; ++step) {
      solve_shifted(t, values(i), roundoff * size, x);
      x.stableNormalize();
    }
    constexpr double good = 64.0;
    if (!x.allFinite() || residual(t, values(i), x) > good * roundoff * size) return std::nullopt;
    vectors.col(i) = x;
  }
  return vectors;
}

}  // namespace

std::optional<Reduction> tridiagonalise(Matrix a, const OutOfTime& out_of_time) {
  const Index n = a.rows();
  Reduction result{{Vector(n), Vector(n - 1)}, std::move(a), Vector(n - 1)};
  Matrix& r = result.reflectors;
  Vector w(n);
  for (Index i = 0; i + 1 < n; ++i) {
    if (out_of_time && out_of_time()) return std::nullopt;
    const Index rest = n - i - 1;
    double beside = 0.0;
    double scale = 0.0;
    r.col(i).tail(rest).makeHouseholderInPlace(scale, beside);
    r(i + 1, i) = 1.0;
    auto v = r.col(i).tail(rest);
    auto corner = r.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>();
    w.tail(rest).noalias() = corner * (scale * v);
    w.tail(rest) -= (0.5 * scale * w.tail(rest).dot(v)) * v;
    corner.rankUpdate(v, w.tail(rest), -1.0);
    r(i + 1, i) = 1.0;
    result.t.beside(i) = beside;
    result.scales(i) = scale;
  }
  result.t.diagonal = r.diagonal();
  return result;
}

std::optional<Eigenpairs> eigenpairs(Tridiagonal t, const OutOfTime& out_of_time) {
  const Index n = t.diagonal.size();
  Matrix q = Matrix::Identity(n, n);
  if (!iterate(t, &q, out_of_time)) return std::nullopt;
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return t.diagonal(i) > t.diagonal(j); });
  return Eigenpairs{t.diagonal(order), q(Eigen::all, order)};
}

Vector eigenvalues(Tridiagonal t) {
  iterate(t, nullptr, {});
  std::sort(t.diagonal.begin(), t.diagonal.end(), std::greater<>());
  return t.diagonal;
}

double leading_value(const Tridiagonal& t) {
  return eigenvalues(t)(0);
}

std::optional<Eigenpairs> leading_eigenpairs(const Tridiagonal& t, Index count,
                                             const OutOfTime& out_of_time) {
  constexpr Index few = 32;
  if (count <= few && count < t.diagonal.size()) {
    const Vector values = eigenvalues(t).head(count);
    if (std::optional<Matrix> vectors = vectors_of(t, values)) return Eigenpairs{values, std::move(*vectors)};
  }
  std::optional<Eigenpairs> all = eigenpairs(t, out_of_time);
  if (!all) return std::nullopt;
  return Eigenpairs{all->values.head(count), all->vectors.leftCols(count)};
}

bool multiply_by_reflectors(const Reduction& reduction, Matrix& columns, const OutOfTime& out_of_time) {
  const Index n = columns.rows();
  if (n < 2) return true;
  const auto q =
      Eigen::householderSequence(reduction.reflectors, reduction.scales).setLength(n - 1).setShift(1);
  for (Index from = 0; from < columns.cols(); from += columns_at_once) {
    if (out_of_time && out_of_time()) return false;
    columns.middleCols(from, std::min(columns_at_once, columns.cols() - from)).applyOnTheLeft(q);
  }
  return true;
}

}  // namespace spica::linalg
