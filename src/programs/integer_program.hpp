#pragma once

// The integer programs of Dey, Mazumder and Wang, from their parameters to a bound (maths.md, 3.6-3.7):
//
//     convex-ip       P = {lam_i > lambda} interpolated or split, the rest of the spectrum kept as it is
//     pert-convex-ip  the rest raised to lambar, its largest eigenvalue
//     l0-ip           the same over S_k: also branching on features
//     l1              the l1 relaxation max{x'Ax : x in T_k} itself, every direction split where it pays

#include "programs/settings.hpp"
#include "proof/evidence.hpp"
#include "search/settings.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"

namespace spica::programs {

/// What an integer program is asked.
struct ProgramTask {
  const Problem& problem;
  BoundMethod method = BoundMethod::convex_ip;
  IpOptions ip = {};
  const SparseVector& incumbent;  ///< the best component known
  double lower = 0.0;             ///< proven of it
  std::uint64_t seed = 1;
  Index k = 1;
  bool certify = false;          ///< evidence is wanted
  search::Settings engine = {};  ///< on_event hears of bounds in the problem's scaled units
  ProgramSettings settings = {};
  MethodSettings methods = {};

  [[nodiscard]] bool out_of_time() const { return engine.limits.hit().has_value(); }
};

struct ProgramResult {
  Status status = Status::finished;  ///< or the limit that was hit
  double upper = 0.0;                ///< proven, in the problem's scaled units
  std::int64_t nodes = 0;
  std::optional<double> value;  ///< attained in the program by some point, in plain floating point
  Vector point;                 ///< that point, by feature; empty if there is none
  std::shared_ptr<proof::Node> evidence = {};  ///< null if it was not asked for, or there is none
  proof::Model model = {};
};

/// For parameters that pass require_bound_options.
ProgramResult solve_program(const ProgramTask& task);

}  // namespace spica::programs
