#include "report/html/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/printable.hpp"

namespace spica::report {

namespace {

/// A name in a sentence: printable, short, and unable to turn the words around it to the left.
std::string in_a_sentence(const std::string& name, std::size_t longest) {
  const std::string text = text::printable(name, longest);
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return ascii ? text : fmt::format("\u2068{}\u2069", text);  // first strong isolate ... pop
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

std::vector<std::size_t> shown_components(const Json& result) {
  if (result.contains("path")) return {shown_component(result)};
  std::vector<std::size_t> all(result.at("components").size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::string title_of(const Json& result, std::size_t index) {
  const Json& component = result.at("components").at(index);
  if (is_smallest(component)) return "Smallest eigenvalue";
  if (result.contains("isometry")) return "Largest eigenvalue";
  if (result.contains("path")) return fmt::format("k = {}", component.at("k").get<std::int64_t>());
  return result.at("components").size() == 1 ? "The component" : fmt::format("Component {}", index + 1);
}

std::vector<std::size_t> by_strength(const Json& component) {
  const Json& loadings = component.at("loadings");
  std::vector<std::size_t> order(loadings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return std::abs(loadings.at(i).get<double>()); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  return order;
}

std::string feature_name(const Json& component, std::size_t position) {
  return component.contains("feature_names")
             ? component.at("feature_names").at(position).get<std::string>()
             : fmt::format("feature {}", component.at("support").at(position).get<std::int64_t>());
}

std::string strongest_features(const Json& component, std::size_t most, bool on_an_axis) {
  const std::vector<std::size_t> order = by_strength(component);
  const std::size_t count = order.size() <= most + 1 ? order.size() : most;  // "and 1 more" is no shorter
  const bool named = component.contains("feature_names");
  std::string text = named || count == 0 ? "" : count == 1 ? "feature " : "features ";
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t i = order[j];
    const bool last = j + 1 == order.size() && j > 0;
    text += j == 0 ? "" : last ? " and " : ", ";
    if (on_an_axis && component.at("loadings").at(i).get<double>() < 0.0) text += "\u2212";
    text += named
                ? in_a_sentence(component.at("feature_names").at(i).get<std::string>(), on_an_axis ? 24 : 60)
                : std::to_string(component.at("support").at(i).get<std::int64_t>());
  }
  if (count < order.size()) text += fmt::format(" and {} more", order.size() - count);
  return text;
}

std::size_t features_used(const Json& result) {
  std::set<std::int64_t> used;
  for (const Json& component : result.at("components"))
    for (const Json& feature : component.at("support")) used.insert(feature.get<std::int64_t>());
  return used.size();
}

double explained_together(const Json& result) {
  double sum = 0.0;
  for (const Json& component : result.at("components"))
    sum += component.at("adjusted_variance").get<double>();
  return sum;
}

}  // namespace spica::report
