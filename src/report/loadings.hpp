#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

enum class LoadingsForm {
  sorted,  ///< a row for each feature of each component, the strongest first
  wide,    ///< a row for each feature that some component uses, a column for each component
};

/// The loadings of all components as a table of text: the index of each feature, its name where there are
/// names, and its loading. The components of a path are called by their k.
std::string loadings_table(const Result& result, const std::vector<std::string>& feature_names,
                           LoadingsForm form, char separator);

/// Positions of the features of a component, the largest loading by its size first.
std::vector<Index> by_strength(const Component& component);

}  // namespace spica::report
