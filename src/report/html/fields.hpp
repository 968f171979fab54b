#pragma once

// How the page reads a result.

#include <nlohmann/json.hpp>
#include <optional>

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

/// True where a list of features among the options is not empty: include, exclude.
inline bool names_features(const Json& result, const char* option) {
  const Json& options = result.at("options");
  return options.contains(option) && !options.at(option).empty();
}

/// Several components one after another, each with its part of the variance.
inline bool is_sequence(const Json& result) {
  return result.at("components").size() > 1 && !result.contains("path") && !result.contains("isometry");
}

}  // namespace spica::report
