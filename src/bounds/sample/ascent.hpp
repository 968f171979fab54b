#pragma once

// The optimiser behind the S-bound: mirror ascent over X in the spectahedron of R^m on
//
//     h(X) = min over nu of  sum over F1 of c_i'Xc_i + sum over free i of sigma_i(X, nu) + (k - |F1|) nu,
//
// sigma_i the only positive eigenvalue of X^(1/2)(c_i c_i' - nu I)X^(1/2), the root of the secular equation
//     sum_j x_j y_ij^2 / (sigma + nu x_j) = 1      (X = Q diag(x) Q', y_i = Q'c_i). (maths.md, 3.4)
// Every step yields vectors q_i, hence a feasible point of the bound. Averages of such points are feasible
// too, and a sum W of squares qq' with cc' <= W + nu I can be one square again: p = (W + nu I)^-1 c has c'p
// <= 1, and q = Wp/(p'Wp)^(1/2) has qq' <= W and cc' <= qq' + nu I, since y = p maximises 2c'y - (q'y)^2 - nu
// y'y.

#include <functional>

#include "bounds/sample/dual_sum.hpp"

namespace spica::bounds {

/// Where an ascent stands: X = exp(log_x)/trace.
struct SamplePoint {
  Matrix log_x;
  double nu = 0.0;
};

struct AscentResult {
  SampleDual dual;        ///< the best of all
  SampleStep step;        ///< the best step or average; the same as `dual`, unless that is
  bool spectral = false;  ///< q = c, nu = 0
  SamplePoint point;
  Vector z;  ///< relaxed indicator of each free feature
};

/// The numbers that the ascent runs by. None of them matters to a proof: every step yields a feasible point of the
/// bound. By experiment where nothing else is said.
struct AscentSettings {
  double start_weight = 4.0;     ///< of the leading eigenvector in log X, where nothing is known
  double start_nu = 0.5;         ///< of the square that the k-th longest feature has
  double step = 4.0;             ///< of log X, in units of the largest eigenvalue
  int step_decay = 50;           ///< steps after which it is shorter by sqrt(2)
  int first_nu_steps = 30;       ///< towards the best nu, in the first step
  int nu_steps = 3;              ///< and in the others, which start near it
  double nu_accuracy = 0.02;     ///< of the sum of the indicators z, relative to k: nu need not be better
  double nu_power = 0.7;         ///< nu follows the ratio of that sum to k with this power
  double least_ratio = 0.2;      ///< of that sum to k, as far as it is believed
  double least_bracket = 1e-3;   ///< of the upper end of nu's bracket, which is halved in logarithms
  int average_steps = 4;         ///< between two looks at the average of all points
  int progress_steps = 32;       ///< between two looks at the progress where the target is out of reach,
  double least_progress = 0.02;  ///< which must be this share of the way to it
  double converged = 1e-6;       ///< relative distance of the bound to what no point can beat
  Index room =
      1 << 18;  ///< numbers of columns of a node that are copied, and as many of what is made of them
};

struct AscentLimits {
  int steps = 0;
  double target = 0.0;  ///< stop once the bound is at or below it
  std::function<bool()> out_of_time;
  /// Someone asks for the vectors behind the best step. They are kept all the same where all columns of the node are; else
  /// they would be as large as the data, or a few times that.
  bool wants_vectors = false;
};

/// A point to start from when nothing is known.
SamplePoint cold_start(const SampleNode& node, const std::function<bool()>& out_of_time = {},
                       const AscentSettings& settings = {});

AscentResult ascend(const SampleNode& node, SamplePoint start, const AscentLimits& limits,
                    const AscentSettings& settings = {});

}  // namespace spica::bounds
