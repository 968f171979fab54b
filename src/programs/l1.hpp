#pragma once

// The l1 relaxation of sparse PCA, from below (maths.md, 3.7):
//
//     OPT_l1 = max{ x'Ax : x in T_k },   T_k = {|x|_2 <= 1, |x|_1 <= sqrt(k)}
//     lambda^k <= OPT_l1 <= rho^2 lambda^k, rho = 1 + sqrt(k/(k+1))     (Theorem 1 of Dey, Mazumder and Wang)
//     OPT_l1 <= 2 lambda^k                                              (T_k lies in sqrt(2) conv(S_k))
//
// A point is found by the ascent x <- argmax over T_k of (Ax)'y, and rounded as in the proof of Theorem 1:
// sort |x|, cut it into blocks of k features, take the best block.

#include "programs/settings.hpp"
#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::programs {

class L1Relaxation {
 public:
  L1Relaxation(const Problem& problem, Index k, const ProgramSettings& settings = {})
      : problem_(problem), k_(k), most_steps_(settings.l1_steps) {}

  /// Climbs from a point, and keeps where it ends if that is the best so far.
  void start_from(const Vector& x);
  void start_from(const SparseVector& x);

  /// x'Ax of the best point, in the problem's scaled units.
  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] SparseVector point() const;
  /// The k features rounded from it, with their leading eigenvector.
  [[nodiscard]] SparseVector rounded() const;
  [[nodiscard]] L1Report report() const;

 private:
  const Problem& problem_;
  Index k_;
  int most_steps_;
  Vector x_;
  double value_ = 0.0;
};

}  // namespace spica::programs
