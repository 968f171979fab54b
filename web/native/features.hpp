#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/interpret.hpp"
#include "options.hpp"
#include "spica/group_limits.hpp"

namespace spica_web {

/// The texts of a list of features; its numbers are left out.
std::vector<std::string> names_among(const Json& list);

/// The features of a table, as callers mean them: a number is a number from 0, a text is a name, or a number where nothing
/// is called so. Errors are usage errors, or those of the library.
class Features {
 public:
  /// The table must outlive this.
  explicit Features(const spica::io::Table& table);

  /// A list in words that the library understands as it is meant here.
  [[nodiscard]] std::vector<std::string> words_of(const Json& list, const char* option) const;
  [[nodiscard]] std::vector<spica::io::FeatureRef> references_of(const Json& list) const;
  /// `groups` has a group, or null, for each feature, or is an object of features and groups; `at_most` is a number for
  /// every group, or an object of some groups and their numbers.
  [[nodiscard]] spica::GroupLimits limits_of(const Json& groups, const Json& at_most) const;

 private:
  [[nodiscard]] std::string word_of(spica::Index number) const;

  const spica::io::Table& table_;
  spica::Index count_;
  const std::vector<std::string>& names_;
  std::unordered_map<std::string_view, spica::Index> times_;  // how many features have a name
};

}  // namespace spica_web
