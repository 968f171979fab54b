#pragma once

// Block A of the ADMM, rows (maths.md, 3.11): the nearest point to (f, s0) of the cone
//
//     { (F, s) : 0 <= F_j <= s,  F_j = s for j in F1,  sum over free j of F_j = m s }
//
// which is F_j = clip(f_j - alpha, 0, s). With c free entries at s and u strictly between, (s, alpha) solve
//
//     (1 + |F1| + c) s + (c - m) alpha = s0 + sum over F1 of f + sum of the capped f
//              (c - m) s -       u alpha =    - sum of the f between
//
// until the two sets repeat, from where they were in the last step; a bisection where they do not settle. Where a
// support may have fewer than k features the last condition is <= m s: if alpha comes out negative it is zero, and
//
//     (1 + |F1| + c) s = s0 + sum over F1 of f + sum of the capped f.

#include <vector>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/kernels.hpp"
#include "bounds/pairs/limited_row.hpp"

namespace spica::bounds::pairs {

class RowCone {
 public:
  explicit RowCone(const Shape& shape)
      : shape_(shape), limited_(shape), work_(static_cast<std::size_t>(shape.size())) {}

  /// Row i of the shape. `s` and `cut` (alpha) hold a guess and receive the answer; `out` has n entries,
  /// out[i] = 0.
  void project(Index i, const double* f, double s0, double& s, double& cut, double* out);

 private:
  struct Row;
  void project_rigid(const Row& row, double& s, double& cut) const;
  bool is_zero(const Row& row, double& cut);
  [[nodiscard]] bool is_zero_by(const Row& row, double cut) const;
  void gather();
  bool newton(const Row& row, double& s, double& cut);
  bool settle(const Row& row, double& s, double& cut);
  void bisect(const Row& row, double& s, double& cut);
  void without_cut(const Row& row, double& s) const;

  const Shape& shape_;
  LimitedRow limited_;          // where groups have limits
  std::vector<double> work_;    // f with everything but the free entries at minus infinity
  std::vector<double> sorted_;  // the free entries; descending in bisect()
  std::vector<double> prefix_;
};

}  // namespace spica::bounds::pairs
