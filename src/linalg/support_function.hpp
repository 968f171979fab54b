#pragma once

// Support functions h(c) = max{c'x : x in C} of the two sets that relax "unit length, at most k features":
//
//     conv(S_k)                            h(c) = top_k(c), the l2 norm of the k largest |c_i|
//     T_k = {|x|_2 <= 1, |x|_1 <= sqrt(k)}  h(c) = min over tau >= 0 of |(|c| - tau)_+|_2 + tau sqrt(k)
//
// (maths.md, 3.6). Both cost O(n).

#include <vector>

#include "spica/types.hpp"

namespace spica::linalg {

/// sqrt of the sum of the k largest c_i^2.
double top_k_norm(const Eigen::Ref<const Vector>& c, Index k);

/// top_k_norm with a smooth stand-in: the k largest are chosen softly, by weights
///     s_i = clip((c_i^2 - tau)/width, 0, 1),  sum s = k,
/// so that smooth^2 = max over such s of sum s_i c_i^2 - width/2 s_i^2 + width k/2 >= exact^2 has the
/// gradient of smooth at c: x_i = s_i c_i/smooth, a point of conv(S_k).
struct SoftTopK {
  double exact = 0.0;
  double smooth = 0.0;
  std::vector<Index> support;   ///< where the weights are positive
  std::vector<double> weights;  ///< s_i
};
/// Features in `included` count whatever their c_i is, those in `excluded` never do. The result is reused.
struct Fixing {
  Support included;
  Support excluded;
  [[nodiscard]] bool empty() const { return included.empty() && excluded.empty(); }
};
void soft_top_k(const Eigen::Ref<const Vector>& c, Index k, double width, const Fixing& fixing,
                SoftTopK& result);

/// The best tau of T_k for a vector of absolute values, 0 where the l1 ball does not bind. With width > 0
/// that of the smooth stand-in max{c'x - width/2 (|x|^2 - 1) : x in T_k}, whose maximiser is x = (|c| -
/// tau)_+ / max(width,
/// |(|c| - tau)_+|).
double best_tau(const Eigen::Ref<const Vector>& absolute, Index k, double width = 0.0);

/// max{c'x : x in T_k}.
double balls_support(const Eigen::Ref<const Vector>& c, Index k);

}  // namespace spica::linalg
