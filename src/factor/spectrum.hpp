#pragma once

// The leading eigenvectors of C'C, the m x m companion of A = CC', from products with the factor or from the
// matrix itself where that is small.

#include "factor/factor.hpp"
#include "linalg/eigen.hpp"

namespace spica {

/// The `count` <= m leading eigenpairs of the sum of c_i c_i'; none if there is no time.
linalg::Eigenpairs gram_eigenpairs(const Factor& factor, Index count,
                                   const linalg::OutOfTime& out_of_time = {});

/// At most `count` orthonormal vectors of R^m that approximate the same eigenvectors, well enough to start a
/// heuristic from; none if time is out.
Matrix leading_directions(const Factor& factor, Index count, const linalg::OutOfTime& out_of_time = {});

}  // namespace spica
