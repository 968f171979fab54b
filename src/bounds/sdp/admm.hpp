#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bounds/sdp/settings.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds {

/// The tau >= 0 with sum_i (|x_i| - tau)_+ = radius, 0 if sum |x_i| <= radius: the projection of x onto the
/// l1 ball of that radius is soft_threshold(x, tau).
double l1_threshold(const Matrix& x, double radius);
/// Every entry moved towards zero by tau, and not beyond.
Matrix soft_threshold(const Matrix& x, double tau);
/// The projection of a symmetric matrix onto { X PSD, tr X = 1 }, its eigenvalues projected onto the simplex.
/// Nothing if there is no time for it.
std::optional<Matrix> project_spectahedron(const Matrix& v, const linalg::OutOfTime& out_of_time = {});

/// <A, X'> for a point X' of { X PSD, tr X = 1, sum |X_ij| <= k } near X, a point of the spectahedron.
double feasible_value(const Matrix& a, const Matrix& x, double k);

/// max <A, X> : tr X = 1, sum |X_ij| <= k, X PSD by the alternating direction method of multipliers on X = Y,
/// X in the spectahedron, Y in the l1 ball (maths.md, 3.8). With the penalty rho and the scaled multiplier W,
/// a step is
///
///     X <- project_spectahedron(Y - W + A/rho)
///     Y <- project_l1(X + W),  W <- W + X - Y
///
/// and U = -rho W is a dual point: |U_ij| <= rho tau, tau the threshold of the projection. One
/// eigendecomposition a step.
class SdpAdmm {
 public:
  SdpAdmm(Matrix a, double k, const AdmmSettings& settings = {}, linalg::OutOfTime out_of_time = {});

  /// False if there is no time for it.
  bool step();
  /// Continues with a larger matrix, in which the features of now are at the positions `old`.
  void grow(Matrix a, const std::vector<Index>& old);

  [[nodiscard]] const Matrix& matrix() const { return a_; }
  /// U, symmetric.
  [[nodiscard]] Matrix dual() const;
  /// <A, X'> for a feasible point near X.
  [[nodiscard]] double value() const { return feasible_value(a_, x_, k_); }

 private:
  void balance(const Matrix& previous_y);

  AdmmSettings settings_;
  linalg::OutOfTime out_of_time_;
  Matrix a_;
  double k_;
  double rho_ = 1.0;
  Matrix x_, y_, w_;
  std::int64_t steps_ = 0;
  std::int64_t next_balance_;
};

}  // namespace spica::bounds
