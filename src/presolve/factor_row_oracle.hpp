#pragma once

// The features outside of a core (row_oracle.hpp; maths.md, 3.14) for A = CC' that is never formed: nu_i =
// |c_i|, features in the order of their norms, and three sieves, each for what the last one left.
//
//   S1  norms only: nu_i^2 + the k-1 largest of { nu_i^2 nu_j^2/e_j } and { nu_i nu_l }. It rises with nu_i,
//       so what is above the floor is a prefix.
//   S2  A_ij of the prefix with the core, blocks at a time; the rest by norms still.
//   S3  for rows above tau: their largest |A_il| (entry_lists.hpp).
//
// Where rows are still above tau, a_il = |A_il| theta_l/theta_i with theta raised on those rows moves their
// burden to rows that have room: a_il a_li = A_il^2 as before. theta <= tau/floor, so that every row at or
// below the floor stays at or below tau. Cost O(n |core| m) and O(nm) for each row of S3; memory O(n).
//
// Valid under rounding. All is proven of one matrix A~ within rho_i rho_j of the exact one, entry by entry
// (Problem::error_radius); find_core adds what that may cost. A~ holds the block and the variances that
// Problem returns, the products that S2 computed, and in all other places the exact products of the doubles
// in C. The error that rho covers is that of any order of summation. Norms and entries of lists are not below
// the exact ones; sums of nonnegative terms are inflated by gamma of the number of roundings.

#include <functional>

#include "factor/norm_order.hpp"
#include "factor/sieve.hpp"
#include "presolve/entry_lists.hpp"
#include "presolve/row_oracle.hpp"

namespace spica::presolve {

/// The first two sieves for one query about a core of a problem in factor form.
Sieve sieve_for(const Problem& problem, const NormOrder& order, Index k, const Query& query);

class FactorRowOracle : public RowOracle {
 public:
  FactorRowOracle(const Problem& problem, Index k, std::function<bool()> out_of_time = {},
                  const Settings& settings = {});

  /// Exact within the features of the largest norms and those nearest to the component, and elsewhere where
  /// norms tell features apart so badly that their lists are wanted anyway; 0 for the others.
  [[nodiscard]] Vector scores(const SparseVector& component, double tau) override;
  [[nodiscard]] Reply ask(const Query& query) override;
  [[nodiscard]] std::vector<Row> ask_some(const Query& query, const std::vector<Row>& some) override;

 private:
  [[nodiscard]] std::vector<EntryLists::Wanted> flat_rows(double tau) const;
  [[nodiscard]] double score_by_list(Index position, const EntryList& list) const;

  const Problem& problem_;
  Index k_;
  const NormOrder& order_;
  EntryLists lists_;
  Settings settings_;
};

}  // namespace spica::presolve
