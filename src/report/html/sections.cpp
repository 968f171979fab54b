#include "report/html/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "report/html/claims.hpp"
#include "report/html/sentences.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

/// Variance as the pictures show it: in per cent of the whole where there is one.
struct Unit {
  double factor = 1.0;
  std::string title = "Variance";
};

Unit unit_of(const Json& result) {
  const auto total = result.at("total_variance").get<double>();
  return total > 0.0 ? Unit{100.0 / total, fmt::format("Share of {}, %", whole_variance(result))} : Unit{};
}

/// Lowest and highest bound of a curve.
std::pair<double, double> range_of(const Json& curve) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const Json& point : curve) {
    for (const char* side : {"lower_bound", "upper_bound"}) {
      const std::optional<double> value = number(point, side);
      lowest = std::min(lowest, value.value_or(lowest));
      highest = std::max(highest, value.value_or(highest));
    }
  }
  return {lowest, highest};
}

/// True where both bounds of every point are one line on the screen.
bool is_known(const Json& curve, double height) {
  constexpr double visible = 0.005;
  return std::all_of(curve.begin(), curve.end(), [height](const Json& point) {
    const std::optional<double> lower = number(point, "lower_bound");
    const std::optional<double> upper = number(point, "upper_bound");
    return lower && upper && *upper - *lower <= visible * height;
  });
}

std::string all_features(const Json& component) {
  return strongest_features(component, component.at("support").size());
}

HtmlTable curve_table(const Json& result) {
  const bool is_path = result.contains("path");
  const Unit unit = unit_of(result);
  HtmlTable table{"Variance against the number of features",
                  {"k", "At least", "At most", "At least, %", "At most, %", "Gap"},
                  {},
                  0};
  if (is_path) table.columns.emplace_back("Features");
  for (std::size_t i = 0; i < result.at("curve").size(); ++i) {
    const Json& point = result.at("curve").at(i);
    const std::optional<double> lower = number(point, "lower_bound");
    const std::optional<double> upper = number(point, "upper_bound");
    const auto share = [&unit](std::optional<double> value) {
      return value ? std::optional(unit.factor * *value) : std::nullopt;
    };
    table.rows.push_back(
        {std::to_string(point.at("k").get<std::int64_t>()), lower_bound_text(lower, table_digits),
         upper_bound_text(upper, table_digits), lower_bound_text(share(lower), 5),
         upper_bound_text(share(upper), 5),
         lower && upper && *lower > 0.0 ? percent_at_most((*upper - *lower) / *lower) : "-"});
    if (is_path) table.rows.back().push_back(all_features(result.at("components").at(i)));
  }
  return table;
}

/// The column that the labels of samples come from; empty where it is not known.
std::string label_column(const Json& input) {
  if (!input.contains("labels")) return "";
  const Json& labels = input.at("labels");
  const Json& name = labels.is_object() && labels.contains("column") ? labels.at("column") : labels;
  return name.is_string() ? name.get<std::string>() : "";
}

/// A label as the page shows it, whatever it was in the file.
std::string label_text(const Json& label) {
  const std::string text = label.is_string() ? label.get<std::string>() : label.is_null() ? "" : label.dump();
  return text.empty() ? "no label" : text;
}

/// Samples by their labels: the most frequent ones, and for each sample which it has, or -1.
struct LabelGroups {
  std::vector<std::string> labels;
  std::vector<std::int64_t> of_sample;
};

LabelGroups groups_of(const Json& plane) {
  constexpr std::size_t most = 12;  // that colours and outlines tell apart
  if (!plane.contains("labels")) return {};
  std::map<std::string, std::int64_t> counts;
  for (const Json& label : plane.at("labels")) ++counts[label_text(label)];
  LabelGroups groups;
  for (const auto& [label, count] : counts) groups.labels.push_back(label);
  if (groups.labels.size() > most) {
    std::stable_sort(
        groups.labels.begin(), groups.labels.end(),
        [&counts](const std::string& a, const std::string& b) { return counts.at(a) > counts.at(b); });
    groups.labels.resize(most);
  }
  for (const Json& label : plane.at("labels")) {
    const auto found = std::find(groups.labels.begin(), groups.labels.end(), label_text(label));
    groups.of_sample.push_back(found == groups.labels.end() ? -1 : found - groups.labels.begin());
  }
  return groups;
}

/// Features that the first two components share, with both loadings, the strongest first.
Json shared_features(const Json& result) {
  constexpr std::size_t most = 15;
  if (!is_sequence(result)) return Json::array();
  const Json& first = result.at("components").at(0);
  const Json& second = result.at("components").at(1);
  std::map<std::int64_t, std::size_t> places;
  for (std::size_t j = 0; j < second.at("support").size(); ++j)
    places.emplace(second.at("support").at(j).get<std::int64_t>(), j);
  std::vector<Json> shared;
  for (std::size_t i = 0; i < first.at("support").size(); ++i)
    if (const auto found = places.find(first.at("support").at(i).get<std::int64_t>()); found != places.end())
      shared.push_back({{"name", feature_name(first, i)},
                        {"x", first.at("loadings").at(i)},
                        {"y", second.at("loadings").at(found->second)}});
  const auto length = [](const Json& arrow) {
    return std::hypot(arrow.at("x").get<double>(), arrow.at("y").get<double>());
  };
  std::stable_sort(shared.begin(), shared.end(),
                   [&length](const Json& a, const Json& b) { return length(a) > length(b); });
  if (shared.size() > most) shared.resize(most);
  return Json(shared);
}

/// "Component 1: IGF2, −CDH2 and 3 more"
std::string axis_title(const Json& result, const std::string& title, std::size_t index) {
  constexpr std::size_t most_names = 4;
  if (index >= result.at("components").size()) return title;
  return title + ": " + strongest_features(result.at("components").at(index), most_names, true);
}

/// A title of an axis inside a sentence: "component 2", "the first component of plain PCA".
std::string in_a_sentence(std::string title) {
  const bool ordinal = title.starts_with("First");
  title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
  return ordinal ? "the " + title : title;
}

std::string samples_caption(const Json& result, const LabelGroups& groups, bool arrows) {
  const Json& plane = result.at("plane");
  const auto all = result.at("input").at("samples").get<std::size_t>();
  const std::size_t shown = plane.at("samples").size();
  const std::string column = label_column(result.at("input"));
  return fmt::format(
      "Each point is a sample, placed by its scores: {} across, {} upwards{}.{}{}{}",
      in_a_sentence(plane.at("x_title").get<std::string>()),
      in_a_sentence(plane.at("y_title").get<std::string>()),
      is_on(result, "standardize") ? ", in units of the features' standard deviations"
                                   : ", in the units of the data",
      groups.labels.empty() ? ""
                            : fmt::format(" Colour and shape show its label{}.",
                                          column.empty() ? "" : fmt::format(" (column {})", column)),
      arrows ? " Arrows are features that both components use: their two loadings, enlarged." : "",
      shown < all ? fmt::format(" {} of {} samples are shown, evenly spread over the file.", shown, all)
                  : "");
}

}  // namespace

Part samples_part(const Json& result) {
  if (!result.contains("plane")) return {};
  const Json& plane = result.at("plane");
  const auto x_title = plane.at("x_title").get<std::string>();
  const auto y_title = plane.at("y_title").get<std::string>();
  const LabelGroups groups = groups_of(plane);
  const Json arrows = shared_features(result);
  HtmlTable table{"Samples", {"Sample", x_title, y_title}};
  if (!groups.labels.empty()) {
    table.columns.insert(table.columns.begin() + 1, "Label");
    table.text_columns = 2;
  }
  for (std::size_t i = 0; i < plane.at("samples").size(); ++i) {
    const std::string name = plane.contains("sample_names")
                                 ? plane.at("sample_names").at(i).get<std::string>()
                                 : std::to_string(plane.at("samples").at(i).get<std::int64_t>());
    table.rows.push_back({name, fmt::format("{:.5g}", plane.at("x").at(i).get<double>()),
                          fmt::format("{:.5g}", plane.at("y").at(i).get<double>())});
    if (!groups.labels.empty())
      table.rows.back().insert(table.rows.back().begin() + 1, label_text(plane.at("labels").at(i)));
  }
  return part("samples", "Samples", "The samples",
              figure({"plane",
                      "Samples",
                      fmt::format("Points, one per sample: {} across, {} upwards.", in_a_sentence(x_title),
                                  in_a_sentence(y_title)),
                      samples_caption(result, groups, !arrows.empty()),
                      {{"groups", groups.labels},
                       {"group", groups.of_sample},
                       {"arrows", arrows},
                       {"x", axis_title(result, x_title, 0)},
                       {"y", axis_title(result, y_title, 1)}}},
                     table) +
                  correlations(result));
}

Part curve_part(const Json& result) {
  if (!result.contains("curve") || result.at("curve").empty()) return {};
  constexpr double tall = 0.6;  // a curve that grows by less is cut off below
  constexpr double near = 1.5;  // what all features explain is drawn if it is no farther above
  const Json& curve = result.at("curve");
  const auto [lowest, highest] = range_of(curve);
  const Unit unit = unit_of(result);
  const bool from_zero = lowest < tall * highest && lowest >= 0.0;
  std::optional<double> all;
  if (result.contains("plain_variances") && !result.at("plain_variances").empty())
    all = result.at("plain_variances").at(0).get<double>();
  const bool drawn = all && *all <= near * highest;
  const bool known =
      is_known(curve, (drawn ? std::max(*all, highest) : highest) - (from_zero ? 0.0 : lowest));
  const std::string beyond =
      !all || drawn ? ""
                    : fmt::format(" All features together explain {:.3g}{}, far above this scale.",
                                  unit.factor * *all, unit.factor == 1.0 ? "" : " %");
  const Json& shown = result.at("components").at(shown_component(result));
  return part(
      "curve", "How many features", "How many features?",
      figure({"curve",
              "Variance against k",
              fmt::format("Points over k, the number of features, each with a bar: proven bounds of what "
                          "the best set of k{} explains.",
                          conditions(result)),
              fmt::format("What the best k features{}{} explain{}{}.{}{}",
                          names_features(result, "exclude") ? " allowed" : "", conditions(result),
                          is_sequence(result) ? " as a first component" : "",
                          known ? ": at this scale, the two proven bounds cannot be told apart"
                                : " is proven to lie between the point and the end of its bar",
                          from_zero ? "" : " The axis does not begin at zero.", beyond),
              {{"unit", unit.factor},
               {"from_zero", from_zero},
               {"all", drawn ? Json(*all) : Json(nullptr)},
               {"known", known},
               {"chosen", shown.at("k")},
               {"title", unit.title}}},
             curve_table(result)));
}

Part plain_part(const Json& result) {
  if (!result.contains("plain_variances") || result.contains("path")) return {};
  constexpr double far = 8.0;  // beyond it, equal steps of the axis multiply
  const Json& variances = result.at("plain_variances");
  const Json& components = result.at("components");
  const bool alone = components.size() == 1;
  const Unit unit = unit_of(result);
  const auto all = result.at("input").at("features").get<std::int64_t>();
  HtmlTable table{"Sparse components against plain ones",
                  {"Component", "Features", "Variance of its scores", "Adjusted variance",
                   "Plain PCA, all features", "Of plain PCA"}};
  Json rows = Json::array();
  bool log = false;
  const double rounding = 1e-9 * result.at("total_variance").get<double>();
  const auto add = [&](const std::string& name, std::size_t features, double sparse, double plain) {
    rows.push_back({{"title", fmt::format("{}: {} of {} features", name, features, all)},
                    {"sparse", std::max(0.0, sparse)},
                    {"plain", plain}});
    log = log || (plain > far * sparse && sparse > rounding);
  };
  double together = 0.0;
  for (std::size_t i = 0; i < std::min(components.size(), variances.size()); ++i) {
    const Json& component = components.at(i);
    const auto best = variances.at(i).get<double>();
    const auto adjusted = component.at("adjusted_variance").get<double>();
    const std::size_t count = component.at("support").size();
    together += best;
    add(title_of(result, i), count, adjusted, best);
    table.rows.push_back(
        {std::to_string(i + 1), std::to_string(count),
         plain_number(
             number(component, component.contains("score_variance") ? "score_variance" : "variance")),
         plain_number(adjusted), plain_number(best), best > 0.0 ? percent(adjusted / best) : "-"});
  }
  if (!alone) add("Together", features_used(result), explained_together(result), together);
  return part(
      "plain", "Plain PCA", "Compared with plain PCA",
      paragraph(plain_sentence(result)) +
          figure({"plain",
                  "Beside plain PCA",
                  "Two dots on a line: the variance of the sparse component and that of the plain one.",
                  fmt::format(
                      "{}.{}",
                      alone ? "The two dots show what each explains"
                            : "What a sparse component adds to those before it (its adjusted variance), and "
                              "what the plain component of the same number explains",
                      log ? " The axis is logarithmic." : ""),
                  {{"rows", rows}, {"log", log}, {"unit", unit.factor}, {"title", unit.title}}},
                 table));
}

}  // namespace spica::report
