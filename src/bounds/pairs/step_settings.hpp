#pragma once

namespace spica::bounds::pairs {

/// The numbers that one step of the ADMM runs by; all by experiment. They decide how fast it converges: a bound that is read
/// from it is valid whatever they are.
struct StepSettings {
  double relaxation = 1.8;         ///< of block A's part when block B takes it over
  double capped_relaxation = 1.6;  ///< the same where features have caps (capped_admm.hpp)
  int reading_interval = 10;       ///< steps between two dual points, and between two changes of the penalty
  double dual_weight = 8.0;        ///< of the dual residual against the primal one
  double least_ratio = 0.6;        ///< of the residuals: between these two the penalty stays as it is
  double most_ratio = 1.7;
  double boldest = 2.0;            ///< the penalty is multiplied by at most this; bolder changes diverge
  double harmless = 0.1;           ///< share of the primal residual that the PSD part may be off by
  int oldest_basis = 200;          ///< steps that one basis of eigenvectors serves
  double single_precision = 3e-6;  ///< share of |V| that is harmless enough for products in single precision
};

}  // namespace spica::bounds::pairs
