#pragma once

#include "io/interpret.hpp"

namespace spica::io {

/// The features that a user may name.
struct NamedFeatures {
  const std::string& path;                ///< of the file, for messages
  const std::vector<std::string>& names;  ///< empty, or one a feature
  Index count = 0;
};

/// What --include and --exclude mean, ascending, and what is worth saying of it.
struct FeatureChoice {
  Support included;
  Support excluded;
  std::vector<std::string> notes;
};

/// Throws Error that says which text is no feature, or which feature is in both lists.
FeatureChoice choose_features(const NamedFeatures& features, const Interpretation& how);
/// To an input that was made with it.
void add_choice(FeatureChoice choice, Input& input);

}  // namespace spica::io
