#pragma once

// The rows of the features outside of a core (maths.md, 3.13). Core elimination asks, for each such feature
// i, for
//
//     B_ii = A_ii + sum over I of A_ij^2/e_j
//          + sum of the f-1 largest of { A_ij^2/e_j, j in the core without I } and { a_il, l outside }
//
// with I the features of the core that every support has, f = k - |I|, e_j what the core pays for its pairs with the outside, and a_il = |A_il| or any other a_il >= 0 with
// a_il a_li >= A_il^2. "Row i" below is this number. A dense matrix and a factor answer in their own ways
// (dense_row_oracle.hpp, factor_row_oracle.hpp).

#include <utility>
#include <vector>

#include "bounds/conditions.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

struct Row {
  Index feature = 0;
  double value = 0.0;  ///< B_ii, rounded upwards
};

/// A question about all rows outside of one core, at one payment.
struct Query {
  const Support& core;
  const Vector& payments;  ///< e_j > 0, one for each feature of the core
  double floor = 0.0;      ///< rows at or below it are of no interest
  double tau = 0.0;        ///< rows at or below it pass; only the others are worth the dearer bounds
  /// On the features of the core. With prices a row pays max(0, A_ij^2/e_j - p_j) (maths.md, 6.6); without negative
  /// loadings it pays nothing for A_ij <= 0, nor for A_il <= 0 (maths.md, 7.4).
  bounds::Conditions conditions = {};
  Support included = {};  ///< I
};

struct Reply {
  std::vector<Row> rows;  ///< those above the floor, in any order
  double others = 0.0;    ///< an upper bound of all rows that are not listed; at most tau
  /// Feature i and theta_i, where theta_i is not 1: the rows were taken with a_il = |A_il| theta_l/theta_i.
  std::vector<std::pair<Index, double>> weights = {};
};

class RowOracle {
 public:
  RowOracle() = default;
  RowOracle(const RowOracle&) = delete;
  RowOracle& operator=(const RowOracle&) = delete;
  virtual ~RowOracle() = default;

  /// A score for each feature, by which the first core is chosen: A_ii + the sum of |A_ij| over I and of its
  /// f-1 largest others, or 0 where that is not worth computing. `component` is the incumbent; only scores above tau
  /// matter.
  [[nodiscard]] virtual Vector scores(const SparseVector& component, double tau,
                                      const Support& included = {}) = 0;
  /// Bounds all rows outside of the core.
  [[nodiscard]] virtual Reply ask(const Query& query) = 0;
  /// The same for some rows only, which compares payments and proves nothing.
  [[nodiscard]] virtual std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) = 0;
};

}  // namespace spica::presolve
