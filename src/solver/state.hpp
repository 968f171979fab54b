#pragma once

// The state of a solve, from which it can go on: what is done, and how far the component in work has come.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::solver {

/// What a component is at; each begins with what the one before it left.
enum class Stage { heuristics, presolve, search };
inline constexpr std::size_t stage_count = 3;

struct InWork {
  Stage stage = Stage::heuristics;
  double start_sec = 0.0;         ///< on the clock of the solve
  SparseVector x;                 ///< the best so far, or when the search began; empty if there is none
  double lower = 0.0;             ///< proven of it, in scaled units
  std::vector<TracePoint> trace;  ///< of both bounds
  std::string reduced;            ///< what presolve left, packed; for the search
  std::string search;             ///< the state of the search, packed
};

struct SolveState {
  double time_sec = 0.0;              ///< spent so far
  std::vector<Component> components;  ///< that are done
  std::optional<InWork> work;         ///< on the next one, or on all of a joint choice
  std::optional<JointTotal> total;    ///< of a joint choice that is done
};

std::string pack(const SolveState& state, const Problem& problem, const std::vector<Index>& cardinalities);
/// Throws Error(input) where the bytes are no state, or that of another problem.
SolveState unpack_state(std::string_view packed, const Problem& problem,
                        const std::vector<Index>& cardinalities);

}  // namespace spica::solver
