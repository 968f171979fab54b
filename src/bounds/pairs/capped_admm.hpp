#pragma once

// Prices for several components at once, by the pairs relaxation with caps (maths.md, 3.17). Components come in
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
// for whatever prices and dual points were read. The ADMM is that of one component with one more piece in block A: a
// second copy of every F, projected column by column onto its cap. Two copies and their mean take the place of one, so
// that block B is the same; what the copies differ by is kept beside the iterate.

#include <functional>
#include <limits>
#include <vector>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/step_settings.hpp"

namespace spica::bounds::pairs {

/// Components of one cardinality.
struct ComponentClass {
  Index k = 1;
  Index count = 1;  ///< r_c
};

/// Where a class stands.
struct CappedIterate {
  Iterate iterate;
  Matrix spread;    ///< half of what the multipliers of the two copies of F differ by
  Vector spread_s;  ///< the same of the rows' s
};

struct CappedSettings {
  int steps = 200;
  int adapt_until = 300;
  double target = -std::numeric_limits<double>::infinity();  ///< stop when the bound is below
  StepSettings step = {};
  std::function<bool()> out_of_time = {};
};

/// Prices, and a dual point of each class at these prices; all in the units of the matrix.
struct PricedPoint {
  Vector prices;
  std::vector<Dual> duals;
  double bound = std::numeric_limits<double>::infinity();  ///< of the total, in plain arithmetic
};

class CappedAdmm {
 public:
  /// `a` is scaled so that a component explains about one, and must outlive it. One list of components for each class,
  /// as many as it counts.
  CappedAdmm(const Matrix& a, std::vector<ComponentClass> classes,
             const std::vector<std::vector<SparseVector>>& components);

  /// Goes on. The best point of all that were read so far.
  const PricedPoint& run(const CappedSettings& settings);
  [[nodiscard]] const std::vector<CappedIterate>& iterates() const { return iterates_; }
  [[nodiscard]] int steps() const { return steps_; }
  /// The plain iterate of a class, for the pairs bound at fixed prices.
  [[nodiscard]] Iterate at_fixed_prices(std::size_t c) const { return iterates_[c].iterate; }
  [[nodiscard]] const Vector& last_prices() const { return last_prices_; }

 private:
  void read();
  [[nodiscard]] Vector read_prices() const;

  const Matrix& a_;
  std::vector<ComponentClass> classes_;
  std::vector<Shape> shapes_;
  std::vector<CappedIterate> iterates_;
  PricedPoint best_;
  Vector last_prices_;
  int steps_ = 0;
};

}  // namespace spica::bounds::pairs
