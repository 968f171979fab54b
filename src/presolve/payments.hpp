#pragma once

// What a core pays for its pairs with the features outside (maths.md, 3.13). The core block at payments e is
//
//     A_jj + e_j + sum of the k-2 largest max(a_jl, e_j) on the diagonal, A - w off it,
//
// where features I are in every support, f places are free and l is free, of j in I and of other j
//
//     A_jj + e_j + sum of the f-1 largest max(a_jl, e_j),
//     A_jj + e_j + sum over I of a_ji + sum of the f-2 largest max(a_jl, e_j);
//
// if f = 1, no support that touches the outside has another feature of the core, and the block is that of I. Its largest eigenvalue has to stay at or below tau. The larger e, the lower the rows outside. The
// candidates are
//
//     e_j = g theta_j + c/(M^-1)_jj,
//     theta_j the next largest a_jl,   M = tau I - (core block at g theta),
//
// for a grid of g, each with c as large as tau allows.
//
// With prices p of the core's features (maths.md, 6.6) A_jj becomes A_jj - p_j, and a_jl becomes a_jl - p_l.
//
// Cost: a dozen Cholesky factorisations and one inverse a candidate, O(|core|^3).
//
// Valid under rounding: candidates come from plain floating point. What is proven is the core block at the
// doubles in e: its diagonal is rounded upwards, and verify::lam_max_upper judges it with the rounding
// of A - w.

#include <optional>
#include <vector>

#include "bounds/pairs/dual.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// The payments that a core can make at one dual point.
class Payments {
 public:
  /// `shape` has k, the features of the core that are in every support, and conditions on the core.
  Payments(const Matrix& block, const bounds::pairs::Dual& dual, bounds::pairs::Shape shape, double tau,
           const PaymentSettings& settings = {});

  [[nodiscard]] const bounds::pairs::Shape& shape() const { return shape_; }
  /// How many candidates there are, in order of descending g.
  [[nodiscard]] std::size_t count() const;
  /// One of them; nothing if tau does not allow it, or if an entry of it is not above 2^-500.
  [[nodiscard]] std::optional<Vector> candidate(std::size_t index) const;
  /// A proven upper bound of the core block's largest eigenvalue; nothing if it is above tau.
  [[nodiscard]] std::optional<double> prove(const Vector& payment) const;

 private:
  /// The core block for supports that touch the outside.
  [[nodiscard]] Matrix touching_block(const Vector& payment) const;
  /// What each partner costs row j, of those that may or may not be in a support with it.
  [[nodiscard]] std::vector<double> free_payments(const bounds::pairs::Dual& dual, Index j) const;
  /// Whether a support that touches the outside can have j.
  [[nodiscard]] bool takes_part(Index j) const { return shape_.is_in(j) || shape_.k - shape_.included > 1; }
  /// How many partners of row j are paid for as the dearest ones.
  [[nodiscard]] Index dearest_partners(Index j) const { return std::max<Index>(0, shape_.room(j) - 1); }
  /// Whether plain arithmetic finds the core block below tau.
  [[nodiscard]] bool seems_below(const Vector& payment) const;
  [[nodiscard]] double find_dearest() const;
  /// A payment with c/(M^-1)_jj added to it.
  [[nodiscard]] std::optional<Vector> exhaust(const Vector& payment) const;

  bounds::pairs::Shape shape_;
  double tau_;
  PaymentSettings settings_;
  // A - w off the diagonal, w = 0 for pairs that may violate w^2 <= a a'; A's diagonal less prices
  Matrix off_diagonal_;
  Vector certain_;  // the sum of a_jl over I
  Matrix largest_;  // column j: the dearest_partners(j) largest free a_jl
  Vector theta_;
  double dearest_ = 0.0;  // the largest g for which plain arithmetic finds the core block below tau
};

}  // namespace spica::presolve
