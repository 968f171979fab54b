#include "solver/remainder.hpp"

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
  out.list(rest.features);
  out.flag(rest.problem.in_factor_form());
  out.flag(rest.signs.size() > 0);  // it was ironed out
  out.count(rest.groups.size());
  for (const Support& group : rest.groups) out.list(group);
  out.number(rest.ruled_out);
  out.number(rest.upper);
  out.flag(rest.start.has_value());
  if (rest.start) rest.start->pack(out);
  out.flag(with_evidence);
  if (!with_evidence) return;
  out.flag(rest.evidence.has_value());
  if (rest.evidence) proof::pack_core(out, *rest.evidence);
  proof::pack_core(out, rest.upper_evidence);
}

Remainder unpack_remainder(bytes::Reader& in, const Problem& problem) {
  Support features = in.support();
  for (std::size_t i = 0; i < features.size(); ++i) {
    const bool ascends = i == 0 || features[i - 1] < features[i];
    bytes::Reader::require(ascends && features[i] >= 0 && features[i] < problem.features());
  }
  const bool all = static_cast<Index>(features.size()) == problem.features();
  const bool in_factor_form = in.flag();
  bytes::Reader::require(all || !in_factor_form);
  const bool as_it_was = all && in_factor_form == problem.in_factor_form();
  Remainder rest = as_it_was ? everything(problem) : only(problem, std::move(features));
  const bool ironed = in.flag();
  std::vector<Support> groups(in.count(8));
  for (Support& group : groups) group = in.support();
  rest.ruled_out = in.number<double>();
  rest.upper = in.number<double>();
  if (in.flag()) rest.start = bounds::pairs::Iterate::unpack(in);
  if (ironed) iron_out(rest);
  if (rest.groups != groups)
    throw Error(ErrorKind::input,
                "the saved state is of a machine that rounds differently; start anew on this one");
  if (!in.flag()) return rest;
  if (in.flag()) rest.evidence = proof::unpack_core(in);
  rest.upper_evidence = proof::unpack_core(in);
  return rest;
}

}  // namespace spica::solver
