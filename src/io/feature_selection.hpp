#pragma once

#include "io/interpret.hpp"
#include "io/named.hpp"

namespace spica::io {

/// The features that --include, --exclude and --start name, ascending, and a sentence for each flag that names some.
struct FeatureSelection {
  Support included;
  Support excluded;
  std::vector<Support> start;
  std::vector<std::string> notes;
};

/// Finds the features that the lists of `how` name. Throws Error that says which text is no feature, or which
/// feature is in both lists.
FeatureSelection select_features(const Named& features, const Interpretation& how);
/// Tells an input which features it was made with.
void add_selection(FeatureSelection selection, Input& input);

}  // namespace spica::io
