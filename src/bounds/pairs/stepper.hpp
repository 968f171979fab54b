#pragma once

// One step of the ADMM for the pairs bound (maths.md, 3.11): block A, the PSD part of a matrix and the rows in their
// cones; block B, the pairs in theirs and a common diagonal. Costs an eigendecomposition or less. Nothing here is
// verified: every dual point that is read from an iterate is valid (dual.hpp).

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/pair_cone.hpp"
#include "bounds/pairs/psd_part.hpp"
#include "bounds/pairs/row_cone.hpp"
#include "bounds/pairs/step_settings.hpp"

namespace spica::bounds::pairs {

/// Balances the residuals by the penalty, from their geometric means since the last change.
class PenaltyRule {
 public:
  explicit PenaltyRule(const StepSettings& settings = {}) : settings_(settings) {}

  void note(const Residuals& sums);
  void forget();
  /// The penalty that would balance them; the present one where it is near enough.
  [[nodiscard]] double next(double rho);

 private:
  StepSettings settings_;
  double log_ratio_ = 0.0;
  int count_ = 0;
};

class Stepper {
 public:
  /// `a`, the shape (prices in the units of `a`) and the iterate must outlive it. `a` is scaled so that the answer is
  /// about one.
  Stepper(const Matrix& a, const Shape& shape, Iterate& it, const StepSettings& settings = {},
          linalg::OutOfTime out_of_time = {});

  /// Block A: the matrix and the rows, at the same time where there are threads to spare. False if there is no time for it, or after an overflow.
  bool project();
  /// The two halves of block A, which may run at the same time. Where F has two copies, `spread` and `spread_s` are added to
  /// the multipliers of the rows. False if there is no time for the matrix, or after an overflow.
  bool project_matrix();
  void project_rows(const Matrix* spread = nullptr, const Vector* spread_s = nullptr);
  /// What both found, for others to change before finish().
  [[nodiscard]] BlockA& block_a() { return block_a_; }
  /// Block B and the multipliers. The residuals are no numbers after an overflow.
  Residuals& finish(double relaxation);
  [[nodiscard]] const Residuals& residuals() const { return residuals_; }
  /// Whether the matrix or the rows could not be projected because entries are no numbers.
  [[nodiscard]] bool overflowed() const { return matrix_overflowed_ || rows_overflowed_; }
  /// Scales that suit the point of block A, unless that is far from feasible. False if nothing changed.
  bool rescale();

 private:
  void scale_matrix();

  const Matrix& a_;
  const Shape& shape_;
  Iterate& it_;
  StepSettings settings_;
  linalg::OutOfTime out_of_time_;
  Matrix scaled_;  // D A D less prices
  Matrix v_;       // what the matrix is projected from
  Matrix v_rows_;  // the same of the rows
  BlockA block_a_;
  PsdPart psd_;
  RowCone rows_;
  PairCone pairs_;
  Residuals residuals_;
  bool matrix_overflowed_ = false;
  bool rows_overflowed_ = false;
};

}  // namespace spica::bounds::pairs
