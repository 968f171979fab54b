#pragma once

// Minimises a smooth function by L-BFGS (Liu and Nocedal 1989): steps along -H g, g the gradient and H an inverse
// Hessian that the last steps and what they changed in the gradient define; their lengths by bisection and doubling
// until the weak Wolfe conditions hold. The last coordinates may have lower bounds: a point is moved onto those that
// it breaks, and a coordinate that sits on its bound and wants to go below it stays there. A step costs an evaluation
// or a few, and O(n memory).

#include <cstddef>

#include "spica/types.hpp"

namespace spica::linalg {

/// When a step along a direction is long enough, and not too long.
struct LineSearchSettings {
  int trials = 12;            ///< lengths, at most; by experiment
  int curved_trials = 8;      ///< from this trial on a sufficient decrease is enough; by experiment
  double decrease = 1e-4;     ///< the share of the slope's promise that is sufficient; Nocedal and Wright's
  double curvature = 0.9;     ///< the slope that is flat enough, relative to the first; Nocedal and Wright's
  double first_shrink = 0.2;  ///< of the first step of all, whose length is a guess; by experiment
  double first_growth = 4.0;  ///< of the same; all others double
  bool any_decrease = false;  ///< if all trials fail, the last one will do if it decreases the value at all
};

struct LbfgsSettings {
  int steps = 60;              ///< at most
  std::size_t memory = 20;     ///< steps that H is made of; the usual number
  double first_step = 0.01;    ///< length of the first step, while H is not known
  double full_gradient = 0.0;  ///< a gradient shorter than that makes the first step shorter in proportion
  double flat = 1e-10;         ///< a gradient so short ends the descent: it is rounding
  double least_promise =
      0.1;           ///< of a gain that is worth a step: a slope that promises less ends the descent
  int stalls = 3;    ///< so many steps in a row that gain little, or directions that lead up, end it
  int failures = 2;  ///< as many stalls end it where no length is found
  LineSearchSettings line = {};
};

/// What is minimised.
class Objective {
 public:
  Objective() = default;
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;
  virtual ~Objective() = default;

  /// The value at a point, and the gradient.
  virtual double evaluate(const Vector& point, Vector& gradient) = 0;
  /// Asked after every evaluation: the descent ends where nobody wants a better point.
  [[nodiscard]] virtual bool done() = 0;
  /// A gain that is not worth a step, at present.
  [[nodiscard]] virtual double little() const = 0;
};

/// Descends from `point` and leaves it where it ends. `lowest` bounds the last coordinates; the point respects it.
void minimise(Objective& objective, Vector& point, const LbfgsSettings& settings, const Vector& lowest = {});

}  // namespace spica::linalg
