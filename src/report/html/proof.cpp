// How it was proven: the end of the page, folded.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html/claims.hpp"
#include "report/html/sections.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

constexpr std::string_view words =
    R"html(<h3>Definitions</h3>
<dl class="words">
<dt>Component</dt><dd>A weighted sum of features, with weights (loadings) whose squares add up to 1. This one uses few features, so it can be read.</dd>
<dt>Variance explained</dt><dd>The variance of that sum over the data. The more, the better a single number stands for many.</dd>
<dt>Adjusted variance</dt><dd>What a component explains beyond those before it, whose scores it may repeat in part.</dd>
<dt>Lower bound</dt><dd>What the component shown is certain to explain.</dd>
<dt>Upper bound</dt><dd>What no set of as many features can exceed. It is a mathematical proof with all rounding accounted for, no estimate.</dd>
<dt>Gap</dt><dd>The distance of the two bounds relative to the lower one: how much a better set, if there is one, could gain at most.</dd>
</dl>
)html";

/// The rows of a long trace that a table needs: at most 100, its first and last among them.
std::vector<std::size_t> some_rows(std::size_t count) {
  constexpr std::size_t most = 100;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < std::min(count, most); ++i)
    rows.push_back(count <= most ? i : i * (count - 1) / (most - 1));
  return rows;
}

/// True where the bounds of a component moved, by more than rounding.
bool has_trace(const Json& component) {
  const Json& trace = component.at("trace");
  if (trace.empty() || !number(component, "upper_bound")) return false;
  double lowest = component.at("lower_bound").get<double>();
  double highest = component.at("upper_bound").get<double>();
  for (const Json& point : trace) {
    lowest = std::min(lowest, number(point, "lower_bound").value_or(lowest));
    highest = std::max(highest, number(point, "upper_bound").value_or(highest));
  }
  constexpr double visible = 1e-9;
  return highest - lowest > visible * std::abs(highest);
}

/// Bounds over time, a panel for each component.
std::string trace_figure(const Json& result) {
  const Json& components = result.at("components");
  HtmlTable table{"Bounds over time", {"Component", "Seconds", "Lower bound", "Upper bound", "Nodes"}, {}, 1};
  Json panels = Json::array();
  bool smallest = false;
  for (std::size_t index = 0; index < components.size(); ++index) {
    const Json& component = components.at(index);
    if (!has_trace(component)) continue;
    smallest = smallest || is_smallest(component);
    panels.push_back({{"index", index}, {"title", title_of(result, index)}});
    for (const std::size_t i : some_rows(component.at("trace").size())) {
      const Json& point = component.at("trace").at(i);
      table.rows.push_back({title_of(result, index),
                            fmt::format("{:.3f}", point.at("time_sec").get<double>()),
                            lower_bound_text(number(point, "lower_bound"), table_digits),
                            upper_bound_text(number(point, "upper_bound"), table_digits),
                            std::to_string(point.at("nodes").get<std::int64_t>())});
    }
  }
  if (panels.empty()) return "";
  return figure(
      {"trace",
       "Bounds over time",
       "Two lines over time: the proven upper bound and the proven lower bound of the value sought.",
       "How the bounds moved: whatever the best set of features is, its value lies between the two lines.",
       {{"panels", panels}, {"smallest", smallest}}},
      table);
}

HtmlTable bounds_table(const Json& result) {
  HtmlTable table{"Bounds",
                  {"Component", "k", "Lower bound", "Upper bound", "Gap", "Nodes", "Seconds", "Status"}};
  for (std::size_t i = 0; i < result.at("components").size(); ++i) {
    const Json& component = result.at("components").at(i);
    const std::optional<double> nodes = number(component, "nodes");
    const std::optional<double> seconds = number(component, "time_sec");
    table.rows.push_back(
        {title_of(result, i), std::to_string(component.at("k").get<std::int64_t>()),
         lower_bound_text(number(component, "lower_bound"), table_digits),
         upper_bound_text(number(component, "upper_bound"), table_digits),
         percent_at_most(number(component, "gap")), nodes ? fmt::format("{:.0f}", *nodes) : "-",
         seconds ? fmt::format("{:.2f}", *seconds) : "-", component.at("status").get<std::string>()});
  }
  return table;
}

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

std::string settings(const Json& result) {
  const Json& input = result.at("input");
  HtmlTable data{"Input", {"What", "Value"}, {}, 2};
  for (const char* key :
       {"path", "kind", "features", "samples", "labels", "sha256", "missing_values", "shift"})
    if (input.contains(key) && !input.at(key).is_null())
      data.rows.push_back({key, value_text(input.at(key))});
  if (input.contains("notes"))
    for (const Json& note : input.at("notes")) data.rows.push_back({"note", value_text(note)});
  HtmlTable options{"Settings", {"Option", "Value"}, {}, 2};
  options.rows.push_back({"command", value_text(result.at("command"))});
  options.rows.push_back(
      {"version of spica", result.contains("version") ? value_text(result.at("version")) : "-"});
  options.rows.push_back({"threads used", value_text(result.at("threads"))});
  options.rows.push_back(
      {"seconds, without reading", fmt::format("{:.2f}", result.at("time_sec").get<double>())});
  for (const auto& [name, value] : result.at("options").items())
    options.rows.push_back({name, value_text(value)});
  return "<h3>Input and settings</h3>\n" + markup(data) + markup(options);
}

}  // namespace

Part proof_part(const Json& result) {
  const Json& components = result.at("components");
  const bool proven = number(components.front(), "upper_bound").has_value();
  std::string body = markup(bounds_table(result));
  if (!result.contains("path")) body += trace_figure(result);
  if (proven && !is_about_eigenvalues(result)) body += words;
  body += settings(result);
  return part("proof", proven ? "Proof" : "Settings", proven ? "How it was proven" : "How it was found",
              folded(proven ? "Bounds, definitions, settings, and the fingerprint of the input"
                            : "Settings, and the fingerprint of the input",
                     body, "fold"));
}

}  // namespace spica::report
