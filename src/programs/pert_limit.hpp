#pragma once

// The limit of Pert-Convex-IP (Dey, Mazumder and Wang) as its grid is refined, over conv(S_k). The model
// raises every eigenvalue of A below the Ipos largest to lambar, the next one; with C = V_P diag(sqrt(lam_i -
// lambar)) its limit is
//
//     lambar + lambda^k(CC')   >=   lambda^k(A) (maths.md, 3.5)
//
// because a convex maximum over conv(S_k) sits in S_k. CC' has rank Ipos, so the S-bound in R^Ipos with
// branching on features finds it without a grid. Model-with-l0 has the same limit.

#include "linalg/eigen.hpp"
#include "programs/settings.hpp"
#include "search/support/branch_and_bound.hpp"
#include "spica/problem.hpp"

namespace spica::programs {

/// Which directions the model keeps.
struct PertDirections {
  linalg::Eigenpairs pairs;  ///< at least one more than `count`, unless there are no more
  Index count = 0;           ///< Ipos
  bool residual = false;  ///< bound what they leave by the S-bound on A - A_P instead of raising it to lambar
};

/// The perturbed matrix, certified: x'Ax <= lambar + x'A_model x on k-sparse unit vectors.
struct PerturbedModel {
  Problem model;        ///< CC', in the units of the problem it was made from
  double lambar = 0.0;  ///< rounded up
};

/// Forms A: for up to a few thousand features.
PerturbedModel perturb(const Problem& problem, const PertDirections& directions,
                       const search::SupportSettings& settings, const MethodSettings& methods = {});

struct PertLimit {
  Status status = Status::finished;  ///< or the limit that was hit
  double upper = 0.0;                ///< proven, in the problem's scaled units
  std::int64_t nodes = 0;
  double value = 0.0;       ///< of the limit, attained
  proof::Model model = {};  ///< what the evidence is about, if it was asked for
};

/// settings.engine.gap is relative to the limit itself. settings.engine.on_event hears of bounds in the problem's scaled
/// units; its lower bounds are of the limit, not of lambda^k(A). Evidence goes to settings.evidence, not that
/// of a residual.
PertLimit pert_limit(const Problem& problem, const PertDirections& directions, std::uint64_t seed,
                     const search::SupportSettings& settings, const MethodSettings& methods = {});

}  // namespace spica::programs
