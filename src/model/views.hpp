#pragma once

// The factor view of a problem, which the public API does not mention.

#include "factor/factor.hpp"
#include "factor/norm_order.hpp"
#include "linalg/eigen.hpp"
#include "spica/problem.hpp"

namespace spica {

/// The vectors c_i of A_ij = c_i'c_j; made from the covariance on first use where that is what was given.
const Factor& factor_of(const Problem& problem);

/// Makes factor_of() ready; false if there is no time for it.
bool make_factor(const Problem& problem, const linalg::OutOfTime& out_of_time);

/// The features by |c_i|, longest first; made on first use.
const NormOrder& norm_order_of(const Problem& problem);

/// The `count` leading eigenpairs of A, from the view that was given without forming the other; none if time
/// is out.
linalg::Eigenpairs leading_eigenpairs(const Problem& problem, Index count,
                                      const linalg::OutOfTime& out_of_time = {});

}  // namespace spica
