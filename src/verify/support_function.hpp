#pragma once

#include "spica/types.hpp"

namespace spica::verify {

/// Not below max{c'x : x in S_k}, the l2 norm of the k largest |c_i|.
double top_k_upper(const Eigen::Ref<const Vector>& c, Index k);

/// Not below max{c'x : |x|_2 <= 1, |x|_1 <= sqrt(k)}: any tau >= 0 bounds it by |(|c| - tau)_+|_2 + tau
/// sqrt(k), and this is that number at a good one.
double balls_upper(const Eigen::Ref<const Vector>& c, Index k);

}  // namespace spica::verify
