#pragma once

// Block A of the ADMM, rows, where groups have limits (maths.md, 8.2): the nearest point to (f, s0) of the cone
//
//     { (F, s) : 0 <= F_j <= s,  F_j = s for j in F1,  sum over free j of F_j <= m s,
//                sum over free j of group g of F_j <= c_g s }
//
// which is F_j = clip(f_j - theta_g, 0, s) with theta_g = alpha for groups that are not full and theta_g >= alpha >= 0 for
// those that are. For given s, alpha solves sum over g of min(c_g s, sum of clip(f_j - alpha, 0, s)) = m s, and theta_g
// sum of clip(f_j - theta_g, 0, s) = c_g s. The derivative of the distance in s is increasing and piecewise linear, so s is
// found by Newton's method inside a bracket. Nothing here has to be exact: bounds are read from what is found.

#include <vector>

#include "bounds/pairs/dual.hpp"

namespace spica::bounds::pairs {

class LimitedRow {
 public:
  explicit LimitedRow(const Shape& shape);

  /// Row i of the shape, as RowCone::project.
  void project(Index i, const double* f, double s0, double& s, double& cut, double* out);

 private:
  /// Free features of one group, or all that have none; places in `values_`.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    double limit = 0.0;  // c_g; infinity without a group
    double theta = 0.0;
    bool full = false;
    double capped = 0.0;   // entries at s
    double between = 0.0;  // strictly between 0 and s
    double capped_sum = 0.0;
    double between_sum = 0.0;
  };

  void gather(Index i, const double* f);
  static void split(const std::vector<double>& values, Part& part, double low, double s);
  void find_alpha(double s, double room, double& alpha);
  void fill_up(Part& part, double s, double alpha) const;
  struct Slope {
    double value = 0.0;
    double derivative = 0.0;
  };
  [[nodiscard]] Slope slope(double s, double alpha, double room, double own, double fixed) const;

  const Shape& shape_;
  std::vector<Support> members_;  // of each group, and last of none
  std::vector<Part> parts_;
  std::vector<double> values_;
  std::vector<Index> features_;
};

}  // namespace spica::bounds::pairs
