#include "bounds/pairs/admm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bounds/pairs/reading.hpp"
#include "bounds/pairs/stepper.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

/// Whether more steps would pay.
class Progress {
 public:
  /// Too little gained since the last time, too often.
  bool stalled(int step, double best, const AdmmSettings& settings) {
    if (step % settings.progress_interval != 0) return false;
    const bool little = before_ - best < settings.least_progress * (best - settings.target);
    stalls_ = little ? stalls_ + 1 : 0;
    before_ = best;
    return stalls_ >= settings.patience;
  }
  /// The pace of the last two readings would not do for the steps that are left.
  bool too_slow(int step, double reading, const AdmmSettings& settings) {
    const double pace = (earlier_[0] - reading) / (2.0 * settings.step.reading_interval);
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
      : a_(a),
        shape_(shape),
        it_(it),
        settings_(settings),
        stepper_(a, shape, it, settings.step, settings.out_of_time),
        penalty_(settings.step) {}

  AdmmResult run() {
    if (settings_.read_first) {
      read();
      result_.weight = it_.weight();
      if (result_.bound < settings_.target || (std::isfinite(result_.bound) && no_time()))
        return std::move(result_);
    }
    for (int step = 1; step <= settings_.steps; ++step) {
      result_.steps = step;
      const bool projected = stepper_.project();
      if (!projected && !stepper_.overflowed()) break;
      if (!projected || !std::isfinite(stepper_.finish(settings_.step.relaxation).difference)) {
        give_up();
        return std::move(result_);
      }
      if (settings_.rescale && (step == 20 || step == 50 || step == 100 || step == 200) && stepper_.rescale())
        penalty_.forget();
      penalty_.note(stepper_.residuals());
      const bool at_once = no_time();
      if (at_once || step % settings_.step.reading_interval == 0 || step == settings_.steps) {
        read();
        if (at_once || result_.bound < settings_.target) break;
        result_.stalled =
            progress_.stalled(step, result_.bound, settings_) ||
            (progress_.too_slow(step, last_read_, settings_) && result_.bound > settings_.hopeless_above);
        if (result_.stalled) break;
      }
      if (step <= settings_.adapt_until && step % (step <= 100 ? 10 : 20) == 0)
        set_rho(penalty_.next(it_.rho));
    }
    const Vector& diagonal = stepper_.block_a().diagonal;  // none if there was no time for a step
    result_.weight = diagonal.size() > 0 ? diagonal.cwiseProduct(it_.d.cwiseAbs2()) : it_.weight();
    if (!std::isfinite(result_.bound)) give_up();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool no_time() const { return settings_.out_of_time && settings_.out_of_time(); }

  void set_rho(double rho) {
    if (rho != it_.rho) it_.set_rho(rho);
  }

  /// After an overflow what was read so far stands; if that is nothing, a = w = 0 is a dual point too, that
  /// of the spectral bound. The iterate starts again.
  void give_up() {
    const Index n = a_.rows();
    it_ = Iterate::zero(n);
    result_.weight = a_.diagonal();
    if (std::isfinite(result_.bound)) return;
    result_.dual = {Matrix::Zero(n, n), Matrix::Zero(n, n)};
    take(value_at(result_.dual).value_or(Reading{std::numeric_limits<double>::infinity(), false}));
  }

  struct Reading {
    double bound;
    bool estimated;
  };
  /// The bound of a dual point; an estimate from below will do where that is far above the target.
  [[nodiscard]] std::optional<Reading> value_at(const Dual& dual) {
    constexpr Index costly = 100;  // features
    constexpr double far = 0.001;
    const Matrix b = assemble(a_, dual, shape_);
    if (!b.allFinite()) return std::nullopt;
    if (settings_.estimates && b.rows() >= costly) {
      const double estimate = linalg::leading_estimate(b, leading_);
      if (estimate > settings_.target + far * std::abs(settings_.target)) return Reading{estimate, true};
    }
    const std::optional<double> bound = linalg::leading_value(b, settings_.out_of_time);
    return bound ? std::optional(Reading{*bound, false}) : std::nullopt;
  }

  void take(const Reading& reading) {
    result_.bound = reading.bound;
    result_.estimated = reading.estimated;
  }

  void read() {
    Dual dual = read_dual(it_, shape_);
    if (!dual.a.allFinite() || !dual.w.allFinite()) return;
    const std::optional<Reading> reading = value_at(dual);
    if (!reading) return;
    last_read_ = reading->bound;
    if (reading->bound < result_.bound) {
      take(*reading);
      result_.dual = std::move(dual);
      if (settings_.on_better) settings_.on_better(result_.dual, result_.bound);
    }
  }

  const Matrix& a_;
  const Shape& shape_;
  Iterate& it_;
  const AdmmSettings& settings_;
  Stepper stepper_;
  PenaltyRule penalty_;
  Progress progress_;
  Vector leading_;  // where the next estimate begins
  double last_read_ = std::numeric_limits<double>::infinity();
  AdmmResult result_;
};

}  // namespace

AdmmResult run_admm(const Matrix& a, const Shape& shape, Iterate& it, const AdmmSettings& settings) {
  return Admm(a, shape, it, settings).run();
}

}  // namespace spica::bounds::pairs
