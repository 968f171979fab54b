#pragma once

// Block A of the ADMM, matrix (maths.md, 3.11): the PSD part of a symmetric V, from one eigendecomposition a
// step or less. With the eigenvectors Q of an earlier V, E = Q'VQ is nearly diagonal, and to first order
//
//     V+ = Q (W o E) Q',   W_ij = (e_i+ - e_j+)/(e_i - e_j),   e = diag E,   e+ = max(e, 0)
//
// of which only the columns of the rarer sign are needed: 8 n^2 r operations for r such columns. Both are in single
// precision where its roundings are harmless. What is left out is of second order in E_ij between eigenvalues
// of opposite signs, and known. The result need not be exact: a bound is read from the multipliers, whatever
// they are.

#include "bounds/pairs/step_settings.hpp"
#include "linalg/eigen.hpp"
#include "spica/types.hpp"

namespace spica::bounds::pairs {

class PsdPart {
 public:
  explicit PsdPart(const StepSettings& settings = {}, linalg::OutOfTime out_of_time = {})
      : settings_(settings), out_of_time_(std::move(out_of_time)) {}

  /// The nearest PSD matrix to v; an error up to `tolerance` in the Frobenius norm does no harm. False if there is no
  /// time for it.
  bool project(const Matrix& v, double tolerance, Matrix& result);

 private:
  /// A basis and first-order corrections with it, in one precision.
  template <class Scalar>
  struct Workspace {
    using Table = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    Table basis;                                      // Q
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1> values;  // e where it is followed, else of the V that Q is from
    Table v;
    Table product;
    Table e;  // n x followed: Q' (sign V) Q_followed
    Table part;
    bool usable = false;
  };

  bool decompose(const Matrix& v, bool roughly, Matrix& result);
  /// The PSD part of V from its eigenpairs, descending, which become the basis.
  template <class Pairs, class Scalar>
  bool begin(Pairs pairs, const Matrix& v, Workspace<Scalar>& at, Matrix& result);
  /// False where first order is not enough, or where there is no time.
  template <class Scalar>
  bool correct(const Matrix& v, double tolerance, Workspace<Scalar>& at, Matrix& result) const;

  template <class Scalar>
  void finish(const Workspace<Scalar>& at, const Matrix& v, Matrix& result) const;

  [[nodiscard]] bool no_time() const { return out_of_time_ && out_of_time_(); }
  [[nodiscard]] Index columns_at_once(Index n) const;

  StepSettings settings_;
  linalg::OutOfTime out_of_time_;
  int age_ = 0;
  double sign_ = 1.0;  // of the eigenvalues that are followed: those of sign V, positive ones last
  Index followed_ = 0;
  Workspace<double> exact_;
  Workspace<float> rough_;
};

}  // namespace spica::bounds::pairs
