#include "solver/remainder.hpp"

#include <algorithm>
#include <functional>

#include "base/feature_set.hpp"
#include "presolve/symmetry.hpp"
#include "proof/packing.hpp"
#include "solver/attempt.hpp"
#include "spica/error.hpp"

namespace spica::solver {

Support Remainder::local(const Support& original) const {
  return features_to_positions(features, original);
}

Support Remainder::original(const Support& local) const {
  return positions_to_features(features, local);
}

bool few_features(Index features) {
  return features <= 16;
}

bool Remainder::suits_pairs() const {
  constexpr Index most = 600;
  return !few_features(problem.features()) && (start || problem.features() <= most);
}

Remainder everything(const Problem& problem) {
  Remainder rest{problem, all_features(problem)};
  if (rest.suits_pairs()) rest.problem = problem.restricted(rest.features);
  return rest;
}

Remainder only(const Problem& problem, Support features) {
  Problem restricted = problem.restricted(features);
  return {std::move(restricted), std::move(features)};
}

void iron_out(Remainder& rest) {
  if (!rest.suits_pairs()) return;
  presolve::Symmetric symmetric = presolve::iron_out(rest.problem);
  rest.problem = std::move(symmetric.problem);
  rest.groups = std::move(symmetric.groups);
  rest.signs = std::move(symmetric.signs);
}

void pack(bytes::Writer& out, const Remainder& rest, bool with_evidence) {
  const bool symmetric = rest.signs.size() > 0;
  out(rest.features, rest.problem.in_factor_form(), symmetric, rest.groups, rest.ruled_out, rest.upper,
      rest.start, with_evidence);
  if (!with_evidence) return;
  out(rest.evidence.has_value());
  if (rest.evidence) proof::pack_core(out, *rest.evidence);
  proof::pack_core(out, rest.upper_evidence);
}

Remainder unpack_remainder(bytes::Reader& in, const Problem& problem) {
  auto features = in.read<Support>();
  in.require_features(features, problem.features());
  in.require(std::is_sorted(features.begin(), features.end(), std::less_equal<>()));
  const bool all = static_cast<Index>(features.size()) == problem.features();
  const auto in_factor_form = in.read<bool>();
  in.require(all || !in_factor_form);
  const bool as_it_was = all && in_factor_form == problem.in_factor_form();
  Remainder rest = as_it_was ? everything(problem) : only(problem, std::move(features));
  bool symmetric = false;
  std::vector<Support> groups;
  bool with_evidence = false;
  in(symmetric, groups, rest.ruled_out, rest.upper, rest.start, with_evidence);
  if (symmetric) iron_out(rest);
  if (rest.groups != groups)
    throw Error(ErrorKind::input,
                "the saved state is of a machine that rounds differently; start anew on this one");
  if (!with_evidence) return rest;
  if (in.read<bool>()) rest.evidence = proof::unpack_core(in);
  rest.upper_evidence = proof::unpack_core(in);
  return rest;
}

}  // namespace spica::solver
