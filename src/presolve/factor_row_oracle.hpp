#pragma once

// The rows outside of a core (row_oracle.hpp; maths.md, 3.14) where A = CC' is never formed. With nu_i =
// |c_i| and features in the order of their norms, three sieves bound the rows
//
//     B_ii = A_ii + sum over I of A_ij^2/e_j
//          + sum of the f-1 largest of { A_ij^2/e_j, j in the core without I } and { a_il, l outside },
//
// each sieve only those rows that the one before it left above the floor:
//
//   S1  norms only: nu_i^2 + nu_i^2 nu_j^2/e_j over I + the f-1 largest other { nu_i^2 nu_j^2/e_j } and { nu_i
//       nu_l }. It rises with nu_i, so the rows above the floor are a prefix of the order.
//   S2  the computed A_ij of the prefix with the core, a block of features at a time; the outside still by
//       nu_i nu_l.
//   S3  for rows above tau, a list of their largest |A_il| (entry_lists.hpp).
//
// Rows that are still above tau raise their weight theta (balance.hpp): a_il = |A_il| theta_l/theta_i keeps
// a_il a_li = A_il^2, lowers row i and raises row l, which may have room. theta is at most tau/floor, so that
// every row at or below the floor stays at or below tau.
//
// Cost: O(n |core| m) a query, and O(nm) for each row of S3; memory O(n).
//
// Valid under rounding: all sieves speak of one matrix A~, within rho_i rho_j of the exact A entry by entry
// (Problem::error_radius); find_core adds what the difference may cost. A~ consists of the block and the
// variances that Problem returns, of the products that S2 computed, and elsewhere of the exact products of
// the doubles in C. rho covers any order of summation, so that a second computation of an entry may differ.
// Norms and entries of lists are not below the exact ones, and sums of nonnegative terms are inflated by
// gamma of the number of roundings.

#include <functional>

#include "factor/norm_order.hpp"
#include "factor/sieve.hpp"
#include "presolve/entry_lists.hpp"
#include "presolve/row_oracle.hpp"

namespace spica::presolve {

/// S1 and S2 for one query about a core of a problem in factor form.
Sieve sieve_for(const Problem& problem, const NormOrder& order, Index k, const Query& query);

class FactorRowOracle : public RowOracle {
 public:
  FactorRowOracle(const Problem& problem, Index k, std::function<bool()> out_of_time = {},
                  const Settings& settings = {});

  /// The features of the largest norms and those nearest to the component are scored exactly among each
  /// other. Where norms are flat, that is tell features apart so badly that most rows need lists anyway,
  /// those rows are scored by their lists. All others have the score 0.
  [[nodiscard]] Vector scores(const SparseVector& component, double tau,
                              const Support& included = {}) override;
  [[nodiscard]] Reply ask(const Query& query) override;
  [[nodiscard]] std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) override;

 private:
  [[nodiscard]] std::vector<EntryLists::Wanted> flat_rows(double tau) const;
  [[nodiscard]] double score_by_list(Index position, const EntryList& list, Index terms) const;

  const Problem& problem_;
  Index k_;
  const NormOrder& order_;
  EntryLists lists_;
  Settings settings_;
};

}  // namespace spica::presolve
