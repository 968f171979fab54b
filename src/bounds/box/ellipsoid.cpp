#include "bounds/box/ellipsoid.hpp"

#include <algorithm>
#include <cmath>

namespace spica::bounds {

namespace {

/// { z : (z - centre)' P^-1 (z - centre) <= 1 }
struct Ellipsoid {
  Vector centre;
  Matrix p;

  /// The smallest one around the half that `g` cuts off at `depth` (0: through the centre, 1: at the rim).
  void cut(const Vector& g, double width, double depth) {
    const auto n = static_cast<double>(centre.size());
    const Vector step = p * g / width;
    centre -= (1.0 + n * depth) / (n + 1.0) * step;
    const double share = 2.0 * (1.0 + n * depth) / ((n + 1.0) * (1.0 + depth));
    p = n * n * (1.0 - depth * depth) / (n * n - 1.0) * (p - share * step * step.transpose());
  }
};

}  // namespace

Minimum minimise_by_ellipsoid(const NodeDual& dual, const BoxProgram& program, const Vector& start,
                              const MinimiseTask& task, const EllipsoidSettings& settings) {
  const Index size = start.size();
  Vector lowest = Vector::Constant(size, -std::numeric_limits<double>::infinity());
  lowest.tail(size - program.free_size()).setZero();
  lowest(program.free_size()) = program.lowest_level;

  const Smoothing smoothing{settings.slight * dual.unit_width(start), settings.slight};
  Minimum best{start, 0.0, {}};
  dual.evaluate(start, smoothing, best.value);
  best.exact = best.value.exact;
  const double radius = settings.first_radius * std::max(start.norm(), program.model.lam(0));
  Ellipsoid around{start, radius * radius * Matrix::Identity(size, size)};
  const int steps = static_cast<int>(settings.steps_factor * size * (size + 1));
  DualValue value;
  for (int step = 0; step < steps && best.exact > task.target; ++step) {
    if (task.out_of_time && task.out_of_time()) break;
    Vector g;
    double above = 0.0;  // how far this cut is from the centre
    Index outside = 0;
    if ((around.centre - lowest).minCoeff(&outside) < 0.0) {
      g = -Vector::Unit(size, outside);
      above = lowest(outside) - around.centre(outside);
    } else {
      dual.evaluate(around.centre, smoothing, value);
      if (value.exact < best.exact) best = {around.centre, value.exact, value};
      g = value.gradient;
      above = value.exact - best.exact;
    }
    const double width = std::sqrt(g.dot(around.p * g));
    if (!(width > 0.0) || !std::isfinite(width) || above >= width) break;
    if (above == 0.0 && width < settings.precision * std::abs(best.exact)) break;
    around.cut(g, width, above / width);
  }
  return best;
}

}  // namespace spica::bounds
