#include "solver/given_numbers.hpp"

#include "base/feature_set.hpp"

namespace spica::solver {

namespace {

proof::Core renumbered(const proof::Core& core, const Support& features) {
  proof::Core result = core;
  result.point = std::make_shared<const proof::Point>(positions_to_features(features, core.point->features()),
                                                      core.point->pairs());
  for (auto& [feature, weight] : result.weights) feature = features[static_cast<std::size_t>(feature)];
  return result;
}

}  // namespace

void number_as_given(proof::Claim& claim, const Turn& turn) {
  claim.excluded = turn.left_out;
  if (turn.left_out.empty()) return;
  const auto renumber = [&turn](Support& some) { some = positions_to_features(turn.features, some); };
  renumber(claim.x.support);
  renumber(claim.included);
  renumber(claim.features);
  for (Support& set : claim.listed) renumber(set);
  if (claim.core) claim.core = renumbered(*claim.core, turn.features);
}

void number_as_given(proof::JointClaim& claim, const Allowed& allowed) {
  claim.excluded = allowed.left_out();
  if (claim.excluded.empty()) return;
  claim.included = allowed.as_given(claim.included);
  claim.features = allowed.as_given(claim.features);
  if (!claim.core) return;
  claim.core->features = allowed.as_given(claim.core->features);
  for (proof::Touching& touching : claim.core->touching) {
    if (touching.core) touching.core = renumbered(*touching.core, allowed.features());
  }
}

}  // namespace spica::solver
