#pragma once

// The components of a result that was written before: as JSON (result_json.hpp), as a table of loadings (loadings.hpp), or as
// a plain list of features. What is in a file decides which of them it is.

#include <optional>
#include <string>
#include <vector>

#include "io/interpret.hpp"

namespace spica::report {

/// The features of one component that have a loading other than zero.
struct PreviousComponent {
  std::vector<io::FeatureRef> features;
  std::optional<Index> k;  ///< of a curve over k, which has one component for each
};

/// Throws Error(input) that names the file and what is wrong with it.
std::vector<PreviousComponent> read_previous(const std::string& path);

}  // namespace spica::report
