#pragma once

// The third sieve of core elimination in factor form, and the weights theta (maths.md, 3.14;
// factor_row_oracle.hpp), for one query about a core.
//
// A suspect is a feature i outside of the core whose row the first two sieves left above the floor. With
// weights theta >= 1 its row is
//
//     B_ii = A_ii + sum over I of A_ij^2/e_j
//          + sum of the f-1 largest of { A_ij^2/e_j, j in the core without I }
//                                  and { |A_il| theta_l/theta_i, l outside }.
//
// Ordered descending, the q-th of the last kind is at most
//
//     nu_i (nu theta)_(q) / theta_i,   and
//     (the q-th largest of { |A_il| theta_l, l in list_i } and { rest_i theta_(p), p >= 1 }) / theta_i
//
// where nu_i = |c_i|, (.)_(q) is the q-th largest outside of the core, list_i has the largest |A_il| and
// rest_i bounds the others (entry_lists.hpp). The smaller of the two counts for each q.
//
// Cost: the lists, and O(k log k) a suspect and round of weights. Valid under rounding: norms and lists are
// not below the exact ones, and row_sum rounds upwards.

#include "factor/sieve.hpp"
#include "presolve/entry_lists.hpp"
#include "presolve/row_oracle.hpp"

namespace spica::presolve {

class Balance {
 public:
  Balance(const NormOrder& order, const Sieve& sieve, const Query& query, Suspects& suspects,
          const BalanceSettings& settings = {});

  /// Gets the lists of the rows above tau that lists can bring to tau: those whose terms with the core alone
  /// are not above it.
  void take_lists(EntryLists& lists);
  /// Raises the weights of rows above tau, and keeps the weights that leave the fewest such rows.
  void raise_weights();
  /// An upper bound of the rows of all features that are no suspects, at the weights of this moment.
  [[nodiscard]] double others() const;
  /// theta of the feature at a position of the order of norms.
  [[nodiscard]] double weight(Index position) const;

 private:
  [[nodiscard]] bool above(const Suspect& row) const { return !(row.value <= query_.tau); }
  [[nodiscard]] std::size_t count_above() const;
  [[nodiscard]] std::vector<EntryLists::Wanted> wanted(double share) const;
  [[nodiscard]] double count_pairs(const std::vector<EntryLists::Wanted>& rows) const;
  void use(EntryLists& lists, const std::vector<EntryLists::Wanted>& rows);
  struct Scratch {  // for the row being evaluated
    std::vector<double> terms;
    std::vector<double> sizes;
  };
  void evaluate();
  [[nodiscard]] double value(std::size_t suspect, Scratch& scratch) const;
  void limit_by_list(std::size_t suspect, double own_weight, Scratch& scratch) const;
  bool raise_once();
  void order_weights();

  const NormOrder& order_;
  const Sieve& sieve_;
  const Query& query_;
  Suspects& suspects_;
  BalanceSettings settings_;
  Index terms_;                          // f - 1
  std::vector<const EntryList*> lists_;  // of each suspect, or null
  std::vector<double> weights_;          // theta by position; empty while all are one
  std::vector<double> largest_weights_;  // the f-1 largest theta outside of the core, descending
  std::vector<double> largest_norms_;    // the f-1 largest nu theta outside of the core, descending
};

}  // namespace spica::presolve
