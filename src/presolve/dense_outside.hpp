#pragma once

#include "presolve/outside.hpp"

namespace spica::presolve {

/// For a matrix that is there as such: the largest entries of each row are found once. a_il = |A_il|.
class DenseOutside : public Outside {
 public:
  DenseOutside(const Matrix& a, Index k);

  [[nodiscard]] Vector scores(const SparseVector& component) const override;
  [[nodiscard]] Answer ask(const Question& question) override;
  [[nodiscard]] std::vector<Row> ask_some(const Question& question, const std::vector<Row>& some) override;

 private:
  struct Entry {
    double size = 0.0;  // |A_il|
    Index feature = 0;
  };
  /// A question with what all its rows need.
  struct Prepared {
    const Support& core;
    std::vector<char> in_core;
    Vector inverse_payments;
  };
  [[nodiscard]] Prepared prepare(const Question& question) const;
  [[nodiscard]] double row_value(Index i, const Prepared& prepared, std::vector<double>& values) const;

  const Matrix& a_;
  Index k_;
  Index kept_;                  // entries of each row
  std::vector<Entry> largest_;  // kept_ for each feature, descending
};

}  // namespace spica::presolve
