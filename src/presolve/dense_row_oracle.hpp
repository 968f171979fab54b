#pragma once

#include <functional>
#include <memory>

#include "presolve/row_oracle.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// The largest entries of each row off the diagonal: found once for any k.
class LargestEntries {
 public:
  struct Entry {
    double size = 0.0;  ///< |A_il|
    Index feature = 0;
  };

  /// As many as supports of up to k features need, most of the time.
  LargestEntries(const Matrix& a, Index k, const std::function<bool()>& out_of_time = {},
                 const EntryListSettings& settings = {});

  /// False if there was no time for all rows: then nobody may ask for entries.
  [[nodiscard]] bool complete() const { return complete_; }

  /// How many there are of each row.
  [[nodiscard]] Index kept() const { return kept_; }
  /// Descending in q.
  [[nodiscard]] const Entry& at(Index row, Index q) const {
    return entries_[static_cast<std::size_t>(row * kept_ + q)];
  }

 private:
  Index kept_;
  std::vector<Entry> entries_;
  bool complete_ = false;
};

/// For a matrix that is there as such. a_il = |A_il|.
class DenseRowOracle : public RowOracle {
 public:
  DenseRowOracle(const Matrix& a, Index k)
      : DenseRowOracle(a, k, std::make_shared<const LargestEntries>(a, k)) {}
  DenseRowOracle(const Matrix& a, Index k, std::shared_ptr<const LargestEntries> largest)
      : a_(a), k_(k), largest_(std::move(largest)) {}

  [[nodiscard]] Vector scores(const SparseVector& component, double tau) override;
  [[nodiscard]] Reply ask(const Query& query) override;
  [[nodiscard]] std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) override;

 private:
  /// A query with what all its rows need.
  struct Prepared {
    const Support& core;
    std::vector<char> in_core;
    Vector inverse_payments;
  };
  [[nodiscard]] Prepared prepare(const Query& query) const;
  [[nodiscard]] double row_value(Index i, const Prepared& prepared, std::vector<double>& values) const;

  const Matrix& a_;
  Index k_;
  std::shared_ptr<const LargestEntries> largest_;
};

}  // namespace spica::presolve
