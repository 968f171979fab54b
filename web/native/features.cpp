#include "features.hpp"

#include <algorithm>
#include <map>

#include "io/errors.hpp"
#include "io/group_file.hpp"
#include "io/named.hpp"
#include "spica/error.hpp"

namespace spica_web {

namespace {

using spica::Index;

[[noreturn]] void refuse(const std::string& message) {
  throw spica::Error(spica::ErrorKind::usage, message);
}

/// A covariance may have its names in rows alone.
const std::vector<std::string>& names_of(const spica::io::Table& table) {
  const bool by_rows =
      table.column_names.empty() && spica::io::rows_of(table) == spica::io::columns_of(table);
  return by_rows ? table.row_names : table.column_names;
}

Index most_of(const Json& value, const std::string& whose) {
  if (!value.is_number_integer() || value.get<Index>() < 1)
    refuse(whose + " is " + value.dump() +
           "; it must be a whole number from 1; to leave a group out, exclude its features");
  return value.get<Index>();
}

std::string group_name(const Json& group) {
  if (!group.is_string() && !group.is_number()) refuse("`groups`: a group cannot be " + group.dump());
  return group.is_string() ? group.get<std::string>() : group.dump();
}

}  // namespace

std::vector<std::string> names_among(const Json& list) {
  std::vector<std::string> names;
  for (const Json& one : list) {
    if (one.is_string()) names.push_back(one.get<std::string>());
  }
  return names;
}

Features::Features(const spica::io::Table& table)
    : table_(table), count_(spica::io::columns_of(table)), names_(names_of(table)) {
  for (const std::string& name : names_) ++times_[name];
}

std::string Features::word_of(Index number) const {
  const std::string digits = std::to_string(number);
  if (number < 0 || number >= count_)
    refuse("there is no feature " + digits + "; numbers go from 0 to " + std::to_string(count_ - 1));
  if (times_.count(digits) == 0) return digits;
  const std::string& name = names_[static_cast<std::size_t>(number)];
  if (times_.at(name) > 1)
    refuse("feature " + digits + " shares its name with another, and a third is called " + digits +
           "; rename one of them");
  return name;
}

std::vector<std::string> Features::words_of(const Json& list, const char* option) const {
  if (!list.is_array()) refuse("`" + std::string(option) + "` must be a list of features");
  std::vector<std::string> words;
  for (const Json& one : list) {
    if (one.is_number_integer())
      words.push_back(word_of(one.get<Index>()));
    else if (one.is_string())
      words.push_back(one.get<std::string>());
    else
      refuse("`" + std::string(option) + "`: " + one.dump() +
             " is no feature; give names, or numbers from 0");
  }
  return words;
}

std::vector<spica::io::FeatureRef> Features::references_of(const Json& list) const {
  std::vector<spica::io::FeatureRef> references;
  for (std::string& word : words_of(list, "start")) references.push_back({std::move(word)});
  return references;
}

spica::GroupLimits Features::limits_of(const Json& groups, const Json& at_most) const {
  if (groups.is_null() && at_most.is_null()) return {};
  if (groups.is_null()) refuse("`at-most` needs the groups; give `groups` as well");
  if (at_most.is_null()) refuse("`groups` needs a limit; give `at-most` as well");
  spica::GroupLimits limits;
  limits.group.assign(static_cast<std::size_t>(count_), spica::GroupLimits::no_group);
  std::map<std::string, Index> known;
  const auto put = [&](Index feature, const Json& group) {
    if (group.is_null()) return;
    const std::string name = group_name(group);
    const auto [at, is_new] = known.try_emplace(name, static_cast<Index>(limits.names.size()));
    if (is_new) limits.names.push_back(name);
    Index& of = limits.group[static_cast<std::size_t>(feature)];
    if (of != spica::GroupLimits::no_group)
      refuse("`groups` gives feature " + std::to_string(feature) + " two groups");
    of = at->second;
  };
  if (groups.is_array()) {
    if (static_cast<Index>(groups.size()) != count_)
      refuse("`groups` has " + std::to_string(groups.size()) + " entries for " + std::to_string(count_) +
             " features; give one for each, null where a feature has no group");
    for (Index i = 0; i < count_; ++i) put(i, groups[static_cast<std::size_t>(i)]);
  } else if (groups.is_object()) {
    const spica::io::Named named(table_.path, names_, count_);
    for (const auto& [feature, group] : groups.items()) put(named.at(feature), group);
  } else {
    refuse("`groups` must be a list with one group for each feature, or an object of features and groups");
  }
  if (limits.names.empty()) refuse("`groups` gives no feature a group");
  limits.at_most.assign(limits.names.size(), spica::io::no_limit);
  if (!at_most.is_object()) {
    std::fill(limits.at_most.begin(), limits.at_most.end(), most_of(at_most, "`at-most`"));
    return limits;
  }
  for (const auto& [group, most] : at_most.items()) {
    const auto at = known.find(group);
    if (at == known.end())
      refuse("`at-most`: there is no group " + spica::io::shown(group) + "; the first of `groups` is " +
             spica::io::shown(limits.names.front()));
    limits.at_most[static_cast<std::size_t>(at->second)] =
        most_of(most, "`at-most` of " + spica::io::shown(group));
  }
  return limits;
}

}  // namespace spica_web
