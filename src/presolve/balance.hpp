#pragma once

// The last sieve and the weights for one query about a core, in factor form (factor_row_oracle.hpp).
//
// With weights theta the row of feature i is A_ii + the sum of the k-1 largest of its terms with the core and
// |A_il| theta_l/theta_i, l outside. Ordered descending, those are not above
//
//     nu_i (nu theta)_(q) / theta_i     and     the q-th largest of the list of i and of rest_i theta_(q)
//
// with (.)_(q) the q-th largest outside of the core; the smaller of the two counts for each q.

#include "factor/sieve.hpp"
#include "presolve/entry_lists.hpp"
#include "presolve/row_oracle.hpp"

namespace spica::presolve {

class Balance {
 public:
  Balance(const NormOrder& order, const Sieve& sieve, const Query& query, Suspects& suspects,
          const BalanceSettings& settings = {});

  /// Lists for the rows above tau, where their terms with the core leave hope.
  void take_lists(EntryLists& lists);
  /// Raises weights on rows above tau while that helps.
  void raise_weights();
  /// No row that is no suspect is above it.
  [[nodiscard]] double others() const;
  /// theta of the feature at a position.
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
  void take_outside_parts();
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
  Index terms_;                                       // k - 1
  std::vector<const EntryList*> lists_;               // of each suspect, or null
  std::vector<std::vector<EntryList::Entry>> parts_;  // of the lists, outside of the core, descending
  std::vector<double> weights_;                       // by position; empty while all are one
  std::vector<double> largest_weights_;               // outside of the core, descending
  std::vector<double> largest_norms_;                 // times weights
};

}  // namespace spica::presolve
