#pragma once

// What core elimination needs to know of the features outside of the core (maths.md, 3.13). For a feature i
// there,
//
//     B_ii = A_ii + sum of the k-1 largest of { A_ij^2/e_j, j in the core } and { a_il, l outside }
//
// with e_j what the core pays for its pairs with the outside, and a_il = |A_il| or any other a_il >= 0 with
// a_il a_li >= A_il^2.

#include <utility>
#include <vector>

#include "spica/problem.hpp"

namespace spica::presolve {

struct Row {
  Index feature = 0;
  double value = 0.0;  ///< B_ii, rounded upwards
};

/// What is asked of the features outside of a core.
struct Query {
  const Support& core;
  const Vector& payments;  ///< e_j > 0, one for each feature of the core
  double floor = 0.0;      ///< rows at or below it are of no interest
  double tau = 0.0;        ///< rows should be at or below it; effort is for those that are not
};

struct Reply {
  std::vector<Row> rows;  ///< those above the floor, in any order
  double others = 0.0;    ///< no other row is above it; at most tau
  std::vector<std::pair<Index, double>> weights =
      {};  ///< theta_i, where a_il = |A_il| theta_l/theta_i is not |A_il|
};

class RowOracle {
 public:
  RowOracle() = default;
  RowOracle(const RowOracle&) = delete;
  RowOracle& operator=(const RowOracle&) = delete;
  virtual ~RowOracle() = default;

  /// A_ii + the sum of the k-1 largest |A_ij|, or what is known of it: how much a feature may matter next to
  /// a component, where tau matters.
  [[nodiscard]] virtual Vector scores(const SparseVector& component, double tau) = 0;
  /// All rows.
  [[nodiscard]] virtual Reply ask(const Query& query) = 0;
  /// These rows only: enough to compare payments, not to prove anything.
  [[nodiscard]] virtual std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) = 0;
};

}  // namespace spica::presolve
