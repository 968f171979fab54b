#include "bounds/pairs/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "bounds/pairs/scaling.hpp"

namespace spica::bounds::pairs {

namespace {

/// Entries so large that their sum overflows count as no numbers, too.
bool is_finite(const Matrix& m) {
  return std::isfinite(m.sum());
}

}  // namespace

void PenaltyRule::note(const Residuals& sums) {
  const double primal = std::sqrt(sums.difference / sums.point);
  const double dual = settings_.dual_weight * std::sqrt(sums.change / sums.multiplier);
  const double log_ratio = std::log((primal + 1e-300) / (dual + 1e-300));
  if (!std::isfinite(log_ratio)) return;  // a point or multipliers of zero say nothing
  log_ratio_ += log_ratio;
  ++count_;
}

void PenaltyRule::forget() {
  log_ratio_ = 0.0;
  count_ = 0;
}

double PenaltyRule::next(double rho) {
  if (count_ < settings_.reading_interval) return rho;
  const double ratio = std::exp(log_ratio_ / count_);
  forget();
  if (ratio <= settings_.most_ratio && ratio >= settings_.least_ratio) return rho;
  return rho * std::clamp(std::sqrt(ratio), 1.0 / settings_.boldest, settings_.boldest);
}

Stepper::Stepper(const Matrix& a, const Shape& shape, Iterate& it, const StepSettings& settings,
                 linalg::OutOfTime out_of_time)
    : a_(a),
      shape_(shape),
      it_(it),
      settings_(settings),
      out_of_time_(std::move(out_of_time)),
      psd_(settings, out_of_time_),
      rows_(shape),
      pairs_(shape) {
  block_a_.f = Matrix::Zero(a.rows(), a.rows());
  block_a_.s = Vector::Zero(a.rows());
  scale_matrix();
}

bool Stepper::project() {
  constexpr Index worth_a_task = 100;
  if (it_.size() < worth_a_task) {
    if (!project_matrix()) return false;
    project_rows();
    return !overflowed();
  }
  bool projected = false;
  parallel::isolated([&] { parallel::both([&] { projected = project_matrix(); }, [&] { project_rows(); }); });
  return projected && !overflowed();
}

Residuals& Stepper::finish(double relaxation) {
  residuals_ = pairs_.step(block_a_, relaxation, it_);
  return residuals_;
}

/// The costs of the scaled variables: D A D, and with prices d_i^2 p_j of F_ij and of X_jj.
void Stepper::scale_matrix() {
  scaled_ = it_.d.asDiagonal() * a_ * it_.d.asDiagonal();
  if (shape_.has_prices()) scaled_.diagonal() -= it_.d.cwiseAbs2().cwiseProduct(shape_.conditions.prices);
}

bool Stepper::project_matrix() {
  v_ = it_.x - it_.ux + scaled_ / it_.rho;
  v_.diagonal() = it_.s - it_.ud + scaled_.diagonal() / it_.rho;
  matrix_overflowed_ = !is_finite(v_);
  if (matrix_overflowed_) return false;
  // Before the first step there is nothing to spoil.
  const double harmless = residuals_.point > 0.0 ? settings_.harmless * std::sqrt(residuals_.difference)
                                                 : std::numeric_limits<double>::infinity();
  if (!psd_.project(v_, harmless, block_a_.x)) return false;
  block_a_.diagonal = block_a_.x.diagonal();
  block_a_.x.diagonal().setZero();
  return true;
}

void Stepper::project_rows(const Matrix* spread, const Vector* spread_s) {
  v_rows_ = it_.f - it_.uf;
  Vector s = it_.s - it_.us;
  if (spread != nullptr) {
    v_rows_ -= *spread;
    s -= *spread_s;
  }
  if (shape_.has_prices()) v_rows_ -= shape_.conditions.prices * (it_.d.cwiseAbs2() / it_.rho).transpose();
  rows_overflowed_ = !is_finite(v_rows_) || !std::isfinite(s.sum());
  if (rows_overflowed_) return;
  for (Index i = 0; i < it_.size(); ++i) {
    rows_.project(i, v_rows_.col(i).data(), s(i), it_.row_s(i), it_.row_cut(i), block_a_.f.col(i).data());
  }
  block_a_.s = it_.row_s;
}

bool Stepper::rescale() {
  const double trace = it_.d.cwiseAbs2().dot(block_a_.diagonal);
  if (!(trace > 0.3 && trace < 3.0)) return false;
  Matrix x = it_.d.asDiagonal() * block_a_.x * it_.d.asDiagonal();
  x.diagonal() = it_.d.cwiseAbs2().cwiseProduct(block_a_.diagonal);
  const std::optional<Vector> found = scales_from_point(a_, x, shape_.k, out_of_time_);
  if (!found) return false;
  const Vector& scales = *found;
  if (!(scales.minCoeff() > 0.0) || !scales.allFinite()) return false;  // AXA is zero but for rounding
  const Vector before = it_.d;
  it_.rescale(scales);
  block_a_.diagonal = block_a_.diagonal.cwiseProduct(before.cwiseQuotient(it_.d).cwiseAbs2());
  scale_matrix();
  psd_ = PsdPart(settings_, out_of_time_);
  return true;
}

}  // namespace spica::bounds::pairs
