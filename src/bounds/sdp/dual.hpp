#pragma once

// Proven bounds of the semidefinite relaxation (maths.md, 3.8), and what its two methods, sdp.hpp and
// dadal.hpp, are given and return.

#include <cstdint>
#include <functional>
#include <optional>

#include "spica/problem.hpp"

namespace spica::bounds {

/// Numbers that one run of a relaxation reached, in the problem's scaled units.
struct RelaxationResult {
  double upper = 0.0;           ///< proven
  std::optional<double> value;  ///< attained by a feasible point of the relaxation, plain floating point
  std::int64_t steps = 0;
  bool converged = false;
  Matrix u = {};  ///< the dual point that `upper` was proven with; empty for U = 0
};

struct RelaxationSettings {
  double gap = 1e-4;                  ///< stop when (upper - value)/upper is at most this
  std::function<bool()> out_of_time;  ///< empty: there is time
  std::function<void(std::int64_t steps, double upper)> on_bound;  ///< each time a better bound is proven
};

/// A number proven to be at least lambda^k of the problem's exact matrix, from any symmetric U
/// (maths.md, 3.8):
///
///     lam_max(A + U) + k max |U_ij|
///
/// Only the lower triangle of U is read. `estimate` of lam_max(A + U) says where to try first. Infinite if U
/// is not finite; valid but worthless if there is no time.
double proven_dual_value(const Problem& problem, Index k, const Matrix& u, double estimate,
                         const std::function<bool()>& out_of_time = {});
double proven_dual_value(const Problem& problem, Index k, const Matrix& u,
                         const std::function<bool()>& out_of_time = {});

/// What a proof looks at: nothing for so few features that one is made even when time is up.
std::function<bool()> clock_of_proofs(const Problem& problem, const RelaxationSettings& settings);

/// The best bound that one run has proven. It starts from U = 0, the spectral bound.
class ProvenBound {
 public:
  ProvenBound(const Problem& problem, Index k, const RelaxationSettings& settings);

  [[nodiscard]] double upper() const { return upper_; }
  /// Takes over `value`, a bound proven from U, if it is better than what is known.
  void offer(std::int64_t steps, double value, const Matrix& u);
  /// What it was proven with; empty for U = 0.
  [[nodiscard]] const Matrix& u() const { return u_; }

 private:
  const RelaxationSettings& settings_;
  double upper_;
  Matrix u_;
};

}  // namespace spica::bounds
