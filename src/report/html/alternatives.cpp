// Sets of features that come close to the best: which features come and go.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/html/claims.hpp"
#include "report/html/sections.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::string set_name(const Json& set, std::size_t position) {
  if (set.contains("feature_names")) return set.at("feature_names").at(position).get<std::string>();
  return fmt::format("feature {}", set.at("support").at(position).get<std::int64_t>());
}

/// Features of the sets that are drawn: those of most sets first.
struct FeatureRows {
  std::vector<std::int64_t> features;
  std::vector<std::string> names;
};
FeatureRows rows_of(const Json& sets, std::size_t drawn) {
  std::map<std::int64_t, std::pair<std::size_t, std::string>> known;  // how many sets have it, and its name
  for (std::size_t s = 0; s < drawn; ++s) {
    const Json& set = sets.at(s);
    for (std::size_t i = 0; i < set.at("support").size(); ++i) {
      auto& [count, name] = known[set.at("support").at(i).get<std::int64_t>()];
      ++count;
      name = set_name(set, i);
    }
  }
  FeatureRows rows;
  for (const auto& [feature, entry] : known) rows.features.push_back(feature);
  std::stable_sort(rows.features.begin(), rows.features.end(), [&known](std::int64_t a, std::int64_t b) {
    return known.at(a).first > known.at(b).first;
  });
  for (const std::int64_t feature : rows.features) rows.names.push_back(known.at(feature).second);
  return rows;
}

std::string names_of(const Json& set) {
  std::string list;
  for (std::size_t i = 0; i < set.at("support").size(); ++i) list += (i == 0 ? "" : ", ") + set_name(set, i);
  return list;
}

std::string sets_are(std::int64_t count) {
  return count == 1 ? "1 set is" : fmt::format("{} sets are", count);
}

/// What is proven of the list, in a sentence.
std::string completeness(const Json& result, const Json& component) {
  const Json& proof = component.at("alternatives_proof");
  const Json& sets = component.at("alternatives");
  const std::string within = fmt::format("within {} of the best", percent(proof.at("share").get<double>()));
  const std::string cutoff = upper_bound_text(number(proof, "cutoff"), 7);
  const auto found = proof.at("count").get<std::int64_t>();
  if (!proof.at("finished").get<bool>())
    return fmt::format(
        "The search for other sets {} was stopped before {}.", within,
        sets.empty() ? "it found one: there may be some" : "its end: there may be more than these");
  const auto size = static_cast<std::int64_t>(sets.empty() ? component.at("k").get<std::size_t>()
                                                           : sets.front().at("support").size());
  const OtherSets others = other_sets(result, component, size);
  const auto proven = [&](std::string_view listed) {
    return fmt::format("It is proven that {}{} explains more{} than {}", others.none, listed, others.what,
                       cutoff);
  };
  if (sets.empty()) return proven("") + ", which rounding cannot tell from nothing.";
  if (!proof.at("complete").get<bool>())
    return fmt::format("At least {} {}; the best {} are shown. {}.", sets_are(found), within, sets.size(),
                       proven(" other than these"));
  if (sets.size() == 1) return fmt::format("No other set is {}. {}.", within, proven(" other than this one"));
  return fmt::format("{} {}. {}.", sets_are(found), within, proven(" other than these"));
}

std::string picture(const Json& result, std::size_t index) {
  constexpr std::size_t most = 60;  // columns that can be told apart
  const Json& sets = result.at("components").at(index).at("alternatives");
  const std::size_t drawn = std::min(most, sets.size());
  const FeatureRows rows = rows_of(sets, drawn);
  const auto best = sets.at(0).at("value").get<double>();
  HtmlTable table{"Sets of features that come close to the best",
                  {"Set", "Explains at least", "Of the best", "Features"}};
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto value = sets.at(s).at("value").get<double>();
    table.rows.push_back({std::to_string(s + 1), lower_bound_text(value, table_digits),
                          best > 0.0 ? fmt::format("{:.3f} %", 100.0 * value / best) : "-",
                          names_of(sets.at(s))});
  }
  return figure(
      {"sets",
       fmt::format("{}: which features come and go", title_of(result, index)),
       "A grid: a row for each feature, a column for each set, the best first. A cell is filled where the "
       "set has "
       "the feature.",
       fmt::format(
           "Each column is a set of features, the best on the left. A feature whose row is full is in all of "
           "them{}.",
           drawn < sets.size() ? fmt::format("; the first {} sets are drawn", drawn) : ""),
       {{"index", index}, {"features", rows.features}, {"names", rows.names}, {"sets", drawn}}},
      table);
}

}  // namespace

Part alternatives_part(const Json& result) {
  std::string body;
  for (std::size_t i = 0; i < result.at("components").size(); ++i) {
    const Json& component = result.at("components").at(i);
    if (!component.contains("alternatives")) continue;
    const std::size_t count = component.at("alternatives").size();
    const std::string whose = result.at("components").size() > 1 ? title_of(result, i) + ". " : "";
    body += paragraph(whose + completeness(result, component));
    if (count > 1) body += picture(result, i);
  }
  return body.empty() ? Part{} : part("alternatives", "Alternatives", "How sure are these features?", body);
}

}  // namespace spica::report
