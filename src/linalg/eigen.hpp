#pragma once

#include <functional>
#include <optional>

#include "spica/types.hpp"

namespace spica::linalg {

/// Returns true once the caller has no more time; empty: there is always time. Work that may take seconds
/// asks it between steps that take a fraction of a second. What it throws goes to the caller.
using OutOfTime = std::function<bool()>;

struct Eigenpairs {
  Vector values;   ///< descending
  Matrix vectors;  ///< one a column, unit length
};

/// The same in single precision.
struct RoughEigenpairs {
  Eigen::VectorXf values;
  Eigen::MatrixXf vectors;
};

struct Eigenpair {
  double value = 0.0;
  Vector vector;
};

/// All eigenpairs of a symmetric matrix.
Eigenpairs eigenpairs(Matrix a);
RoughEigenpairs eigenpairs(Eigen::MatrixXf a);
/// All eigenvalues of a symmetric matrix, descending.
Vector eigenvalues(Matrix a);
/// The same; nothing if there is no time for it.
std::optional<Eigenpairs> eigenpairs(Matrix a, const OutOfTime& out_of_time);
std::optional<Vector> eigenvalues(Matrix a, const OutOfTime& out_of_time);
/// The largest eigenvalue of a symmetric matrix and its vector: dense when small, Lanczos when large. Where
/// there is no time for that, some unit vector and its Rayleigh quotient.
Eigenpair leading_eigenpair(const Matrix& a, const OutOfTime& out_of_time = {});
/// The largest eigenvalue of a symmetric matrix by tridiagonalisation, which clustered eigenvalues do not
/// slow down.
double leading_value(Matrix a);
/// The `count` leading eigenpairs of a symmetric matrix.
Eigenpairs leading_eigenpairs(const Matrix& a, Index count);
/// The same; nothing if there is no time for it.
std::optional<double> leading_value(Matrix a, const OutOfTime& out_of_time);
std::optional<Eigenpairs> leading_eigenpairs(const Matrix& a, Index count, const OutOfTime& out_of_time);

/// An estimate of the largest eigenvalue from below, good to three digits or more, by a few steps of Lanczos in single
/// precision from `start`, which becomes the vector that goes with it; an empty one is filled. Only the lower triangle is read.
double leading_estimate(const Matrix& a, Vector& start);

struct Lanczos {
  Vector start = {};  ///< empty: a fixed one
  int restarts = 300;
  double tolerance = 1e-13;
  bool all = true;  ///< false: fewer pairs will do, if at least one has converged
  OutOfTime out_of_time = {};
};
/// y = Ax.
using Multiply = std::function<Vector(const Vector&)>;
/// The `count` < n leading eigenpairs of a symmetric matrix that is known by its products; nothing if they do
/// not converge.
std::optional<Eigenpairs> leading_eigenpairs(Index n, const Multiply& multiply, Index count,
                                             const Lanczos& settings);

/// Cholesky factorisation in place (lower triangle). False when it breaks down, or when time is up.
bool cholesky(Matrix& a, const OutOfTime& out_of_time = {});
/// The diagonal of the inverse of a positive definite matrix; nothing if it is not.
std::optional<Vector> inverse_diagonal(Matrix a);
/// C'C, the m x m companion of A = CC' with the same nonzero eigenvalues, for the given columns of the
/// factor.
Matrix gram_of_rows(const Matrix& factor);
/// The same; nothing if there is no time for it.
std::optional<Matrix> gram_of_rows(const Matrix& factor, const OutOfTime& out_of_time);
/// The products of the columns of a matrix, C'C for C = `factor`; nothing if there is no time for it.
std::optional<Matrix> gram_of_columns(const Matrix& factor, const OutOfTime& out_of_time);

/// One BLAS thread from here on: Spica's own threads share the cores.
void use_one_blas_thread();

}  // namespace spica::linalg
