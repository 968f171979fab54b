#pragma once

// A joint choice as a user sees it: components with loadings and proven lower bounds, and their total. Choices are in the
// numbers and units of the problem of allowed features; components in those of the problem that was given.

#include <vector>

#include "joint/column.hpp"
#include "primal/primal.hpp"
#include "solver/allowed.hpp"
#include "solver/run.hpp"

namespace spica::solver {

class JointAnswer {
 public:
  /// `problem` is the part of `given` that is allowed. All must outlive it.
  JointAnswer(const Problem& given, const Problem& problem, const Allowed& allowed, const Run& run)
      : given_(given), problem_(problem), allowed_(allowed), run_(run) {}

  /// The best component on a support.
  [[nodiscard]] primal::Candidate best_on(const Support& support) const;
  [[nodiscard]] Component component_of(Index k, const joint::Column& column, Status status) const;
  /// What is proven of the components of a choice together, in the user's units.
  [[nodiscard]] double lower_of(const joint::Choice& choice, const std::vector<Index>& cardinalities) const;

  void set_prices(JointTotal& total, const Vector& prices) const;
  /// The user's choice is the answer: a better one that was found is told, and the proof is not about the best then.
  void set_better(JointTotal& total, const joint::Choice& found, const joint::Choice& answer,
                  const std::vector<Index>& cardinalities) const;
  /// The whole result of a choice. The total has its upper bound, if there is one, its status and its trace.
  [[nodiscard]] Result result(const joint::Choice& choice, const std::vector<Index>& cardinalities,
                              JointTotal total) const;

 private:
  [[nodiscard]] SparseVector shown(const SparseVector& x, const joint::Column& column) const;

  const Problem& given_;
  const Problem& problem_;
  const Allowed& allowed_;
  const Run& run_;
};

}  // namespace spica::solver
