#pragma once

// What core elimination needs to know of the features outside of the core (maths.md, 3.13). For a feature i
// there,
//
//     B_ii = A_ii + sum of the k-1 largest of { A_ij^2/e_j, j in the core } and { |A_il|, l outside }
//
// with e_j what the core pays for its pairs with the outside.

#include <vector>

#include "spica/problem.hpp"

namespace spica::presolve {

struct Row {
  Index feature = 0;
  double value = 0.0;  ///< B_ii, rounded upwards
};

class Outside {
 public:
  Outside() = default;
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  virtual ~Outside() = default;

  /// A_ii + the sum of the k-1 largest |A_ij|, or what is known of it: how much a feature may matter.
  [[nodiscard]] virtual Vector scores() const = 0;
  /// All B_ii above `floor`, of features that are not in the core, in any order.
  [[nodiscard]] virtual std::vector<Row> rows_above(const Support& core, const Vector& payments,
                                                    double floor) const = 0;
};

/// For a matrix that is there as such: the largest entries of each row are found once.
class DenseOutside : public Outside {
 public:
  DenseOutside(const Matrix& a, Index k);

  [[nodiscard]] Vector scores() const override;
  [[nodiscard]] std::vector<Row> rows_above(const Support& core, const Vector& payments,
                                            double floor) const override;

 private:
  struct Entry {
    double size = 0.0;  // |A_il|
    Index feature = 0;
  };
  [[nodiscard]] double row_value(Index i, const Support& core, const std::vector<char>& in_core,
                                 const Vector& inverse_payments, std::vector<double>& values) const;

  const Matrix& a_;
  Index k_;
  Index kept_;                  // entries of each row
  std::vector<Entry> largest_;  // kept_ for each feature, descending
};

}  // namespace spica::presolve
