#include "solver/allowed.hpp"

#include <algorithm>

#include "base/feature_set.hpp"

namespace spica::solver {

Allowed::Allowed(const Problem& problem)
    : given_(problem.features()), features_(complement(problem.removed(), problem.features())) {}

Problem Allowed::part_of(const Problem& whole, bool keep_scale) const {
  return are_all() ? whole : whole.only(features_, keep_scale);
}

Support Allowed::left_out() const {
  return complement(features_, given_);
}

Support Allowed::within(const Support& given) const {
  return positions_of_common(features_, given);
}

Options Allowed::options_within(Options options) const {
  options.include = features_to_positions(features_, options.include);
  return options;
}

void Allowed::number_as_given(Component& component) const {
  if (are_all()) return;
  const auto renumber = [this](Support& support) { support = positions_to_features(features_, support); };
  renumber(component.support);
  for (Support& tie : component.ties) renumber(tie);
  if (component.better) renumber(component.better->support);
  if (component.alternatives) {
    for (Alternative& set : component.alternatives->sets) renumber(set.support);
    renumber(component.alternatives->in_every);
    renumber(component.alternatives->in_some);
  }
  if (!component.l1) return;
  renumber(component.l1->support);
  renumber(component.l1->rounded);
}

Support Allowed::as_given(const Support& features) const {
  return are_all() ? features : positions_to_features(features_, features);
}

void Allowed::use_up(const Support& features) {
  std::erase_if(features_, [&features](Index i) { return contains(features, i); });
}

}  // namespace spica::solver
