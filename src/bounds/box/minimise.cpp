#include "bounds/box/minimise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lbfgs.hpp"

namespace spica::bounds {

namespace {

class Minimiser final : public linalg::Objective {
 public:
  Minimiser(const NodeDual& dual, const BoxProgram& program, const MinimiseSettings& settings)
      : dual_(dual), settings_(settings), lowest_(Vector::Zero(program.size() - program.free_size())) {
    lowest_(0) = program.lowest_level;
    best_.exact = std::numeric_limits<double>::infinity();
  }

  Minimum run(Vector start) {
    start.tail(lowest_.size()) = start.tail(lowest_.size()).cwiseMax(lowest_);
    best_.point = start;
    const linalg::LbfgsSettings descent{.steps = settings_.steps, .first_step = settings_.initial_step};
    double last = std::numeric_limits<double>::infinity();
    for (const Smoothing& stage : settings_.stages) {
      smoothing_ = stage;
      smoothing_.region *= dual_.unit_width(start);
      linalg::minimise(*this, start, descent,
                       lowest_);  // on from the smooth minimum, wherever the exact value was best
      if (done_) break;
      const bool hopeless = best_.exact > settings_.target + 0.02 * std::abs(settings_.target);
      if (hopeless && last - best_.exact < 1e-4 * std::abs(best_.exact)) break;
      last = best_.exact;
    }
    return std::move(best_);
  }

 private:
  double evaluate(const Vector& point, Vector& gradient) override {
    dual_.evaluate(point, smoothing_, value_);
    gradient = value_.gradient;
    if (value_.exact < best_.exact) {
      best_.exact = value_.exact;
      best_.point = point;
      best_.value = value_;
    }
    return value_.smooth;
  }

  [[nodiscard]] bool done() override {
    done_ = done_ || best_.exact <= settings_.target || (settings_.out_of_time && settings_.out_of_time());
    return done_;
  }

  /// Close to the target less is worth a step.
  [[nodiscard]] double little() const override {
    const double left = std::max(best_.exact - settings_.target, 1e-7 * std::abs(best_.exact));
    return std::min(settings_.tolerance * std::abs(best_.exact), 1e-3 * left);
  }

  const NodeDual& dual_;
  const MinimiseSettings& settings_;
  Vector lowest_;  // of the last coordinates
  Smoothing smoothing_;
  DualValue value_;  // where the dual was evaluated last
  Minimum best_;
  bool done_ = false;
};

}  // namespace

Minimum minimise(const NodeDual& dual, const BoxProgram& program, Vector start,
                 const MinimiseSettings& settings) {
  return Minimiser(dual, program, settings).run(std::move(start));
}

}  // namespace spica::bounds
