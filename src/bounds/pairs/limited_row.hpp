#pragma once

// Block A of the ADMM, rows, where groups have limits (maths.md, 8.2): the nearest point to (f, s0) of the cone
//
//     { (F, s) : 0 <= F_j <= s,  F_j = s for j in F1,  sum over free j of F_j <= m s,
//                sum over free j of group g of F_j <= c_g s }
//
// which is F_j = clip(f_j - theta_g, 0, s) with theta_g = alpha for groups that are not full and theta_g >= alpha >= 0 for
// those that are. Once it is known which entries are at s, which lie between, and which groups are full, (s, alpha, theta)
// solve linear equations; these sets hardly change from one step to the next, so they are taken from the last step until they
// repeat. Where they do not settle, two nested searches find alpha for given s, and s: the derivative of the distance in
// s is increasing and piecewise linear. Nothing here has to be exact: bounds are read from what is found.

#include <vector>

#include "bounds/pairs/dual.hpp"

namespace spica::bounds::pairs {

class LimitedRow {
 public:
  explicit LimitedRow(const Shape& shape);

  /// Row i of the shape, as RowCone::project.
  void project(Index i, const double* f, double s0, double& s, double& cut, double* out);

 private:
  static constexpr double accuracy = 1e-12;
  static constexpr int most_search_steps = 40;  // inside a bracket

  /// What clip(value - theta, 0, s) makes of some values.
  struct Sums {
    double capped = 0.0;   // entries at s
    double between = 0.0;  // strictly between 0 and s
    double capped_sum = 0.0;
    double between_sum = 0.0;

    bool operator==(const Sums&) const = default;
  };
  /// Free features of one group, or all that have none; places in `values_`.
  struct Part {
    std::size_t group = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    double limit = 0.0;  // c_g; infinity where it cannot bind
    double theta = 0.0;
    double least = 0.0;  // of the values that may count; after keep_largest()
    bool full = false;
    Sums sums;

    /// What the entries sum up to.
    [[nodiscard]] double total(double s) const {
      return sums.capped * s + sums.between_sum - sums.between * theta;
    }
  };
  /// One row while it is projected.
  struct Row {
    double room = 0.0;   // m
    double own = 0.0;    // s0 and the f of F1
    double fixed = 1.0;  // their number
    double s = 0.0;
    double alpha = 0.0;
    bool is_tight = false;  // alpha > 0: the free entries sum up to m s
    bool changed = false;   // what is full or tight, since the last look
  };
  struct Slope {
    double value = 0.0;
    double derivative = 0.0;
  };

  void gather(Index i, const double* f);
  void split(Part& part, double s);
  [[nodiscard]] double largest(const Part& part) const;

  [[nodiscard]] bool is_zero_by_last(const Row& row) const;
  bool is_zero(Row& row);
  bool newton(Row& row);
  bool look(Row& row);
  bool solve(Row& row);
  void settle(Part& part, double s);
  bool settle_all(Row& row);
  void keep_largest();

  void search(Row& row);
  void find_alpha(Row& row);
  void fill_up(Part& part, const Row& row);
  [[nodiscard]] Slope slope(const Row& row) const;

  const Shape& shape_;
  std::vector<Support> members_;  // of each group, and last of none
  std::vector<Index> room_;       // of each group, beside F1
  Matrix thetas_;  // of the last step, one column a row: theta of a group that was full, else zero
  std::vector<Part> parts_;
  std::vector<double> values_;
  std::vector<Index> features_;
  std::vector<double> sorted_;  // of a part
  std::vector<double> kept_;    // the largest of each part, as many as its limit
};

}  // namespace spica::bounds::pairs
