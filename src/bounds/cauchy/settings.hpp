#pragma once

// The numbers that the Cauchy bound runs by. None of them matters to a proof: any R is a bound, and these only say
// how good an R is looked for. Eigenvalues are in units of the best component's value; all numbers by experiment
// where nothing else is said.

#include <array>

#include "linalg/lbfgs.hpp"
#include "spica/types.hpp"

namespace spica::bounds::cauchy {

/// Leading eigenpairs of A and of B(R) (matrix.cpp).
struct EigenSettings {
  Index all_up_to = 100;  ///< features; up to here all eigenpairs cost no more than a few by Lanczos
  /// Where Lanczos finds no eigenpair at all it is asked for one that is so many times rougher.
  int attempts = 2;
  double rougher = 100.0;
  Index dense_up_to =
      600;  ///< features; up to here all take a tenth of a second where Lanczos fails all the same
  int data_restarts = 50;  ///< of Lanczos on A, whose eigenvectors are a start only
  double data_tolerance = 1e-6;
};

/// Where the descent starts (start.cpp).
struct StartSettings {
  Index fewest_columns = 20;  ///< of R
  Index most_columns = 160;
  double well_below = 0.3;  ///< eigenvalues of A below it need no column
  /// Without a component: R takes such a share of every eigenvector.
  std::array<double, 3> shares = {0.2, 0.4, 0.7};
  /// Beside a component's own column the others take such a share, or all of an eigenvalue above `level`.
  std::array<double, 3> other_shares = {0.05, 0.2, 0.4};
  double level = 0.5;
  double level_share = 0.01;  ///< of eigenvalues below the level
  /// f = (k g)^2 for the length g of a component's own column: first one for all shares, then others for the best.
  double first_f = 0.1;
  std::array<double, 6> other_f = {0.02, 0.05, 0.2, 0.35, 0.5, 0.7};
  double least_loading = 0.1;  ///< of the largest: r_i = g/x_i would grow without bound
  int restarts = 10;           ///< of Lanczos: the starts are compared roughly
  double tolerance = 1e-3;
};

/// The descent over R (descent.cpp).
struct DescentSettings {
  std::array<double, 6> mu = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5};  ///< smoothing, one a stage
  double tolerance = 1e-7;                                          ///< a stage ends when steps gain less,
  double tolerance_of_mu = 3e-4;                                    ///< or less than this share of mu,
  double tolerance_of_gap = 5e-4;                                   ///< or of what is left to the target
  Index first_eigenpairs = 8;                                       ///< that carry the smooth stand-in
  Index fewest_eigenpairs = 4;
  Index most_eigenpairs = 40;
  Index more_eigenpairs = 4;    ///< at a time, where they end within `narrow`
  double narrow = 6.0;          ///< of the largest, in units of mu: exp(-6) is still some weight
  double wide = 15.0;           ///< in units of mu: one fewer will do, exp(-15) is none
  double least_weight = 1e-10;  ///< of an eigenvector in the gradient
  int restarts = 30;            ///< of Lanczos
  double lanczos_of_mu = 3e-2;  ///< its tolerance, in units of mu
  double start_weight = 0.2;    ///< of every eigenvector in the next start of Lanczos, besides its own weight
  Index memory_numbers = 20'000'000;  ///< in all steps that L-BFGS remembers: 160 MB
  std::size_t fewest_remembered = 3;
  linalg::LbfgsSettings lbfgs = {
      .steps = 500,
      .first_step = 0.05,
      .full_gradient = 1.0,
      .flat = 1e-9,
      .least_promise = 0.0,
      .failures = 3,
      .line = {.trials = 10, .curved_trials = 7, .first_growth = 2.0, .any_decrease = true}};
};

}  // namespace spica::bounds::cauchy

namespace spica::bounds {

struct CauchySettings {
  Index dense_proof_up_to = 2500;  ///< features; up to here a Cholesky factorisation of n x n costs little
  double close_enough = 1e-6;      ///< above the component's value: there is nothing left to gain
  double below_cutoff = 1e-9;      ///< relative: room for the verified number
  double quick_proof =
      5e8;  ///< multiplications that take a fraction of a second: such a proof is always made
  double share_of_proofs = 0.1;  ///< of the time, at most, for the others
  cauchy::EigenSettings eigen = {};
  cauchy::StartSettings start = {};
  cauchy::DescentSettings descent = {};
};

}  // namespace spica::bounds
