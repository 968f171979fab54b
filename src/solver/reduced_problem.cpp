#include "solver/reduced_problem.hpp"

#include <algorithm>
#include <functional>

#include "base/feature_set.hpp"
#include "presolve/symmetry.hpp"
#include "proof/packing.hpp"
#include "solver/run.hpp"
#include "spica/error.hpp"

namespace spica::solver {

Support ReducedProblem::local(const Support& original) const {
  return features_to_positions(features, original);
}

Support ReducedProblem::original(const Support& local) const {
  return positions_to_features(features, local);
}

ReducedShape shape_of(const ReducedProblem& reduced, Index k, double lower) {
  return {.shape = shape_of(reduced.problem, k),
          .from_core = reduced.start.has_value(),
          .has_variance = lower > 0.0};
}

ReducedProblem everything(const Problem& problem, const PlanSettings& settings) {
  ReducedProblem reduced{problem, all_features(problem)};
  if (suits_pairs(shape_of(reduced), settings)) reduced.problem = problem.restricted(reduced.features);
  return reduced;
}

ReducedProblem only(const Problem& problem, Support features) {
  Problem restricted = problem.restricted(features);
  return {std::move(restricted), std::move(features)};
}

void symmetrize(ReducedProblem& reduced, const PlanSettings& settings, const bounds::Conditions& conditions) {
  if (!suits_pairs(shape_of(reduced), settings)) return;
  presolve::Symmetric symmetric = presolve::symmetrize(reduced.problem, conditions.of(reduced.features));
  reduced.problem = std::move(symmetric.problem);
  reduced.groups = std::move(symmetric.groups);
  reduced.signs = std::move(symmetric.signs);
}

void pack(bytes::Writer& out, const ReducedProblem& reduced, bool with_evidence) {
  const bool symmetric = reduced.signs.size() > 0;
  out(reduced.features, reduced.problem.in_factor_form(), symmetric, reduced.groups, reduced.ruled_out,
      reduced.upper, reduced.start, with_evidence);
  if (!with_evidence) return;
  out(reduced.evidence.has_value());
  if (reduced.evidence) proof::pack_core(out, *reduced.evidence);
  proof::pack_core(out, reduced.upper_evidence);
}

ReducedProblem unpack_reduced_problem(bytes::Reader& in, const Problem& problem, const PlanSettings& settings,
                                      const bounds::Conditions& conditions) {
  auto features = in.read<Support>();
  in.require_features(features, problem.features());
  in.require(std::is_sorted(features.begin(), features.end(), std::less_equal<>()));
  const bool all = static_cast<Index>(features.size()) == problem.features();
  const auto in_factor_form = in.read<bool>();
  in.require(all || !in_factor_form);
  const bool as_it_was = all && in_factor_form == problem.in_factor_form();
  ReducedProblem reduced = as_it_was ? everything(problem, settings) : only(problem, std::move(features));
  bool symmetric = false;
  std::vector<Support> groups;
  bool with_evidence = false;
  in(symmetric, groups, reduced.ruled_out, reduced.upper, reduced.start, with_evidence);
  if (symmetric) symmetrize(reduced, settings, conditions);
  if (reduced.groups != groups)
    throw Error(ErrorKind::input,
                "the saved state is of a machine that rounds differently; start anew on this one");
  if (!with_evidence) return reduced;
  if (in.read<bool>()) reduced.evidence = proof::unpack_core(in);
  reduced.upper_evidence = proof::unpack_core(in);
  return reduced;
}

}  // namespace spica::solver
