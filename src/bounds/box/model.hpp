#pragma once

// What the integer programs of Dey, Mazumder and Wang know of A: m directions v_j with weights lam_j, and one
// number rho for all the rest,
//
//     A  <=  V diag(lam) V' + rho (I - VV') + slack I,      V'V <= I      (Loewner order; maths.md, 3.6)
//
// proven for the doubles in V, lam and rho: nothing is assumed of them as eigenpairs. Convex-IP takes as many
// directions as there is spectrum; Pert-Convex-IP takes those above lambda and raises the rest to rho =
// lambar.

#include <functional>

#include "linalg/eigen.hpp"
#include "linalg/support_function.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// The set that relaxes S_k. Balls may have cuts v'|x| <= bound on top, v >= 0.
struct Region {
  struct Cut {
    Vector normal;
    double bound = 0.0;  ///< top_k(normal), rounded up
  };
  Index k = 1;
  bool hull = true;  ///< conv(S_k), or else T_k
  std::vector<Cut> cuts;
};

struct DirectionModel {
  Matrix rows;     ///< V', m x n: the row of feature order[i] of V in column i, longest first
  Vector squares;  ///< squared length of each column
  Support order;   ///< features of the problem
  Vector lam;      ///< descending
  double rho = 0.0;
  double slack = 0.0;  ///< also for the rounding in the problem's entries, over k features

  [[nodiscard]] Index directions() const { return lam.size(); }
  [[nodiscard]] Index features() const { return rows.cols(); }
  /// V'x for a point of the problem.
  [[nodiscard]] Vector project(const SparseVector& x) const;
};

/// The facet of conv(S_k) that cuts off most of x: v'|y| <= top_k(v), v the dual point of x in the k-support
/// norm (Argyriou, Foygel and Srebro 2012): the largest entries of |x| as they are, all others at their mean
/// share. Valid for every v >= 0, whatever x is.
Region::Cut cut_at(const Vector& x, Index k);

/// Proves the inequality for the given pairs, V shrunk as much as V'V <= I takes. `bound_rest`, if given,
/// bounds x'Mx over the k-sparse unit vectors for M = A - V diag(lam - rho) V' - rho I in place of its
/// largest eigenvalue; the inequality then holds on those vectors only. Forms A: for up to a few thousand
/// features.
DirectionModel certify(const Problem& problem, Index k, const linalg::Eigenpairs& pairs, double rho,
                       const std::function<double(const Matrix&)>& bound_rest = {});

/// A number that |v_j'x| does not exceed in S_k (theta l0) or T_k (theta l1), for each direction.
Vector reach(const DirectionModel& model, Index k, Theta theta);

}  // namespace spica::bounds
