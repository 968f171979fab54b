// How the components stand to limits by group.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/html/sections.hpp"

namespace spica::report {

namespace {

struct GroupRow {
  std::int64_t at_most = 0;
  std::vector<std::int64_t> features;  ///< of each component that is shown
};

/// Groups with a limit that some component has features of.
std::map<std::string, GroupRow> rows_of(const Json& result, const std::vector<std::size_t>& shown) {
  std::map<std::string, GroupRow> rows;
  for (std::size_t j = 0; j < shown.size(); ++j) {
    const Json& component = result.at("components").at(shown[j]);
    if (!component.contains("groups")) continue;
    for (const Json& group : component.at("groups")) {
      if (group.at("at_most").is_null()) continue;
      GroupRow& row = rows[group.at("name").get<std::string>()];
      row.at_most = group.at("at_most").get<std::int64_t>();
      row.features.resize(shown.size());
      row.features[j] = group.at("features").get<std::int64_t>();
    }
  }
  return rows;
}

/// Which limits a single component has reached.
std::string full_groups(const std::map<std::string, GroupRow>& rows) {
  constexpr std::size_t most = 12;
  std::vector<std::string> full;
  for (const auto& [name, row] : rows) {
    if (row.features.front() >= row.at_most) full.push_back(fmt::format("{} ({})", name, row.at_most));
  }
  if (full.empty()) return "No limit of a group is reached.";
  std::string list;
  for (std::size_t i = 0; i < std::min(most, full.size()); ++i) list += (i == 0 ? "" : ", ") + full[i];
  if (full.size() > most) list += fmt::format(" and {} more", full.size() - most);
  return fmt::format("Groups that are at their limit: {}.", list);
}

}  // namespace

std::string groups_of_features(const Json& result) {
  constexpr std::size_t most = 200;
  const std::vector<std::size_t> shown = shown_components(result);
  const std::map<std::string, GroupRow> rows = rows_of(result, shown);
  if (rows.empty()) return "";
  HtmlTable table{"Features of each group that is used", {"Group", "At most"}};
  for (const std::size_t i : shown)
    table.columns.push_back(shown.size() == 1 ? "Features" : title_of(result, i));
  for (const auto& [name, row] : rows) {
    if (table.rows.size() == most) break;
    table.rows.push_back({name, std::to_string(row.at_most)});
    for (const std::int64_t count : row.features) table.rows.back().push_back(std::to_string(count));
  }
  return (shown.size() == 1 ? paragraph(full_groups(rows), "note") : "") +
         folded("Groups and their limits as a table", markup(table));
}

}  // namespace spica::report
