#pragma once

// One round of core elimination (core.cpp has the loop): on a core given, a dual point of the pairs bound is found
// by ADMM, and payments for that point are tried.
//
// Cost: a few dozen ADMM steps on the core, O(|core|^3) each, and one evaluation of all rows outside a
// payment, O(n |core|) with the matrix at hand (factor_row_oracle.hpp says what it is with a factor).
//
// Valid under rounding: the core block passes verify::lam_max_upper with its roundings (payments.cpp), and
// rows are rounded upwards (row_oracle.hpp). Both speak of the doubles A_ij; what their own errors may add to
// x'Ax of k features (maths.md, 4.2) is taken off tau first and added to every bound that is returned.

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "numerics/rounding.hpp"
#include "presolve/core.hpp"
#include "presolve/verdict.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::presolve {

/// What the errors of the computed A_ij can add to x'Ax of k features: the sum of the k largest rho_i^2
/// (4.2).
double entry_slack(const Problem& problem, Index k);

/// What all rounds share.
struct Elimination {
  const CoreTask& task;
  RowOracle& oracle;
  double slack = entry_slack(task.problem, task.k);
  double tau = numerics::down(task.tau - slack);                       // the cutoff for the doubles A_ij
  double unit = verify::rayleigh_lower(task.problem, task.component);  // the ADMM works on A/unit

  [[nodiscard]] bool out_of_time() const { return task.out_of_time && task.out_of_time(); }
  [[nodiscard]] Index features() const { return task.problem.features(); }
};

/// The core of one round.
struct Block {
  Support features;
  Matrix a;  // A restricted to these features

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
  /// For supports of k features, which need not be those of the task.
  [[nodiscard]] bounds::pairs::Shape shape(const CoreTask& task, Index k) const;
  [[nodiscard]] proof::PointRef point(const bounds::pairs::Dual& dual) const {
    return std::make_shared<proof::Point>(proof::Point{features, dual.a, dual.w});
  }
};

Block block_of(const Elimination& e, Support features);

/// A dual point of the pairs bound on the core, for supports of k features or of k-1, those that are in included. A
/// support that touches the outside has at most k-1 features in the core, so either point will do. The one for k-1
/// is the better one where supports of k features tie.
struct Side {
  Index k = 0;
  SparseVector component;  // of at most k features, for warm starts
  Support core = {};       // the core that iterate, dual and payment belong to
  bounds::pairs::Iterate iterate = {};
  bounds::pairs::Dual dual = {};
  double bound =
      std::numeric_limits<double>::infinity();  // of the pairs bound at `dual`, in plain arithmetic
  Vector payment = {};                   // the best payment on this core; empty: none passed the core block
  std::optional<std::size_t> best = {};  // number of the best payment so far, on this core or a smaller one
};

std::vector<Side> sides_of(const CoreTask& task);

/// Makes this core the one that the side's iterate belongs to.
void bring_to(const Elimination& e, const Block& core, Side& side);

/// A proven upper bound of lambda^k.
struct Upper {
  double value = std::numeric_limits<double>::infinity();
  proof::Core evidence = {};

  void lower_to(Upper other) {
    if (other.value < value) *this = std::move(other);
  }
};

/// The outcome of the payments tried for one side, or of all sides of a round.
struct Trial {
  Failing fewest = {{}, std::numeric_limits<std::size_t>::max()};  // the rows that the best payment leaves
  Upper upper = {};
  /// If a payment passed: Core::touching before the slack, with its evidence.
  std::optional<std::pair<double, proof::Core>> proven = {};
};

/// What one round tries.
struct Round {
  Block core;
  int steps = 0;           // of the ADMM of each side
  std::size_t before = 0;  // rows above tau that the round before this one left
};

/// Solves the sides one after the other and tries their payments. Ends early if a payment passes, or if the
/// rows above tau are few, or half of those of the round before: then the core may as well grow.
Trial try_sides(const Elimination& e, const Round& round, std::vector<Side>& sides);

}  // namespace spica::presolve
