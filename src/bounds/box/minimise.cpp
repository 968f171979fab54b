#include "bounds/box/minimise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/inverse_hessian.hpp"

namespace spica::bounds {

namespace {

constexpr int most_trials = 12;

class BoxMinimiser {
 public:
  BoxMinimiser(const NodeDual& dual, const BoxProgram& program, const MinimiseSettings& settings)
      : dual_(dual), settings_(settings), first_bounded_(program.free_size()) {
    lowest_ = Vector::Zero(program.size() - first_bounded_);
    lowest_(0) = program.lowest_level;
    best_.exact = std::numeric_limits<double>::infinity();
  }

  Minimum run(Vector start) {
    clip(start);
    best_.point = start;
    double last = std::numeric_limits<double>::infinity();
    for (Smoothing smoothing : settings_.stages) {
      smoothing.region *= dual_.unit_width(start);
      descend(start, smoothing);  // on from the smooth minimum, wherever the exact value was best
      if (done_) break;
      const bool hopeless = best_.exact > settings_.target + 0.02 * std::abs(settings_.target);
      if (hopeless && last - best_.exact < 1e-4 * std::abs(best_.exact)) break;
      last = best_.exact;
    }
    return std::move(best_);
  }

 private:
  void clip(Vector& point) const {
    point.tail(lowest_.size()) = point.tail(lowest_.size()).cwiseMax(lowest_);
  }

  void evaluate(const Vector& point, const Smoothing& smoothing, DualValue& value) {
    dual_.evaluate(point, smoothing, value);
    if (value.exact < best_.exact) {
      best_.exact = value.exact;
      best_.point = point;
      best_.value = value;
      done_ = best_.exact <= settings_.target;
    }
  }

  /// Zero where a coordinate sits on its bound and wants to go below it.
  [[nodiscard]] Vector free_gradient(const Vector& point, const Vector& gradient) const {
    Vector result = gradient;
    for (Index i = 0; i < lowest_.size(); ++i) {
      const Index at = first_bounded_ + i;
      if (point(at) <= lowest_(i) && gradient(at) > 0.0) result(at) = 0.0;
    }
    return result;
  }

  /// The gain below which a stage ends; close to the target it is smaller.
  [[nodiscard]] double little() const {
    const double left = std::max(best_.exact - settings_.target, 1e-7 * std::abs(best_.exact));
    return std::min(settings_.tolerance * std::abs(best_.exact), 1e-3 * left);
  }

  void descend(Vector& point, const Smoothing& smoothing) {
    linalg::InverseHessian memory;
    DualValue value;
    DualValue trial;
    evaluate(point, smoothing, value);
    int stalls = 0;
    for (int step = 0; step < settings_.steps && !done_; ++step) {
      if (settings_.out_of_time && settings_.out_of_time()) {
        done_ = true;
        return;
      }
      const Vector gradient = free_gradient(point, value.gradient);
      const double length = gradient.norm();
      if (!(length > 1e-10) || !std::isfinite(value.smooth)) return;
      Vector direction = memory.empty() ? Vector(-settings_.initial_step / length * gradient)
                                        : Vector(-memory.apply(gradient));
      for (Index i = 0; i < lowest_.size(); ++i) {
        if (gradient(first_bounded_ + i) == 0.0) direction(first_bounded_ + i) = 0.0;
      }
      const double slope = direction.dot(gradient);
      if (!(slope < 0.0)) {
        if (memory.empty() || ++stalls > 2) return;
        memory.clear();
        continue;
      }
      if (-slope < 0.1 * little()) return;
      Vector next;
      if (!search_line(point, direction, slope, smoothing, value, memory.empty(), next, trial)) {
        if (memory.empty() || ++stalls > 1) return;
        memory.clear();
        continue;
      }
      const Vector next_gradient = free_gradient(next, trial.gradient);
      memory.add(next - point, next_gradient - gradient);
      const double gain = value.smooth - trial.smooth;
      point = std::move(next);
      std::swap(value, trial);
      if (gain < little()) {
        if (++stalls >= 3) return;
      } else {
        stalls = 0;
      }
    }
  }

  /// A step length with sufficient decrease and a flatter slope (weak Wolfe), by bisection and doubling.
  bool search_line(const Vector& point, const Vector& direction, double slope, const Smoothing& smoothing,
                   const DualValue& value, bool first, Vector& next, DualValue& trial) {
    double length = 1.0;
    double low = 0.0;
    double high = std::numeric_limits<double>::infinity();
    bool found = false;
    for (int count = 0; count < most_trials; ++count) {
      next = point + length * direction;
      clip(next);
      evaluate(next, smoothing, trial);
      if (done_) return true;
      if (!(trial.smooth <= value.smooth + 1e-4 * length * slope)) {
        high = length;
        length = first && low == 0.0 ? 0.2 * high : 0.5 * (low + high);
      } else {
        found = true;
        if (direction.dot(free_gradient(next, trial.gradient)) >= 0.9 * slope || count > 6) return true;
        low = length;
        length = std::isfinite(high) ? 0.5 * (low + high) : (first ? 4.0 : 2.0) * low;
      }
    }
    return found && trial.smooth < value.smooth;
  }

  const NodeDual& dual_;
  const MinimiseSettings& settings_;
  Index first_bounded_;
  Vector lowest_;
  Minimum best_;
  bool done_ = false;
};

}  // namespace

Minimum minimise(const NodeDual& dual, const BoxProgram& program, Vector start,
                 const MinimiseSettings& settings) {
  return BoxMinimiser(dual, program, settings).run(std::move(start));
}

}  // namespace spica::bounds
