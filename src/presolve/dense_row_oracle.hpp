#pragma once

// The rows outside of a core (row_oracle.hpp; maths.md, 3.13) where A is at hand as a dense matrix, with a_il
// = |A_il|:
//
//     B_ii = A_ii + sum over I of A_ij^2/e_j
//          + sum of the f-1 largest of { A_ij^2/e_j, j in the core without I } and { |A_il|, l outside }.
//
// The largest |A_il| of every row are found once, O(n^2). A query then costs O(n |core|).
//
// Valid under rounding: entries that are not kept are bounded by the least one that is. The sum of
// nonnegative terms is inflated by gamma of the number of its roundings, 2^-500 covers squares that underflow
// (payments are above 2^-500), and the last sum is rounded upwards.

#include <functional>
#include <memory>

#include "presolve/row_oracle.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// The largest entries of each row of A off the diagonal. They serve all queries, of any k.
class LargestEntries {
 public:
  struct Entry {
    double size = 0.0;  ///< |A_il|, or the positive part of A_il
    Index feature = 0;
  };

  /// Keeps a multiple of k entries a row, so that enough of them are outside of most cores. Without negative loadings
  /// only positive entries have a size.
  LargestEntries(const Matrix& a, Index k, const std::function<bool()>& out_of_time = {},
                 const EntryListSettings& settings = {}, bool nonnegative = false);

  /// False if time ran out before the last row: the entries must not be used then.
  [[nodiscard]] bool complete() const { return complete_; }

  /// How many entries are kept of each row.
  [[nodiscard]] Index kept() const { return kept_; }
  /// The q-th largest entry of a row, q = 0, 1, ...
  [[nodiscard]] const Entry& at(Index row, Index q) const {
    return entries_[static_cast<std::size_t>(row * kept_ + q)];
  }

 private:
  Index kept_;
  std::vector<Entry> entries_;
  bool complete_ = false;
};

/// Evaluates rows with the matrix itself.
class DenseRowOracle : public RowOracle {
 public:
  explicit DenseRowOracle(const Matrix& a, Index k, bool nonnegative = false)
      : DenseRowOracle(a, k,
                       std::make_shared<const LargestEntries>(a, k, std::function<bool()>(),
                                                              EntryListSettings{}, nonnegative)) {}
  /// With `limits` on all features a row pays for supports that keep to them (maths.md, 8.3).
  DenseRowOracle(const Matrix& a, Index k, std::shared_ptr<const LargestEntries> largest,
                 GroupLimits limits = {})
      : a_(a), k_(k), largest_(std::move(largest)), limits_(std::move(limits)) {}

  [[nodiscard]] Vector scores(const SparseVector& component, double tau,
                              const Support& included = {}) override;
  [[nodiscard]] Reply ask(const Query& query) override;
  [[nodiscard]] std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) override;

 private:
  /// A query, and what is worked out once for all of its rows.
  struct Prepared {
    const Support& core;
    std::vector<char> in_core;
    Vector inverse_payments;
    const bounds::Conditions& conditions;  // on the core
    const Support& included;
    Support included_at;  // positions in the core
    Index terms;          // f - 1
  };
  [[nodiscard]] Prepared prepare(const Query& query) const;
  [[nodiscard]] double row_value(Index i, const Prepared& prepared, std::vector<double>& values) const;
  /// What a row pays for each feature of the core.
  void pay_core(Index i, const Prepared& prepared, std::vector<double>& values) const;
  /// Adds what a row may pay for features outside; all that it may pay for, with limits of groups.
  void add_outside(Index i, const Prepared& prepared, std::vector<double>& values) const;
  void add_outside_limited(Index i, const Prepared& prepared, std::vector<double>& values) const;

  const Matrix& a_;
  Index k_;
  std::shared_ptr<const LargestEntries> largest_;
  GroupLimits limits_;
};

}  // namespace spica::presolve
