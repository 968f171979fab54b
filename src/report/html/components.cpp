// Components side by side: cards, loadings, and which features they share.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/html/claims.hpp"
#include "report/html/sections.hpp"
#include "report/html/sentences.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::string of_all_variance(const Json& result, std::size_t index) {
  const std::string share = share_of(result, index);
  return share.empty() ? "" : share + " of " + whole_variance(result);
}

std::string card(const Json& result, std::size_t index) {
  constexpr std::size_t most_names = 6;
  const Json& component = result.at("components").at(index);
  const std::string share = share_of(result, index);
  return fmt::format("<article id=\"component-{}\"><h2>{}</h2>\n{}{}{}</article>\n", index + 1,
                     escaped(title_of(result, index)),
                     share.empty() ? ""
                                   : fmt::format("<p class=\"share\"><strong>{}</strong> of {}</p>\n",
                                                 escaped(share), escaped(whole_variance(result))),
                     component.value("negligible", false)
                         ? ""
                         : paragraph(strongest_features(component, most_names), "names"),
                     paragraph(claim(result, component), "proof"));
}

/// The panels of a picture of some components: where they are in the result, and what they are called.
Json panels(const Json& result, const std::vector<std::size_t>& shown) {
  Json list = Json::array();
  for (const std::size_t i : shown)
    list.push_back({{"index", i}, {"title", title_of(result, i)}, {"note", of_all_variance(result, i)}});
  return list;
}

bool has_negative(const Json& component) {
  const Json& loadings = component.at("loadings");
  return std::any_of(loadings.begin(), loadings.end(), [](const Json& x) { return x.get<double>() < 0.0; });
}

std::string loadings_figure(const Json& result) {
  const std::vector<std::size_t> shown = shown_components(result);
  const bool alone = shown.size() == 1;
  const std::size_t most = alone ? 60 : 30;  // bars in a panel; the table has the rest
  HtmlTable table{"Features and their loadings",
                  {"Feature", "Number (from 0)", "Loading", "Share of the component"}};
  if (!alone) table.columns.insert(table.columns.begin() + 1, "Component");
  table.text_columns = alone ? 1 : 2;
  bool mixed = false;
  bool cut = false;
  for (const std::size_t index : shown) {
    const Json& component = result.at("components").at(index);
    mixed = mixed || has_negative(component);
    cut = cut || component.at("loadings").size() > most;
    for (const std::size_t i : by_strength(component)) {
      const auto loading = component.at("loadings").at(i).get<double>();
      table.rows.push_back({feature_name(component, i),
                            std::to_string(component.at("support").at(i).get<std::int64_t>()),
                            fmt::format("{:.5f}", loading), percent(loading * loading)});
      if (!alone) table.rows.back().insert(table.rows.back().begin() + 1, title_of(result, index));
    }
  }
  const bool named = result.at("components").front().contains("feature_names");
  const std::string noun = is_about_eigenvalues(result) ? "eigenvector" : "component";
  return figure(
      {"loadings",
       "Loadings",
       fmt::format("Bars{}: the loading of each feature, strongest first.",
                   alone ? "" : ", one panel per component"),
       fmt::format(
           "Loadings: the weight of each feature in {}, strongest first. Their squares add up to 1.{}{}{}",
           (alone ? "the " : "its ") + noun,
           mixed ? " Features with bars to the left count with a negative sign." : "",
           cut ? fmt::format(" The strongest {} are drawn.", most) : "",
           named ? "" : " Features are numbered from 0."),
       {{"panels", panels(result, shown)}, {"most", most}}},
      table);
}

/// Components for the columns of a grid: all, or some evenly spread, the last among them.
std::vector<std::size_t> columns_of(const Json& components) {
  constexpr std::size_t most = 60;
  const std::size_t count = components.size();
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < std::min(count, most); ++i)
    columns.push_back(count <= most ? i : i * (count - 1) / (most - 1));
  return columns;
}

/// Loadings of some components, feature by feature.
struct LoadingsGrid {
  std::vector<std::int64_t> features;  ///< in the order in which components bring them, strongest first
  std::map<std::int64_t, std::string> names;
  std::vector<std::map<std::int64_t, double>> columns;
};

LoadingsGrid grid_of(const Json& components, const std::vector<std::size_t>& columns) {
  LoadingsGrid grid;
  for (const std::size_t j : columns) {
    const Json& component = components.at(j);
    grid.columns.emplace_back();
    for (const std::size_t i : by_strength(component)) {
      const auto feature = component.at("support").at(i).get<std::int64_t>();
      if (grid.names.emplace(feature, feature_name(component, i)).second) grid.features.push_back(feature);
      grid.columns.back().emplace(feature, component.at("loadings").at(i).get<double>());
    }
  }
  return grid;
}

HtmlTable table_of(const LoadingsGrid& grid, const Json& panels, const std::string& caption) {
  constexpr std::size_t most = 1000;
  HtmlTable table{caption, {"Feature"}};
  for (const Json& panel : panels) table.columns.push_back(panel.at("title").get<std::string>());
  for (std::size_t i = 0; i < std::min(grid.features.size(), most); ++i) {
    const std::int64_t feature = grid.features[i];
    table.rows.push_back({grid.names.at(feature)});
    for (const auto& column : grid.columns)
      table.rows.back().push_back(column.contains(feature) ? fmt::format("{:.4f}", column.at(feature)) : "");
  }
  return table;
}

/// True where two components use one feature.
bool shares_features(const LoadingsGrid& grid) {
  std::size_t uses = 0;
  for (const auto& column : grid.columns) uses += column.size();
  return uses > grid.names.size();
}

/// Which component uses which feature. For a path a column is a k.
std::string heat_figure(const Json& result) {
  constexpr std::size_t most = 80;  // features that are drawn
  const Json& components = result.at("components");
  if (components.size() == 1) return "";
  const bool is_path = result.contains("path");
  const std::vector<std::size_t> columns = columns_of(components);
  LoadingsGrid grid = grid_of(components, columns);
  const Json titles = panels(result, columns);
  const HtmlTable table =
      table_of(grid, titles, is_path ? "Loadings at every k" : "Loadings of every component");
  const bool cut = grid.features.size() > most;
  if (cut) grid.features.resize(most);
  const bool mixed = std::any_of(components.begin(), components.end(), has_negative);
  return figure(
      {"heat",
       is_path ? "Features at every k" : "Features and components",
       fmt::format("A grid of features and {}: the stronger the colour, the larger the loading.",
                   is_path ? "k" : "components"),
       fmt::format("Which features {}. The stronger the colour, the larger the loading{}; an empty cell is a "
                   "feature that is not used.{}{}",
                   is_path                        ? "come and go with k"
                   : is_joint(result)             ? "each component uses; no two share one"
                   : is_about_eigenvalues(result) ? "both eigenvectors use, and which only one"
                   : shares_features(grid)        ? "the components use, and which they share"
                                                  : "each component uses; no two share one",
                   mixed ? ", blue above zero and orange below" : "",
                   cut ? fmt::format(" The first {} features are drawn.", most) : "",
                   columns.size() < components.size()
                       ? fmt::format(" {} of {} {} are drawn.", columns.size(), components.size(),
                                     is_path ? "k" : "components")
                       : ""),
       {{"panels", titles}, {"features", grid.features}}},
      table);
}

}  // namespace

std::string cards(const Json& result) {
  if (result.at("components").size() == 1) return "";
  std::string all;
  for (const std::size_t i : shown_components(result)) all += card(result, i);
  return "<div class=\"cards\">\n" + all + "</div>\n";
}

std::string correlations(const Json& result) {
  if (!is_sequence(result) || !result.contains("correlations")) return "";
  const Json& matrix = result.at("correlations");
  HtmlTable table{"Correlations of the scores", {"Component"}};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    table.columns.push_back(std::to_string(i + 1));
    table.rows.push_back({std::to_string(i + 1)});
    for (const Json& entry : matrix.at(i))
      table.rows.back().push_back(entry.is_number() ? fmt::format("{:.3f}", entry.get<double>()) : "-");
  }
  const std::string words =
      is_joint(result) ? "" : correlation_sentence(result);  // the first screen has them
  return paragraph(words, "note") + folded("Correlations of the scores as a table", markup(table));
}

Part components_part(const Json& result) {
  const bool eigenvalues = is_about_eigenvalues(result);
  const bool several = shown_components(result).size() > 1;
  std::string heading = several ? "The components side by side" : "The component";
  if (result.contains("path")) heading = "The component at " + title_of(result, shown_component(result));
  if (eigenvalues) heading = several ? "The eigenvectors side by side" : "The eigenvector";
  return part("components", several ? "Components" : "Component", heading,
              loadings_figure(result) + heat_figure(result) + groups_of_features(result) +
                  (result.contains("plane") ? "" : correlations(result)));
}

}  // namespace spica::report
