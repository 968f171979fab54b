#include "linalg/lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace spica::linalg {

namespace {

/// H, by the two-loop recursion.
class InverseHessian {
 public:
  explicit InverseHessian(std::size_t most_pairs) : most_pairs_(most_pairs) {}

  void clear() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }

  /// Pairs without curvature are passed over.
  void add(Vector step, Vector change) {
    constexpr double rounding = 1e-14;
    const double product = step.dot(change);
    if (!(product > rounding * change.squaredNorm())) return;
    if (pairs_.size() == most_pairs_) pairs_.pop_front();
    pairs_.push_back({std::move(step), std::move(change), 1.0 / product});
  }

  /// Hq; not for an empty one.
  [[nodiscard]] Vector apply(Vector q) const {
    std::vector<double> alpha(pairs_.size());
    for (std::size_t i = pairs_.size(); i-- > 0;) {
      alpha[i] = pairs_[i].inverse * pairs_[i].step.dot(q);
      q -= alpha[i] * pairs_[i].change;
    }
    const Pair& last = pairs_.back();
    q *= 1.0 / (last.inverse * last.change.squaredNorm());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const double beta = pairs_[i].inverse * pairs_[i].change.dot(q);
      q += (alpha[i] - beta) * pairs_[i].step;
    }
    return q;
  }

 private:
  struct Pair {
    Vector step;
    Vector change;
    double inverse = 0.0;  // of step'change
  };
  std::size_t most_pairs_;
  std::deque<Pair> pairs_;
};

/// A point, its value, and the gradient without what its bounds stop.
struct Position {
  Vector point;
  double value = 0.0;
  Vector gradient;
};

class Descent {
 public:
  Descent(Objective& objective, const LbfgsSettings& settings, const Vector& lowest)
      : objective_(objective), settings_(settings), lowest_(lowest), hessian_(settings.memory) {}

  void run(Vector& start) {
    here_.point = std::move(start);
    evaluate(here_);
    int stalls = 0;
    for (int step = 0; step < settings_.steps && !objective_.done(); ++step) {
      const double length = here_.gradient.norm();
      if (!(length > settings_.flat) || !std::isfinite(here_.value)) break;
      const Vector direction = choose_direction(length);
      const double slope = direction.dot(here_.gradient);
      const bool leads_down = slope < 0.0;
      if (leads_down && -slope < settings_.least_promise * objective_.little()) break;
      if (!leads_down || !search_line(direction, slope)) {
        if (hessian_.empty() || ++stalls >= (leads_down ? settings_.failures : settings_.stalls)) break;
        hessian_.clear();
        continue;
      }
      hessian_.add(there_.point - here_.point, there_.gradient - here_.gradient);
      const double gain = here_.value - there_.value;
      std::swap(here_, there_);
      stalls = gain < objective_.little() ? stalls + 1 : 0;
      if (stalls >= settings_.stalls) break;
    }
    start = std::move(here_.point);
  }

 private:
  void evaluate(Position& at) {
    at.value = objective_.evaluate(at.point, at.gradient);
    const Index first = at.point.size() - lowest_.size();
    for (Index i = 0; i < lowest_.size(); ++i) {
      double& slope = at.gradient(first + i);
      if (at.point(first + i) <= lowest_(i) && slope > 0.0) slope = 0.0;
    }
  }

  [[nodiscard]] Vector choose_direction(double length) const {
    Vector direction =
        hessian_.empty()
            ? Vector(-settings_.first_step / std::max(length, settings_.full_gradient) * here_.gradient)
            : Vector(-hessian_.apply(here_.gradient));
    const Index first = direction.size() - lowest_.size();
    for (Index i = first; i < direction.size(); ++i)
      if (here_.gradient(i) == 0.0) direction(i) = 0.0;
    return direction;
  }

  /// Finds `there_`, where the value has decreased enough and the slope is flatter (the weak Wolfe conditions).
  bool search_line(const Vector& direction, double slope) {
    const LineSearchSettings& line = settings_.line;
    const bool guessed = hessian_.empty();
    double length = 1.0;
    double low = 0.0;
    double high = std::numeric_limits<double>::infinity();
    bool found = line.any_decrease;
    for (int trial = 1; trial <= line.trials; ++trial) {
      there_.point = here_.point + length * direction;
      there_.point.tail(lowest_.size()) = there_.point.tail(lowest_.size()).cwiseMax(lowest_);
      evaluate(there_);
      if (objective_.done()) return true;
      if (!(there_.value <= here_.value + line.decrease * length * slope)) {
        high = length;
        length = guessed && low == 0.0 ? line.first_shrink * high : 0.5 * (low + high);
      } else {
        found = true;
        const bool flatter = direction.dot(there_.gradient) >= line.curvature * slope;
        if (flatter || trial >= line.curved_trials) return true;
        low = length;
        length = std::isfinite(high) ? 0.5 * (low + high) : (guessed ? line.first_growth : 2.0) * low;
      }
    }
    return found && there_.value < here_.value;
  }

  Objective& objective_;
  const LbfgsSettings& settings_;
  const Vector& lowest_;
  InverseHessian hessian_;
  Position here_;
  Position there_;
};

}  // namespace

void minimise(Objective& objective, Vector& point, const LbfgsSettings& settings, const Vector& lowest) {
  Descent(objective, settings, lowest).run(point);
}

}  // namespace spica::linalg
