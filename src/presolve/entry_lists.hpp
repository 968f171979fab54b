#pragma once

// The largest entries |A_il| = |c_i'c_l| of some rows of A = CC', without A (maths.md, 3.14, sieve S3). Each
// row has a floor: entries at or below it are not looked for. Features come in the order of their norms, so
// the pass over l ends where |c_i||c_l| cannot exceed the floor.
//
// Cost: a product of each row asked for with the features before that end, in single precision tiles where
// the rows are many (factor/sweep/sweep.hpp).
//
// Memory: a list has 3k entries of eight bytes, fewer where that would be a large part of the data's size.
//
// Valid under rounding: a product computed in any order of summation, fused or not, is within gamma
// |c_i||c_l| of the exact c_i'c_l, with the sizes of NormOrder in place of the norms. That much is added to
// the entries that are kept, and to the bound of those that are not.

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "factor/norm_order.hpp"
#include "factor/row_lists.hpp"
#include "factor/sweep/sweep.hpp"
#include "presolve/settings.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

/// The largest entries of one row i.
struct EntryList {
  /// An upper bound of |c_i'c_l|, and the position of the feature l, other than i, in the order of norms.
  using Entry = RowLists::Entry;
  std::span<const Entry> entries;  ///< the largest first
  double rest = 0.0;               ///< an upper bound of every |c_i'c_l| that is not listed
  double sought = 0.0;  ///< the floor of the list; 0 if the list is full, as no lower floor would add to it
};

/// The floor of a row's list: a share of (tau - A_ii)/(k-1), the average of the k-1 terms of a row that is
/// just at tau.
inline double floor_of_interest(double tau, double variance, Index terms, double share) {
  return std::max(share * (tau - variance) / static_cast<double>(terms), 0x1p-300);
}

class EntryLists {
 public:
  /// Lists for rows of supports of k features; none are made yet.
  EntryLists(const Problem& problem, const NormOrder& order, Index k, std::function<bool()> out_of_time = {},
             const EntryListSettings& settings = {});

  [[nodiscard]] const EntryListSettings& settings() const { return settings_; }

  using Wanted = sweep::Wanted;
  /// Makes the list of each row that has none yet, or one with a higher floor. Where time runs out, some stay
  /// as they were.
  void make(const std::vector<Wanted>& rows);
  /// Whether the lists of so many rows would take longer than they are worth.
  [[nodiscard]] bool too_many(std::size_t rows) const;
  /// The list of the row at a position of the order of norms; null if there is none.
  [[nodiscard]] const EntryList* find(Index position) const;

 private:
  void make_some(const Wanted* first, std::size_t count, std::size_t kept);
  void sweep(std::vector<Wanted> rows, std::size_t kept);
  void keep(std::span<const Wanted> rows, RowLists found);
  [[nodiscard]] EntryList list_of(const Wanted& row, RowLists& found, std::size_t r) const;
  [[nodiscard]] std::size_t kept_of(std::size_t rows) const;
  [[nodiscard]] bool is_missing(const Wanted& row) const;
  [[nodiscard]] double product_error(double size_i, double size_l) const;

  const Problem& problem_;
  const NormOrder& order_;
  double largest_size_;
  Index k_;
  std::function<bool()> out_of_time_;
  EntryListSettings settings_;
  static constexpr std::uint32_t no_list = 0;
  std::vector<std::uint32_t>
      list_at_;  // by position: the number of its list, from one; empty while there are none
  std::vector<EntryList> lists_;
  std::deque<RowLists> entries_;  // of the lists
};

}  // namespace spica::presolve
