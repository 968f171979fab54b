#pragma once

#include "io/interpret.hpp"
#include "io/named.hpp"

namespace spica::io {

/// What --include and --exclude mean, ascending, and what is worth saying of it.
struct FeatureChoice {
  Support included;
  Support excluded;
  std::vector<std::string> notes;
};

/// Throws Error that says which text is no feature, or which feature is in both lists. `transposed`: the file
/// has features in rows.
FeatureChoice choose_features(const Named& features, const Interpretation& how, bool transposed = false);
/// To an input that was made with it.
void add_choice(FeatureChoice choice, Input& input);

}  // namespace spica::io
