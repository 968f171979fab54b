#include "report/html/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/html/markup.hpp"
#include "report/html/sentences.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::string plain(std::optional<double> value) {
  return value ? fmt::format("{:.{}g}", *value, table_digits) : "-";
}

std::string section(const std::string& id, const std::string& title, const std::string& body) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n", id,
      escaped(title), body);
}

struct Figure {
  std::string chart;  ///< which drawing of report.js
  std::size_t index;  ///< of the component
  std::string says;   ///< for those who cannot see it
  std::string caption;
  int height = 20;  ///< in rem
};

std::string figure(const Figure& f, const HtmlTable& table) {
  return fmt::format(
      "<figure><div class=\"chart\" style=\"height:{}rem\"><canvas role=\"img\" data-chart=\"{}\" "
      "data-index=\"{}\" "
      "aria-label=\"{}\"></canvas></div><figcaption>{}</figcaption>\n<details open><summary>The same as a "
      "table</summary>\n{}"
      "</details></figure>\n",
      f.height, f.chart, f.index, escaped(f.says + " The table that follows has its numbers."),
      escaped(f.caption), markup(table));
}

std::string feature_name(const Json& component, std::size_t i) {
  return component.contains("feature_names")
             ? component.at("feature_names").at(i).get<std::string>()
             : fmt::format("feature {}", component.at("support").at(i).get<std::int64_t>());
}

std::string loadings_figure(const Json& component, std::size_t index) {
  const Json& loadings = component.at("loadings");
  std::vector<std::size_t> order(loadings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return std::abs(loadings.at(i).get<double>()); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  HtmlTable table{"Features and their loadings",
                  {"Feature", "Number (from 0)", "Loading", "Share of the component"}};
  for (const std::size_t i : order) {
    const auto loading = loadings.at(i).get<double>();
    table.rows.push_back({feature_name(component, i),
                          std::to_string(component.at("support").at(i).get<std::int64_t>()),
                          fmt::format("{:.5f}", loading), percent(loading * loading)});
  }
  const bool mixed =
      std::any_of(loadings.begin(), loadings.end(), [](const Json& x) { return x.get<double>() < 0.0; });
  constexpr int most = 60;  // bars; the table has the rest
  const int bars = std::min(static_cast<int>(order.size()), most);
  return figure({"loadings", index, "Bars: the loading of each feature, strongest first.",
                 fmt::format("How strongly each feature counts.{} Squares of all loadings add up to 1.{}",
                             mixed ? " Bars to the left count against those to the right." : "",
                             static_cast<int>(order.size()) > most ? " The strongest 60 are drawn." : ""),
                 4 + (bars * 7) / 4},
                table);
}

/// The rows of a long trace that a table needs: at most 100, its first and last among them.
std::vector<std::size_t> some_rows(std::size_t count) {
  constexpr std::size_t most = 100;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < std::min(count, most); ++i)
    rows.push_back(count <= most ? i : i * (count - 1) / (most - 1));
  return rows;
}

std::string trace_figure(const Json& component, std::size_t index) {
  const Json& trace = component.at("trace");
  if (trace.empty() || !number(component, "upper_bound")) return "";
  double lowest = component.at("lower_bound").get<double>();
  double highest = component.at("upper_bound").get<double>();
  for (const Json& point : trace) {
    lowest = std::min(lowest, number(point, "lower_bound").value_or(lowest));
    highest = std::max(highest, number(point, "upper_bound").value_or(highest));
  }
  constexpr double visible = 1e-9;
  if (!(highest - lowest > visible * std::abs(highest))) return "";  // a picture of rounding
  HtmlTable table{"Bounds over time", {"Seconds", "Lower bound", "Upper bound", "Nodes"}, {}, 0};
  for (const std::size_t i : some_rows(trace.size())) {
    const Json& point = trace.at(i);
    table.rows.push_back({fmt::format("{:.3f}", point.at("time_sec").get<double>()),
                          lower_bound_text(number(point, "lower_bound"), table_digits),
                          upper_bound_text(number(point, "upper_bound"), table_digits),
                          std::to_string(point.at("nodes").get<std::int64_t>())});
  }
  return figure(
      {"trace", index,
       "Two lines over time: the proven upper bound and the proven lower bound of the value sought.",
       "How the bounds moved: whatever the best set of features is, its value lies between the two lines.",
       17},
      table);
}

std::string card(const std::string& value, const std::string& label) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(label), escaped(value));
}

double sum_of_adjusted(const Json& result) {
  double sum = 0.0;
  for (const Json& component : result.at("components"))
    sum += component.at("adjusted_variance").get<double>();
  return sum;
}

/// Its features in one line.
std::string features_of(const Json& component) {
  std::string text;
  for (std::size_t i = 0; i < component.at("support").size(); ++i)
    text += (i == 0 ? "" : ", ") + feature_name(component, i);
  return text;
}

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

}  // namespace

std::size_t shown_component(const Json& result) {
  const Json& components = result.at("components");
  if (!result.contains("path")) return 0;
  const Json& path = result.at("path");
  std::optional<double> k = path.contains("selection") ? number(path.at("selection"), "k") : std::nullopt;
  if (!k) k = number(path, "bend");
  for (std::size_t i = 0; i < components.size(); ++i)
    if (k && components.at(i).at("k").get<double>() == *k) return i;
  return components.size() - 1;
}

std::string key_figures(const Json& result) {
  const Json& components = result.at("components");
  const Json& shown = components.at(shown_component(result));
  const auto n = result.at("input").at("features").get<std::int64_t>();
  std::string cards;
  if (result.contains("isometry")) {
    const Json& isometry = result.at("isometry");
    cards += card(lower_bound_text(number(isometry, "lower_bound"), 6), "isometry constant, at least");
    cards += card(upper_bound_text(number(isometry, "upper_bound"), 6), "isometry constant, at most");
  } else {
    cards += card(fmt::format("{} of {}", shown.at("support").size(), n),
                  is_sequence(result) ? "features in the first component" : "features used");
  }
  const double total = result.at("total_variance").get<double>();
  if (!is_smallest(shown) && !result.contains("isometry") && total > 0.0) {
    const double explained =
        is_sequence(result) ? sum_of_adjusted(result) : shown.at("lower_bound").get<double>();
    cards += card(share_below(explained, total),
                  "of " + whole_variance(result) + (is_sequence(result) ? ", by all components" : ""));
    double best = 0.0;
    if (result.contains("plain_variances")) {
      const Json& plain = result.at("plain_variances");
      for (std::size_t i = 0;
           i < (is_sequence(result) ? plain.size() : std::min<std::size_t>(1, plain.size())); ++i)
        best += plain.at(i).get<double>();
    }
    if (best > 0.0)
      cards += card(share_below(explained, best), "of what plain PCA explains with all of them");
  }
  if (!is_sequence(result) && !result.contains("isometry") && !is_smallest(shown) && number(shown, "gap"))
    cards += card(percent_at_most(number(shown, "gap")), "proven gap: at most so much is left to find");
  cards += card(fmt::format("{:.2f} s", result.at("time_sec").get<double>()), "of computing");
  return "<dl class=\"cards\">\n" + cards + "</dl>\n";
}

std::string component_sections(const Json& result) {
  const Json& components = result.at("components");
  std::string out;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (result.contains("path") && i != shown_component(result)) continue;
    const Json& component = components.at(i);
    const bool smallest = is_smallest(component);
    std::string title = fmt::format("Component {}", i + 1);
    if (result.contains("path"))
      title = fmt::format("The component at k = {}", component.at("k").get<std::int64_t>());
    if (smallest) title = "Smallest eigenvalue";
    if (result.contains("isometry") && !smallest) title = "Largest eigenvalue";
    if (components.size() == 1 && !smallest) title = "The component";
    // A single component's is said at the top already.
    const std::string proof =
        components.size() == 1 || result.contains("path")
            ? ""
            : fmt::format("<p class=\"proof\">{}</p>\n", escaped(proof_sentence(result, component)));
    out += section(fmt::format("component-{}", i + 1), title,
                   proof + loadings_figure(component, i) + trace_figure(component, i));
  }
  return out;
}

std::string plain_section(const Json& result) {
  if (!result.contains("plain_variances") || result.contains("path")) return "";
  const Json& variances = result.at("plain_variances");
  const Json& components = result.at("components");
  HtmlTable table{
      "Sparse components against plain ones",
      {"Component", "Features", "Variance", "Adjusted variance", "Plain PCA, all features", "Of plain PCA"}};
  for (std::size_t i = 0; i < std::min(components.size(), variances.size()); ++i) {
    const Json& component = components.at(i);
    const auto best = variances.at(i).get<double>();
    const auto adjusted = component.at("adjusted_variance").get<double>();
    table.rows.push_back({std::to_string(i + 1), std::to_string(component.at("support").size()),
                          plain(number(component, "variance")), plain(adjusted), plain(best),
                          best > 0.0 ? percent(adjusted / best) : "-"});
  }
  return section(
      "plain", "Against plain PCA",
      "<p>The first plain principal component uses every feature: no sparse one explains more, and nobody "
      "can read it. "
      "Adjusted variance leaves out what earlier components explain already.</p>\n" +
          figure(
              {"plain", 0, "Bars: the variance of each sparse component beside that of the plain one.",
               "What the few features of each sparse component explain, beside all features of a plain one.",
               15},
              table));
}

std::string curve_section(const Json& result) {
  if (!result.contains("curve")) return "";
  const bool is_path = result.contains("path");
  HtmlTable table{"Variance against the number of features", {"k", "At least", "At most", "Gap"}, {}, 0};
  if (is_path) table.columns.push_back("Features");
  for (std::size_t i = 0; i < result.at("curve").size(); ++i) {
    const Json& point = result.at("curve").at(i);
    const std::optional<double> lower = number(point, "lower_bound");
    const std::optional<double> upper = number(point, "upper_bound");
    table.rows.push_back(
        {std::to_string(point.at("k").get<std::int64_t>()), lower_bound_text(lower, table_digits),
         upper_bound_text(upper, table_digits),
         lower && upper && *lower > 0.0 ? percent_at_most((*upper - *lower) / *lower) : "-"});
    if (is_path) table.rows.back().push_back(features_of(result.at("components").at(i)));
  }
  const std::string sentence = is_path ? curve_sentence(result) : "";
  return section(
      "curve", "How many features?",
      (sentence.empty() ? "" : fmt::format("<p class=\"proof\">{}</p>\n", escaped(sentence))) +
          figure({"curve", 0,
                  "A band over k, the number of features: what the best set of k explains lies inside it.",
                  "What the best k features explain. It is proven to lie in the band; where the band is a "
                  "line it is known. The "
                  "dashed line is what all features together explain.",
                  20},
                 table));
}

std::string plane_section(const Json& result) {
  if (!result.contains("plane")) return "";
  const Json& plane = result.at("plane");
  const auto x_title = plane.at("x_title").get<std::string>();
  const auto y_title = plane.at("y_title").get<std::string>();
  const Json& samples = plane.at("samples");
  HtmlTable table{"Samples", {"Sample", x_title, y_title}};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::string name = plane.contains("sample_names")
                                 ? plane.at("sample_names").at(i).get<std::string>()
                                 : std::to_string(samples.at(i).get<std::int64_t>());
    table.rows.push_back({name, fmt::format("{:.5g}", plane.at("x").at(i).get<double>()),
                          fmt::format("{:.5g}", plane.at("y").at(i).get<double>())});
  }
  const auto all = result.at("input").at("samples").get<std::size_t>();
  return section(
      "samples", "The samples",
      figure({"plane", 0, fmt::format("Points, one a sample: {} across, {} upwards.", x_title, y_title),
              fmt::format("Each point is a sample: {} across, {} upwards.{}", x_title, y_title,
                          samples.size() < all
                              ? fmt::format(" {} of {} samples are shown, evenly spread over the file.",
                                            samples.size(), all)
                              : ""),
              24},
             table));
}

std::string settings_section(const Json& result) {
  const Json& input = result.at("input");
  HtmlTable data{"Input", {"What", "Value"}, {}, 2};
  for (const char* key : {"path", "kind", "features", "samples", "sha256", "missing_values", "shift"})
    if (input.contains(key) && !input.at(key).is_null())
      data.rows.push_back({key, value_text(input.at(key))});
  for (const char* key : {"standardize", "center", "ddof", "exclude", "include"})
    if (result.at("options").contains(key))
      data.rows.push_back({key, value_text(result.at("options").at(key))});
  if (input.contains("notes"))
    for (const Json& note : input.at("notes")) data.rows.push_back({"note", value_text(note)});
  HtmlTable options{"Settings", {"Option", "Value"}, {}, 2};
  options.rows.push_back({"command", value_text(result.at("command"))});
  options.rows.push_back(
      {"version of spica", result.contains("version") ? value_text(result.at("version")) : "-"});
  options.rows.push_back({"threads used", value_text(result.at("threads"))});
  for (const auto& [name, value] : result.at("options").items())
    options.rows.push_back({name, value_text(value)});
  return section(
      "settings", "Input and settings",
      markup(data) + "<details open><summary>All settings</summary>\n" + markup(options) + "</details>\n");
}

}  // namespace spica::report
