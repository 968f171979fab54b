// T without the two entries beside the diagonal at its middle is two matrices half the size, up to a change of one
// entry in each:
//
//     T = Diag(T1, T2) + rho vv' = Q (D + rho zz') Q',   Q, D the eigenpairs of T1 and T2, z = Q'v
//
// dlaed2 takes the eigenpairs that are those of T already out of D + rho zz' (deflation), and dlaed4 finds one
// eigenvalue of what is left, with its distances from all of D. Eigenvectors are made from the z for which the computed
// eigenvalues are exact (Gu and Eisenstat 1995), so that they are orthogonal however close the eigenvalues are.

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linalg/openblas/lapack.hpp"
#include "linalg/tridiagonal.hpp"

extern "C" {
void dlaed2_(lapack_int* kept, const lapack_int* n, const lapack_int* half, double* d, double* q,
             const lapack_int* lead, lapack_int* ascending, double* rho, double* z, double* poles,
             double* weights, double* q2, lapack_int* indx, lapack_int* indxc, lapack_int* indxp,
             lapack_int* types, lapack_int* info);
void dlaed4_(const lapack_int* n, const lapack_int* which, const double* poles, const double* weights,
             double* distances, const double* rho, double* value, lapack_int* info);
}

namespace spica::linalg {

namespace {

constexpr Index columns_at_once = 128;  // between two looks at the clock

using Integers = std::vector<lapack_int>;

class DivideAndConquer {
 public:
  DivideAndConquer(Tridiagonal t, const OutOfTime& out_of_time)
      : n_(t.diagonal.size()),
        d_(std::move(t.diagonal)),
        beside_(std::move(t.beside)),
        q_(Matrix::Zero(n_, n_)),
        ascending_(static_cast<std::size_t>(n_)),
        out_of_time_(out_of_time) {
    // What dlaed2 takes for nothing is relative to one.
    const double largest = std::max(d_.cwiseAbs().maxCoeff(), beside_.cwiseAbs().maxCoeff());
    if (largest > 0.0) exponent_ = std::ilogb(largest);
    d_ *= std::ldexp(1.0, -exponent_);
    beside_ *= std::ldexp(1.0, -exponent_);
  }

  std::optional<Eigenpairs> run() {
    if (!solve(0, n_)) return std::nullopt;
    Eigenpairs result{Vector(n_), Matrix(n_, n_)};
    for (Index i = 0; i < n_; ++i) {
      const auto from = static_cast<Index>(ascending_[static_cast<std::size_t>(n_ - 1 - i)] - 1);
      result.values(i) = std::ldexp(d_(from), exponent_);
      result.vectors.col(i) = q_.col(from);
    }
    return result;
  }

 private:
  /// The eigenpairs of a diagonal block, in its place. `ascending_` is their order, counted from 1.
  bool solve(Index first, Index size) {
    if (out_of_time_()) return false;
    if (size <= quick_order) {
      require(LAPACKE_dstedc(LAPACK_COL_MAJOR, 'I', static_cast<lapack_int>(size), &d_(first),
                             beside_.data() + first, &q_(first, first), static_cast<lapack_int>(n_)),
              "dstedc");
      std::iota(order(first), order(first) + size, 1);
      return true;
    }
    const Index half = size / 2;
    const double rho = beside_(first + half - 1);
    d_(first + half - 1) -= std::abs(rho);
    d_(first + half) -= std::abs(rho);
    return solve(first, half) && solve(first + half, size - half) && merge(first, half, size, rho);
  }

  bool merge(Index first, Index half, Index size, double rho) {
    Vector z(size);
    z << q_.row(first + half - 1).segment(first, half).transpose(),
        q_.row(first + half).segment(first + half, size - half).transpose();
    Vector poles(size);
    Vector weights(size);
    Vector q2(size * size);  // whole columns of what is deflated, halves of others
    const auto count = static_cast<std::size_t>(size);
    Integers indx(count);
    Integers indxc(count);
    Integers indxp(count);
    Integers types(std::max<std::size_t>(count, 4));
    const auto n = static_cast<lapack_int>(size);
    const auto lead = static_cast<lapack_int>(n_);
    const auto cut = static_cast<lapack_int>(half);
    lapack_int kept = 0;
    lapack_int info = 0;
    dlaed2_(&kept, &n, &cut, &d_(first), &q_(first, first), &lead, order(first), &rho, z.data(), poles.data(),
            weights.data(), q2.data(), indx.data(), indxc.data(), indxp.data(), types.data(), &info);
    require(info, "dlaed2");
    const Secular secular{first, half, size, kept, rho, poles.head(kept), weights.head(kept)};
    if (kept > 0 && !(find_values(secular) && find_vectors(secular, q2, indxc, types))) return false;
    std::iota(order(first), order(first) + size, 1);
    std::stable_sort(order(first), order(first) + size,
                     [&](lapack_int i, lapack_int j) { return d_(first + i - 1) < d_(first + j - 1); });
    return true;
  }

  /// D + rho zz' without what was deflated.
  struct Secular {
    Index first, half, size, kept;
    double rho;
    Vector poles, weights;  // D and z
  };

  [[nodiscard]] bool time_for(Index column) const { return column % columns_at_once != 0 || !out_of_time_(); }

  /// Column j of the block becomes the distances of eigenvalue j from the poles.
  bool find_values(const Secular& s) {
    const auto kept = static_cast<lapack_int>(s.kept);
    for (Index j = 0; j < s.kept; ++j) {
      if (!time_for(j)) return false;
      const auto which = static_cast<lapack_int>(j + 1);
      lapack_int info = 0;
      dlaed4_(&kept, &which, s.poles.data(), s.weights.data(), &q_(s.first, s.first + j), &s.rho,
              &d_(s.first + j), &info);
      require(info, "dlaed4");
    }
    return true;
  }

  /// The z for which the eigenvalues are exact: z_i^2 = prod_j (value_j - pole_i) / prod_{j != i} (pole_j - pole_i).
  std::optional<Vector> exact_weights(const Secular& s) const {
    Vector squares = Vector::Ones(s.kept);
    for (Index j = 0; j < s.kept; ++j) {
      if (!time_for(j)) return std::nullopt;
      const auto distances = q_.col(s.first + j).segment(s.first, s.kept);
      for (Index i = 0; i < s.kept; ++i)
        squares(i) *= i == j ? distances(i) : distances(i) / (s.poles(i) - s.poles(j));
    }
    return squares.cwiseAbs().cwiseSqrt().binaryExpr(
        s.weights, [](double size, double sign) { return std::copysign(size, sign); });
  }

  /// Eigenvectors in the basis of Q, which dlaed2 has sorted: columns that are zero below, full ones, and columns that
  /// are zero above.
  bool find_vectors(const Secular& s, const Vector& q2, const Integers& indxc, const Integers& types) {
    const bool few = s.kept <= 2;  // dlaed4 has made eigenvectors of them
    const std::optional<Vector> weights = few ? s.weights : exact_weights(s);
    if (!weights) return false;
    const Index above = types[0] + types[1];
    const Index below = types[1] + types[2];
    const Index rest = s.size - s.half;
    const auto upper = Eigen::Map<const Matrix>(q2.data(), s.half, above);
    const auto lower = Eigen::Map<const Matrix>(q2.data() + s.half * above, rest, below);
    for (Index from = 0; from < s.kept; from += columns_at_once) {
      if (out_of_time_()) return false;
      const Index some = std::min(columns_at_once, s.kept - from);
      Matrix local(s.kept, some);
      for (Index j = 0; j < some; ++j) {
        const auto distances = q_.col(s.first + from + j).segment(s.first, s.kept);
        const Vector vector =
            few ? Vector(distances) : Vector(weights->cwiseQuotient(distances).normalized());
        for (Index i = 0; i < s.kept; ++i)
          local(i, j) = vector(static_cast<Index>(indxc[static_cast<std::size_t>(i)] - 1));
      }
      multiply(upper, local.data(), s.kept, s.first, s.first + from, some);
      multiply(lower, local.data() + types[0], s.kept, s.first + s.half, s.first + from, some);
    }
    return true;
  }

  /// Part of Q = M B, B with the given leading dimension.
  void multiply(const Eigen::Map<const Matrix>& m, const double* b, Index lead, Index row, Index column,
                Index columns) {
    if (m.cols() == 0) {
      q_.block(row, column, m.rows(), columns).setZero();
      return;
    }
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, static_cast<blasint>(m.rows()),
                static_cast<blasint>(columns), static_cast<blasint>(m.cols()), 1.0, m.data(),
                static_cast<blasint>(m.rows()), b, static_cast<blasint>(lead), 0.0, &q_(row, column),
                static_cast<blasint>(n_));
  }

  [[nodiscard]] lapack_int* order(Index first) { return ascending_.data() + first; }

  Index n_;
  Vector d_;
  Vector beside_;
  Matrix q_;
  Integers ascending_;
  int exponent_ = 0;  // T is scaled by its power of two
  const OutOfTime& out_of_time_;
};

}  // namespace

std::optional<Eigenpairs> eigenpairs(Tridiagonal t, const OutOfTime& out_of_time) {
  return DivideAndConquer(std::move(t), out_of_time).run();
}

}  // namespace spica::linalg
