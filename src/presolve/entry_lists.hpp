#pragma once

// The largest |c_i'c_l| of some rows of A = CC', without A. Entries at or below a floor of the row's are not
// looked for: with features in the order of their norms, a pass ends where |c_i||c_l| cannot exceed it.
// Cost: one product of the rows asked for with the features that are long enough, in single precision where
// rows are many (factor/sweep/sweep.hpp).
//
// Valid under rounding: a product p computed in any order of summation, fused or not, is within
// gamma_m |c_i||c_l| of the exact c_i'c_l, the sizes of NormOrder in place of the norms; that much is added
// to what is kept, and to the bound of what is not.

#include <functional>
#include <unordered_map>
#include <vector>

#include "factor/norm_order.hpp"
#include "factor/sweep/sweep.hpp"
#include "presolve/settings.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

struct EntryList {
  struct Entry {
    double size = 0.0;   ///< not below |c_i'c_l|
    Index position = 0;  ///< of l != i in the order of norms
  };
  std::vector<Entry> entries;
  double rest = 0.0;    ///< no other |c_i'c_l| is above it
  double sought = 0.0;  ///< a lower floor than this would find more
};

/// Entries below a share of what a row's average term may be are not looked for.
inline double floor_of_interest(double tau, double variance, Index terms, double share) {
  return std::max(share * (tau - variance) / static_cast<double>(terms), 0x1p-300);
}

class EntryLists {
 public:
  /// Of rows of supports of k features.
  EntryLists(const Problem& problem, const NormOrder& order, Index k, std::function<bool()> out_of_time = {},
             const EntryListSettings& settings = {});

  [[nodiscard]] const EntryListSettings& settings() const { return settings_; }

  using Wanted = sweep::Wanted;
  /// Makes the lists of rows that have none yet, or one that ends above their floor, unless time runs out.
  void make(const std::vector<Wanted>& rows);
  /// So many rows would take long.
  [[nodiscard]] bool too_many(std::size_t rows) const;
  /// Null if there is none.
  [[nodiscard]] const EntryList* find(Index position) const;

 private:
  void make_some(const Wanted* first, std::size_t count);
  void sweep(std::vector<Wanted> rows);
  void keep(const Wanted& row, const LargestProducts& found);
  [[nodiscard]] bool is_missing(const Wanted& row) const;
  [[nodiscard]] double product_error(double size_i, double size_l) const;

  const Problem& problem_;
  const NormOrder& order_;
  double largest_size_;
  std::size_t kept_;  // entries of a row, at most
  std::function<bool()> out_of_time_;
  EntryListSettings settings_;
  std::unordered_map<Index, EntryList> lists_;
};

}  // namespace spica::presolve
