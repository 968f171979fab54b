#include "bounds/pairs/admm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bounds/pairs/pair_cone.hpp"
#include "bounds/pairs/psd_part.hpp"
#include "bounds/pairs/reading.hpp"
#include "bounds/pairs/row_cone.hpp"
#include "bounds/pairs/scaling.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

constexpr double relaxation = 1.8;
constexpr int reading_interval = 10;
constexpr double dual_weight = 8.0;  // of the dual residual against the primal one

/// Balances the residuals by the penalty, from their geometric means since the last change.
class PenaltyRule {
 public:
  void note(const Residuals& sums) {
    const double primal = std::sqrt(sums.difference / sums.point);
    const double dual = dual_weight * std::sqrt(sums.change / sums.multiplier);
    log_ratio_ += std::log((primal + 1e-300) / (dual + 1e-300));
    ++count_;
  }
  void forget() {
    log_ratio_ = 0.0;
    count_ = 0;
  }
  /// Bolder changes than these diverge.
  void apply(Iterate& it) {
    if (count_ < reading_interval) return;
    const double ratio = std::exp(log_ratio_ / count_);
    forget();
    if (ratio > 1.7 || ratio < 0.6) it.set_rho(it.rho * std::clamp(std::sqrt(ratio), 0.5, 2.0));
  }

 private:
  double log_ratio_ = 0.0;
  int count_ = 0;
};

/// Whether more steps would pay.
class Progress {
 public:
  /// Too little gained since the last time, too often.
  bool stalled(int step, double best, const AdmmSettings& settings) {
    if (step % 50 != 0) return false;
    const bool little = before_ - best < settings.least_progress * (best - settings.target);
    stalls_ = little ? stalls_ + 1 : 0;
    before_ = best;
    return stalls_ >= settings.patience;
  }
  /// The pace of the last two readings would not do for the steps that are left.
  bool too_slow(int step, double reading, const AdmmSettings& settings) {
    const double pace = (earlier_[0] - reading) / (2.0 * reading_interval);
    earlier_ = {earlier_[1], reading};
    return std::isfinite(pace) && reading - pace * (settings.steps - step) > settings.target;
  }

 private:
  double before_ = std::numeric_limits<double>::infinity();
  int stalls_ = 0;
  std::array<double, 2> earlier_ = {std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::infinity()};
};

class Admm {
 public:
  Admm(const Matrix& a, const Shape& shape, Iterate& it, const AdmmSettings& settings)
      : a_(a), shape_(shape), it_(it), settings_(settings), rows_(shape), pairs_(shape) {
    block_a_.f = Matrix::Zero(a.rows(), a.rows());
    block_a_.s = Vector::Zero(a.rows());
    scale_matrix();
  }

  AdmmResult run() {
    if (settings_.read_first) {
      read();
      result_.weight = it_.weight();
      if (result_.bound < settings_.target || (std::isfinite(result_.bound) && no_time()))
        return std::move(result_);
    }
    for (int step = 1; step <= settings_.steps; ++step) {
      result_.steps = step;
      project_matrix();
      project_rows();
      residuals_ = pairs_.step(block_a_, relaxation, it_);
      if (!std::isfinite(residuals_.difference)) {
        give_up();
        return std::move(result_);
      }
      if (settings_.rescale && (step == 20 || step == 50 || step == 100 || step == 200)) rescale();
      penalty_.note(residuals_);
      const bool at_once = no_time();
      if (at_once || step % reading_interval == 0 || step == settings_.steps) {
        read();
        if (at_once || result_.bound < settings_.target) break;
        result_.stalled =
            progress_.stalled(step, result_.bound, settings_) ||
            (progress_.too_slow(step, last_read_, settings_) && result_.bound > settings_.hopeless_above);
        if (result_.stalled) break;
      }
      if (step <= settings_.adapt_until && step % (step <= 100 ? 10 : 20) == 0) penalty_.apply(it_);
    }
    result_.weight = block_a_.diagonal.cwiseProduct(it_.d.cwiseAbs2());
    if (!std::isfinite(result_.bound)) give_up();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool no_time() const { return settings_.out_of_time && settings_.out_of_time(); }

  /// After an overflow what was read so far stands; if that is nothing, a = w = 0 is a dual point too, that
  /// of the spectral bound. The iterate starts again.
  void give_up() {
    const Index n = a_.rows();
    it_ = Iterate::zero(n);
    result_.weight = a_.diagonal();
    if (std::isfinite(result_.bound)) return;
    result_.dual = {Matrix::Zero(n, n), Matrix::Zero(n, n)};
    result_.bound = linalg::leading_value(a_);
  }

  void scale_matrix() { scaled_ = it_.d.asDiagonal() * a_ * it_.d.asDiagonal(); }

  void project_matrix() {
    v_ = it_.x - it_.ux + scaled_ / it_.rho;
    v_.diagonal() = it_.s - it_.ud + scaled_.diagonal() / it_.rho;
    const double harmless = 0.1 * std::sqrt(residuals_.difference);
    psd_.project(v_, harmless, block_a_.x);
    block_a_.diagonal = block_a_.x.diagonal();
    block_a_.x.diagonal().setZero();
  }

  void project_rows() {
    v_ = it_.f - it_.uf;
    for (Index i = 0; i < it_.size(); ++i) {
      rows_.project(i, v_.col(i).data(), it_.s(i) - it_.us(i), it_.row_s(i), it_.row_cut(i),
                    block_a_.f.col(i).data());
    }
    block_a_.s = it_.row_s;
  }

  void rescale() {
    const double trace = it_.d.cwiseAbs2().dot(block_a_.diagonal);
    if (!(trace > 0.3 && trace < 3.0)) return;
    Matrix x = it_.d.asDiagonal() * block_a_.x * it_.d.asDiagonal();
    x.diagonal() = it_.d.cwiseAbs2().cwiseProduct(block_a_.diagonal);
    const Vector scales = scales_from_point(a_, x, shape_.k);
    if (!(scales.minCoeff() > 0.0) || !scales.allFinite()) return;  // AXA is zero but for rounding
    const Vector before = it_.d;
    it_.rescale(scales);
    block_a_.diagonal = block_a_.diagonal.cwiseProduct(before.cwiseQuotient(it_.d).cwiseAbs2());
    scale_matrix();
    penalty_.forget();
    psd_ = PsdPart();
  }

  void read() {
    Dual dual = read_dual(it_, shape_);
    if (!dual.a.allFinite() || !dual.w.allFinite()) return;
    const double bound = linalg::leading_value(assemble(a_, dual, shape_));
    last_read_ = bound;
    if (bound < result_.bound) {
      result_.bound = bound;
      result_.dual = std::move(dual);
    }
  }

  const Matrix& a_;
  const Shape& shape_;
  Iterate& it_;
  const AdmmSettings& settings_;
  Matrix scaled_;  // D A D
  Matrix v_;
  BlockA block_a_;
  PsdPart psd_;
  RowCone rows_;
  PairCone pairs_;
  Residuals residuals_;
  PenaltyRule penalty_;
  Progress progress_;
  double last_read_ = std::numeric_limits<double>::infinity();
  AdmmResult result_;
};

}  // namespace

AdmmResult run_admm(const Matrix& a, const Shape& shape, Iterate& it, const AdmmSettings& settings) {
  return Admm(a, shape, it, settings).run();
}

}  // namespace spica::bounds::pairs
