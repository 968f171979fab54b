#pragma once

// How the page reads a result.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace spica::report {

using Json = nlohmann::ordered_json;

/// A number that may be missing or null.
inline std::optional<double> number(const Json& object, const char* key) {
  return object.contains(key) && !object.at(key).is_null() ? std::optional(object.at(key).get<double>())
                                                           : std::nullopt;
}

inline bool is_smallest(const Json& component) {
  return component.value("sense", "largest") == "smallest";
}

/// True where the result is about eigenvalues as such, so that no sentence says how much variance they
/// explain.
inline bool is_about_eigenvalues(const Json& result) {
  return result.contains("isometry") || is_smallest(result.at("components").front());
}

/// True where a list of features among the options is not empty: include, exclude.
inline bool names_features(const Json& result, const char* option) {
  const Json& options = result.at("options");
  return options.contains(option) && !options.at(option).empty();
}

/// True where an option is a switch that is on.
inline bool is_on(const Json& result, const char* option) {
  const Json& options = result.at("options");
  return options.contains(option) && options.at(option) == true;
}

/// Several components one after another, each with its part of the variance.
inline bool is_sequence(const Json& result) {
  return result.at("components").size() > 1 && !result.contains("path") && !result.contains("isometry");
}

/// Several components that were chosen together: what is proven is proven of their total.
inline bool is_joint(const Json& result) {
  return result.contains("total") && is_sequence(result);
}

/// The position of the component that the page shows first: the selected one of a path, the one at its bend,
/// or its last; the first of everything else.
std::size_t shown_component(const Json& result);

/// The positions of the components that the page shows side by side: one of a path, all of everything else.
std::vector<std::size_t> shown_components(const Json& result);

/// "Component 2", "k = 7", "Smallest eigenvalue".
std::string title_of(const Json& result, std::size_t index);

/// Positions within a component, the strongest loading first.
std::vector<std::size_t> by_strength(const Json& component);

/// The name of a component's feature, or "feature 7" where it has none.
std::string feature_name(const Json& component, std::size_t position);

/// "a, b, c and 12 more", the strongest first, each name of a readable length. On an axis names are shorter,
/// and those with negative loadings have a minus.
std::string strongest_features(const Json& component, std::size_t most, bool on_an_axis = false);

/// Different features that the components use.
std::size_t features_used(const Json& result);

/// What the components explain together: each without what those before it explain already.
double explained_together(const Json& result);

}  // namespace spica::report
