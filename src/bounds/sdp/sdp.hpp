#pragma once

#include "bounds/sdp/dual.hpp"
#include "bounds/sdp/settings.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// The semidefinite relaxation of d'Aspremont, El Ghaoui, Jordan and Lanckriet (2007), maths.md 3.8:
///
///     max <A, X> : tr X = 1, sum |X_ij| <= k, X PSD   =   min over U of lam_max(A + U) + k max |U_ij|
RelaxationResult solve_sdp(const Problem& problem, Index k, const RelaxationSettings& settings,
                           const SdpSettings& numbers = {});

/// A dual point of the features in `core`, with lam_max = lam_max((A + U)_core), made one of all features.
/// Outside the core U_ij = -A_ij up to the largest |U_ij| inside.
struct Extension {
  Matrix u;
  Support missing;  ///< features outside that may raise lam_max, the heaviest first
};
Extension extend(const Matrix& a, const Support& core, const Matrix& u_core, double lam_max);

}  // namespace spica::bounds
