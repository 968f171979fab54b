#include "linalg/eigen.hpp"

#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <cmath>
#include <exception>

#include "linalg/blas.hpp"
#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"

namespace spica::linalg {

namespace {

constexpr Index dense_limit = 256;  // above it a few Lanczos steps beat a full tridiagonalisation

bool is_up(const OutOfTime& out_of_time) {
  return out_of_time && out_of_time();
}

/// Whether a decomposition has to look at the clock. LAPACK knows what to do with entries that are no numbers, and with
/// those whose squares are none.
bool goes_by_blocks(const Matrix& a, const OutOfTime& out_of_time) {
  if (!out_of_time || a.rows() <= quick_order || !a.allFinite()) return false;
  const double largest = a.cwiseAbs().maxCoeff();
  return largest > 0x1p-400 && largest < 0x1p400;
}

std::optional<Eigenpairs> top_by_blocks(Matrix a, Index count, const OutOfTime& out_of_time) {
  const std::optional<Reduction> reduction = tridiagonalise(std::move(a), out_of_time);
  if (!reduction) return std::nullopt;
  std::optional<Eigenpairs> pairs = leading_eigenpairs(reduction->t, count, out_of_time);
  if (!pairs || !multiply_by_reflectors(*reduction, pairs->vectors, out_of_time)) return std::nullopt;
  return pairs;
}

/// Ends Spectra's iterations from within a product; it goes no further than top_lanczos.
struct TimeIsUp {
  std::exception_ptr thrown = nullptr;  ///< by whoever was asked for the time
};

/// y = A x for Spectra.
template <class Multiply>
class Operator {
 public:
  using Scalar = double;
  Operator(Index n, Multiply multiply, const OutOfTime& out_of_time)
      : n_(n), multiply_(std::move(multiply)), out_of_time_(out_of_time) {}
  [[nodiscard]] Index rows() const { return n_; }
  [[nodiscard]] Index cols() const { return n_; }
  void perform_op(const double* x, double* y) const {
    look_at_the_clock();
    Eigen::Map<Vector>(y, n_) = multiply_(Eigen::Map<const Vector>(x, n_));
  }

 private:
  void look_at_the_clock() const {
    bool up = false;
    try {
      up = is_up(out_of_time_);
    } catch (...) {
      throw TimeIsUp{std::current_exception()};
    }
    if (up) throw TimeIsUp();
  }

  Index n_;
  Multiply multiply_;
  const OutOfTime& out_of_time_;
};

/// How Lanczos ended. Where it failed to converge, the caller falls back to a dense solver.
enum class Ending { converged, failed, no_time };

template <class Multiply>
Ending top_lanczos(Index n, Index count, Multiply multiply, Eigenpairs& result,
                   const OutOfTime& out_of_time = {}, const Lanczos& settings = {}) {
  Operator<Multiply> op(n, std::move(multiply), out_of_time);
  const Index basis = std::min(n, std::max<Index>(2 * count + 10, 30));
  Spectra::SymEigsSolver<Operator<Multiply>> solver(op, count, basis);
  const Vector start = settings.start.size() == n ? settings.start : Vector::LinSpaced(n, 1.0, 2.0);
  try {
    solver.init(start.data());
    const Index found = solver.compute(Spectra::SortRule::LargestAlge, settings.restarts, settings.tolerance);
    if (found < (settings.all ? count : 1)) return Ending::failed;
  } catch (const TimeIsUp& end) {
    if (end.thrown) std::rethrow_exception(end.thrown);
    return Ending::no_time;
  } catch (const std::exception&) {
    return Ending::failed;
  }
  result.values = solver.eigenvalues();
  result.vectors = solver.eigenvectors();
  return Ending::converged;
}

/// A stand-in for the leading eigenpair when time is out: the column with the largest diagonal entry,
/// normalised, and its Rayleigh quotient.
Eigenpair any_direction(const Matrix& a) {
  Index largest = 0;
  a.diagonal().maxCoeff(&largest);
  const double length = a.col(largest).stableNorm();
  Vector x = length > 0.0 ? Vector(a.col(largest) / length) : Vector(Vector::Unit(a.rows(), largest));
  const double value = x.dot(a * x);
  return {value, std::move(x)};
}

constexpr Index rows_at_once = 512;  // of a large matrix, between two looks at the clock

/// a(i, j) for i >= j from products of columns or of rows of the factor, a few rows of `a` at a time.
std::optional<Matrix> gram(const Matrix& factor, bool of_columns, const OutOfTime& out_of_time) {
  const Index size = of_columns ? factor.cols() : factor.rows();
  const Index depth = of_columns ? factor.rows() : factor.cols();
  constexpr double no_time_at_all = 1e9;  // multiplications
  const double work =
      0.5 * static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(depth);
  const blas::Op op = of_columns ? blas::Op::transpose : blas::Op::none;
  const blas::Op other = of_columns ? blas::Op::none : blas::Op::transpose;
  Matrix a(size, size);
  if (!out_of_time || work < no_time_at_all) {
    blas::add_square(op, factor, 0.0, a);
  } else {
    const auto deep = static_cast<Index>(no_time_at_all / static_cast<double>(size * rows_at_once)) + 1;
    a.setZero();
    for (Index first = 0; first < size; first += rows_at_once) {
      const Index rows = std::min(rows_at_once, size - first);
      for (Index from = 0; from < depth; from += deep) {
        if (out_of_time()) return std::nullopt;
        const Index some = std::min(deep, depth - from);
        const auto part = [&](Index begin, Index count) {
          return of_columns ? factor.block(from, begin, some, count) : factor.block(begin, from, count, some);
        };
        blas::multiply(op, part(first, rows), other, part(0, first + rows), 1.0,
                       a.block(first, 0, rows, first + rows));
      }
    }
  }
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
}

}  // namespace

std::optional<Eigenpairs> eigenpairs(Matrix a, const OutOfTime& out_of_time) {
  if (!goes_by_blocks(a, out_of_time)) return eigenpairs(std::move(a));
  const Index n = a.rows();
  return top_by_blocks(std::move(a), n, out_of_time);
}

std::optional<Vector> eigenvalues(Matrix a, const OutOfTime& out_of_time) {
  if (!goes_by_blocks(a, out_of_time)) return eigenvalues(std::move(a));
  std::optional<Reduction> reduction = tridiagonalise(std::move(a), out_of_time);
  if (!reduction) return std::nullopt;
  return eigenvalues(std::move(reduction->t));
}

Eigenpair leading_eigenpair(const Matrix& a, const OutOfTime& out_of_time) {
  if (a.rows() == 1) return {a(0, 0), Vector::Ones(1)};
  Eigenpairs top;
  Ending ending = Ending::failed;
  if (a.rows() > dense_limit)
    ending = top_lanczos(
        a.rows(), 1, [&a](const auto& x) -> Vector { return a * x; }, top, out_of_time);
  if (ending == Ending::failed && a.rows() > dense_limit) {
    std::optional<Eigenpairs> pairs = leading_eigenpairs(a, 1, out_of_time);
    if (pairs) top = std::move(*pairs);
    ending = pairs ? Ending::converged : Ending::no_time;
  }
  if (ending == Ending::no_time) return any_direction(a);
  if (ending == Ending::failed) top = dense::leading_eigenpairs(a, 1);
  return {top.values(0), top.vectors.col(0)};
}

std::optional<double> leading_value(Matrix a, const OutOfTime& out_of_time) {
  if (!goes_by_blocks(a, out_of_time)) return leading_value(std::move(a));
  const std::optional<Reduction> reduction = tridiagonalise(std::move(a), out_of_time);
  if (!reduction) return std::nullopt;
  return leading_value(reduction->t);
}

Eigenpairs leading_eigenpairs(const Matrix& a, Index count) {
  return dense::leading_eigenpairs(a, std::min(count, a.rows()));
}

std::optional<Eigenpairs> leading_eigenpairs(const Matrix& a, Index count, const OutOfTime& out_of_time) {
  count = std::min(count, a.rows());
  return goes_by_blocks(a, out_of_time) ? top_by_blocks(a, count, out_of_time)
                                        : dense::leading_eigenpairs(a, count);
}

std::optional<Eigenpairs> leading_eigenpairs(Index n, const Multiply& multiply, Index count,
                                             const Lanczos& settings) {
  Eigenpairs result;
  if (top_lanczos(n, count, multiply, result, settings.out_of_time, settings) != Ending::converged)
    return std::nullopt;
  return result;
}

Matrix gram_of_rows(const Matrix& factor) {
  return *gram(factor, false, {});
}

std::optional<Matrix> gram_of_rows(const Matrix& factor, const OutOfTime& out_of_time) {
  return gram(factor, false, out_of_time);
}

std::optional<Matrix> gram_of_columns(const Matrix& factor, const OutOfTime& out_of_time) {
  return gram(factor, true, out_of_time);
}

}  // namespace spica::linalg
