#include "bounds/box/minimise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spica::bounds {

namespace {

class Minimiser final : public linalg::Objective {
 public:
  Minimiser(const NodeDual& dual, const BoxProgram& program, const MinimiseTask& task,
            const MinimiseSettings& settings)
      : dual_(dual),
        task_(task),
        settings_(settings),
        lowest_(Vector::Zero(program.size() - program.free_size())) {
    lowest_(0) = program.lowest_level;
    best_.exact = std::numeric_limits<double>::infinity();
  }

  Minimum run(Vector start) {
    start.tail(lowest_.size()) = start.tail(lowest_.size()).cwiseMax(lowest_);
    best_.point = start;
    linalg::LbfgsSettings descent = settings_.lbfgs;
    descent.first_step = task_.first_step;
    double last = std::numeric_limits<double>::infinity();
    for (const Smoothing& stage : settings_.stages) {
      smoothing_ = stage;
      smoothing_.region *= dual_.unit_width(start);
      // On from the smooth minimum, wherever the exact value was best.
      linalg::minimise(*this, start, descent, lowest_);
      if (done_) break;
      const bool hopeless = best_.exact > task_.target + settings_.far * std::abs(task_.target);
      if (hopeless && last - best_.exact < settings_.far_gain * std::abs(best_.exact)) break;
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
    done_ = done_ || best_.exact <= task_.target || (task_.out_of_time && task_.out_of_time());
    return done_;
  }

  /// Close to the target less is worth a step.
  [[nodiscard]] double little() const override {
    const double left = std::max(best_.exact - task_.target, settings_.shortest_way * std::abs(best_.exact));
    return std::min(settings_.tolerance * std::abs(best_.exact), settings_.little_of_way * left);
  }

  const NodeDual& dual_;
  const MinimiseTask& task_;
  const MinimiseSettings& settings_;
  Vector lowest_;  // of the last coordinates
  Smoothing smoothing_;
  DualValue value_;  // where the dual was evaluated last
  Minimum best_;
  bool done_ = false;
};

}  // namespace

Minimum minimise(const NodeDual& dual, const BoxProgram& program, Vector start, const MinimiseTask& task,
                 const MinimiseSettings& settings) {
  return Minimiser(dual, program, task, settings).run(std::move(start));
}

}  // namespace spica::bounds
