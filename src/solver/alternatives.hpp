#pragma once

// Every set of k features that comes close to the best one, or the proof that there is no other (maths.md, 9).

#include <optional>

#include "search/incumbent.hpp"
#include "solver/plan.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// What the search for alternatives found, in the numbers of the run's problem; the best and its bound in scaled units.
struct NearBest {
  Alternatives alternatives;
  std::optional<search::FeasiblePoint> best;  ///< if the search was done: the best of all supports
  double upper = 0.0;                         ///< that no support exceeds then
  Status status = Status::finished;           ///< of the best
  std::string certificate = {};  ///< of the list, if the options ask for one and it can be written
};

/// Options::alternatives says how close. `found` has been proven to be about the best.
NearBest find_alternatives(const ComponentRun& found, const Turn& turn, Plan plan, const Run& run);

}  // namespace spica::solver
