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
<dt>Component</dt><dd>A weighted sum of features, with weights (loadings) whose squares add up to 1. A sparse one uses few features, so that it can be read.</dd>
<dt>Variance explained</dt><dd>The variance of that sum over the data. The larger it is, the better one number summarises many.</dd>
<dt>Adjusted variance</dt><dd>What a component explains beyond the components before it.</dd>
<dt>Lower bound</dt><dd>What the component shown is certain to explain.</dd>
<dt>Upper bound</dt><dd>What no {0} of as many features{1} can exceed. It is proven, with all rounding errors accounted for, and not an estimate.</dd>
<dt>Gap</dt><dd>The distance of the two bounds relative to the lower one: how much a better {0}, if there is one, could gain at most.</dd>
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

/// True where the bounds of a component, or of a total, moved by more than rounding.
bool has_trace(const Json& bounded) {
  const Json& trace = bounded.at("trace");
  if (trace.empty() || !number(bounded, "upper_bound")) return false;
  double lowest = bounded.at("lower_bound").get<double>();
  double highest = bounded.at("upper_bound").get<double>();
  for (const Json& point : trace) {
    lowest = std::min(lowest, number(point, "lower_bound").value_or(lowest));
    highest = std::max(highest, number(point, "upper_bound").value_or(highest));
  }
  constexpr double visible = 1e-9;
  return highest - lowest > visible * std::abs(highest);
}

constexpr const char* all_together = "All together";

void add_trace(HtmlTable& table, const std::string& title, const Json& trace) {
  for (const std::size_t i : some_rows(trace.size())) {
    const Json& point = trace.at(i);
    table.rows.push_back({title, fmt::format("{:.3f}", point.at("time_sec").get<double>()),
                          lower_bound_text(number(point, "lower_bound"), table_digits),
                          upper_bound_text(number(point, "upper_bound"), table_digits),
                          std::to_string(point.at("nodes").get<std::int64_t>())});
  }
}

/// Bounds over time, a panel for each component; of a joint choice one panel without an index, for the total.
std::string trace_figure(const Json& result) {
  const Json& components = result.at("components");
  const bool joint = is_joint(result);
  HtmlTable table{"Bounds over time", {"Component", "Seconds", "Lower bound", "Upper bound", "Nodes"}, {}, 1};
  Json panels = Json::array();
  bool smallest = false;
  if (joint && has_trace(result.at("total"))) {
    panels.push_back({{"title", all_together}});
    add_trace(table, all_together, result.at("total").at("trace"));
  }
  for (std::size_t index = 0; !joint && index < components.size(); ++index) {
    const Json& component = components.at(index);
    if (!has_trace(component)) continue;
    smallest = smallest || is_smallest(component);
    panels.push_back({{"index", index}, {"title", title_of(result, index)}});
    add_trace(table, title_of(result, index), component.at("trace"));
  }
  if (panels.empty()) return "";
  const char* quantity = is_about_eigenvalues(result) ? "eigenvalue" : "variance";
  return figure(
      {"trace",
       "Bounds over time",
       "Two lines over time: the proven upper bound and the proven lower bound of the value sought.",
       fmt::format(
           "How the bounds on the {} moved: whatever the best {} of features{} is, its {} lies between "
           "the two lines.",
           quantity, joint ? "choice" : "set", conditions(result), quantity),
       {{"panels", panels}, {"smallest", smallest}}},
      table);
}

/// What is proven, and how long that took.
std::vector<std::string> bounds_row(const std::string& title, const std::string& k, const Json& bounded) {
  const std::optional<double> nodes = number(bounded, "nodes");
  const std::optional<double> seconds = number(bounded, "time_sec");
  auto status = bounded.at("status").get<std::string>();
  std::replace(status.begin(), status.end(), '_', ' ');
  return {title,
          k,
          lower_bound_text(number(bounded, "lower_bound"), table_digits),
          upper_bound_text(number(bounded, "upper_bound"), table_digits),
          percent_at_most(number(bounded, "gap")),
          nodes ? fmt::format("{:.0f}", *nodes) : "-",
          seconds ? fmt::format("{:.2f}", *seconds) : "-",
          status};
}

HtmlTable bounds_table(const Json& result) {
  HtmlTable table{"Bounds",
                  {"Component", "k", "Lower bound", "Upper bound", "Gap", "Nodes", "Seconds", "Status"}};
  std::int64_t features = 0;
  for (std::size_t i = 0; i < result.at("components").size(); ++i) {
    const Json& component = result.at("components").at(i);
    const auto k = component.at("k").get<std::int64_t>();
    features += k;
    if (is_joint(result))  // what is proven is proven of all together
      table.rows.push_back({title_of(result, i), std::to_string(k),
                            lower_bound_text(number(component, "lower_bound"), table_digits), "-", "-", "-",
                            "-", "-"});
    else
      table.rows.push_back(bounds_row(title_of(result, i), std::to_string(k), component));
  }
  if (is_joint(result))
    table.rows.push_back(bounds_row(all_together, std::to_string(features), result.at("total")));
  return table;
}

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
}

/// "class: BL, EWS"
std::string labels_text(const Json& labels) {
  if (!labels.is_object() || !labels.contains("column") || !labels.contains("classes"))
    return value_text(labels);
  std::string text = value_text(labels.at("column"));
  for (const Json& label : labels.at("classes"))
    text += (&label == &labels.at("classes").front() ? ": " : ", ") + value_text(label);
  return text;
}

/// "banks: at most 2 of 8; energy: at most 1 of 5".
std::string limits_text(const Json& groups) {
  constexpr std::size_t most = 100;
  std::string text;
  for (std::size_t g = 0; g < std::min(most, groups.size()); ++g) {
    const Json& group = groups.at(g);
    text += fmt::format("{}{}: {} of {}", g == 0 ? "" : "; ", group.at("name").get<std::string>(),
                        group.at("at_most").is_null() ? "any" : "at most " + group.at("at_most").dump(),
                        group.at("features").size());
  }
  if (groups.size() > most) text += fmt::format(" and {} more groups", groups.size() - most);
  return text;
}

std::string settings(const Json& result) {
  const Json& input = result.at("input");
  HtmlTable data{"Input", {"What", "Value"}, {}, 2};
  for (const char* key :
       {"path", "kind", "features", "samples", "labels", "sha256", "missing_values", "shift"})
    if (input.contains(key) && !input.at(key).is_null())
      data.rows.push_back(
          {key, key == std::string_view("labels") ? labels_text(input.at(key)) : value_text(input.at(key))});
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
    options.rows.push_back({name, name == "groups" ? limits_text(value) : value_text(value)});
  return "<h3>Input and settings</h3>\n" + markup(data) + markup(options);
}

}  // namespace

Part proof_part(const Json& result) {
  const Json& bounded = is_joint(result) ? result.at("total") : result.at("components").front();
  const bool proven = number(bounded, "upper_bound").has_value();
  std::string body = markup(bounds_table(result));
  if (!result.contains("path")) body += trace_figure(result);
  if (proven && !is_about_eigenvalues(result))
    body += fmt::format(words, is_joint(result) ? "choice" : "set", conditions(result));
  body += settings(result);
  return part("proof", proven ? "Proof" : "Settings", proven ? "How it was proven" : "How it was found",
              folded(proven ? "Bounds, definitions, settings, and the fingerprint of the input"
                            : "Settings, and the fingerprint of the input",
                     body, "fold"));
}

}  // namespace spica::report
