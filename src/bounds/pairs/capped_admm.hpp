#pragma once

// Prices for several components at once, by the pairs relaxation with caps (maths.md, 6.3). Components come in
// classes: r_c of them have at most k_c features each, and no feature may be in two components. Relaxed:
//
//     max sum over c of r_c <A, X_c> : (X_c, F_c) as in (3.11) with k = k_c,
//                                      sum over c of r_c z_cj <= 1 for every feature j,
//     z_cj = X_c,jj + sum over i of F_c,ij.
//
// The multipliers of the caps are the prices p. With them every class is bounded on its own,
//
//     total <= sum over c of r_c lam_max(A - Diag(p) - w_c + Diag(h_c)) + sum of p_j,
//
// for whatever prices and dual points are read. The ADMM is that of one component with one more piece in block A: a
// second copy of every F, projected column by column onto its cap. Two copies and their mean take the place of one, so
// that block B is the same; what the multipliers of the copies differ by is kept beside the iterate. A step costs what
// one step of every class costs.

#include <functional>
#include <limits>
#include <vector>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/step_settings.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

/// Components that are alike: `count` of them, each with features among these.
struct CappedClass {
  Index count = 1;   ///< r_c
  Support features;  ///< that they may have, ascending
  Shape shape;       ///< of these features; its prices are not looked at
};

/// Where the ADMM of a class stands, on its features.
struct CappedIterate {
  Iterate iterate;
  Matrix spread;    ///< half of what the multipliers of the two copies of F differ by
  Vector spread_s;  ///< the same of the rows' s

  /// The mean of some components, numbered within the class's features.
  static CappedIterate from_components(const CappedClass& of, const std::vector<SparseVector>& components);
  [[nodiscard]] CappedIterate restricted(const Support& kept) const;
};

struct CappedSettings {
  int steps = 200;
  int adapt_until = 300;  ///< the penalties are left alone after so many steps
  double target = -std::numeric_limits<double>::infinity();  ///< stop when the bound is below
  StepSettings step = {};
  std::function<bool()> out_of_time = {};
};

/// Prices of all features, and a dual point of each class at these prices; all in the units of the matrix.
struct PricedPoint {
  Vector prices;
  std::vector<Dual> duals;
  double bound = std::numeric_limits<double>::infinity();  ///< of the total, in plain arithmetic
};

class CappedAdmm {
 public:
  /// `a` is scaled so that a component explains about one, and must outlive it. One start for each class.
  CappedAdmm(const Matrix& a, std::vector<CappedClass> classes, std::vector<CappedIterate> starts);

  /// Goes on. Returns the best of all points that were read so far.
  const PricedPoint& run(const CappedSettings& settings);

  [[nodiscard]] const PricedPoint& best() const { return best_; }
  [[nodiscard]] const std::vector<CappedIterate>& iterates() const { return iterates_; }
  [[nodiscard]] int steps() const { return steps_; }             ///< so far
  [[nodiscard]] bool overflowed() const { return overflowed_; }  ///< no further step is possible

 private:
  void read(const linalg::OutOfTime& out_of_time);
  [[nodiscard]] Vector read_prices() const;
  [[nodiscard]] bool is_settled(Index feature) const {
    return settled_[static_cast<std::size_t>(feature)] != 0;
  }

  std::vector<CappedClass> classes_;
  std::vector<Matrix> blocks_;  // of each class
  std::vector<char>
      settled_;  // features that one class must have: nobody else may, so that they need no price
  std::vector<CappedIterate> iterates_;
  PricedPoint best_;
  int steps_ = 0;
  bool overflowed_ = false;  // what was read before stands
};

}  // namespace spica::bounds::pairs
