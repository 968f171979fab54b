#include "report/loadings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

namespace spica::report {

namespace {

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    text += c;
    if (c == '"') text += c;
  }
  return text + "\"";
}

/// Rows of cells with something between them.
class Rows {
 public:
  explicit Rows(char separator) : separator_(separator) {}

  Rows& cell(const std::string& text) {
    if (!begins_) text_ += separator_;
    begins_ = false;
    text_ += text;
    return *this;
  }
  void end_row() {
    text_ += '\n';
    begins_ = true;
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  char separator_;
  bool begins_ = true;
  std::string text_;
};

std::string sorted_form(const Result& result, const std::vector<std::string>& names, char separator) {
  Rows rows(separator);
  rows.cell(result.path ? "k" : "component").cell("index");
  if (!names.empty()) rows.cell("feature");
  rows.cell("loading").end_row();
  for (std::size_t i = 0; i < result.components.size(); ++i) {
    const Component& component = result.components[i];
    for (const Index position : by_strength(component)) {
      const Index feature = component.support[static_cast<std::size_t>(position)];
      rows.cell(std::to_string(result.path ? component.k : static_cast<Index>(i) + 1));
      rows.cell(std::to_string(feature));
      if (!names.empty()) rows.cell(quoted(names[static_cast<std::size_t>(feature)]));
      rows.cell(fmt::format("{}", component.loadings(position))).end_row();
    }
  }
  return rows.take();
}

/// 0 where the component does not use the feature.
double loading_of(const Component& component, Index feature) {
  const auto at = std::lower_bound(component.support.begin(), component.support.end(), feature);
  const bool in = at != component.support.end() && *at == feature;
  return in ? component.loadings(std::distance(component.support.begin(), at)) : 0.0;
}

std::string wide_form(const Result& result, const std::vector<std::string>& names, char separator) {
  std::set<Index> used;
  Rows rows(separator);
  rows.cell("index");
  if (!names.empty()) rows.cell("feature");
  for (std::size_t i = 0; i < result.components.size(); ++i) {
    const Component& component = result.components[i];
    used.insert(component.support.begin(), component.support.end());
    rows.cell(result.path ? fmt::format("k_{}", component.k) : fmt::format("component_{}", i + 1));
  }
  rows.end_row();
  for (const Index feature : used) {
    rows.cell(std::to_string(feature));
    if (!names.empty()) rows.cell(quoted(names[static_cast<std::size_t>(feature)]));
    for (const Component& component : result.components)
      rows.cell(fmt::format("{}", loading_of(component, feature)));
    rows.end_row();
  }
  return rows.take();
}

}  // namespace

std::vector<Index> by_strength(const Component& component) {
  std::vector<Index> order(component.support.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(component.loadings(a)) > std::abs(component.loadings(b));
  });
  return order;
}

std::string loadings_table(const Result& result, const std::vector<std::string>& feature_names,
                           LoadingsForm form, char separator) {
  return form == LoadingsForm::sorted ? sorted_form(result, feature_names, separator)
                                      : wide_form(result, feature_names, separator);
}

}  // namespace spica::report
