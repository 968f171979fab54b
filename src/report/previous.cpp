#include "report/previous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/list.hpp"
#include "io/table.hpp"
#include "report/result_json.hpp"

namespace spica::report {

namespace {

using Json = nlohmann::ordered_json;
using Components = std::vector<PreviousComponent>;

PreviousComponent previous_of(const Json& json, bool curve) {
  PreviousComponent component;
  if (curve) component.k = json.at("k").get<Index>();
  const auto support = json.at("support").get<std::vector<Index>>();
  const auto loadings = json.at("loadings").get<std::vector<double>>();
  const bool named = json.contains("feature_names");
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (loadings.at(i) == 0.0) continue;
    component.features.push_back(
        {named ? json.at("feature_names").at(i).get<std::string>() : "", support[i]});
  }
  return component;
}

Components from_json(const std::string& text, const std::string& path) {
  try {
    const Json result = Json::parse(text);
    if (result.at("schema_version") != schema_version || result.contains("isometry"))
      io::fail(path, "no result with components to start from; give what `json` of solve wrote");
    Components components;
    for (const Json& json : result.at("components"))
      components.push_back(previous_of(json, result.contains("path")));
    return components;
  } catch (const Json::exception&) {
    io::fail(path, "looks like JSON, and is no result of spica; give a file that `json` wrote");
  } catch (const std::out_of_range&) {
    io::fail(path, "a component whose features and loadings differ in number");
  }
}

/// A number of a table that counts something.
Index whole(const io::Table& table, Index row, Index column) {
  const double value = table.values()(row, column);
  constexpr double most = 1e15;
  if (!(value >= 0.0) || value > most || value != static_cast<double>(static_cast<Index>(value)))
    io::fail(table.path, fmt::format("{}: not a whole number", io::place(table, row, column)));
  return static_cast<Index>(value);
}

class LoadingsTable {
 public:
  explicit LoadingsTable(io::Table table) : table_(std::move(table)) {
    index_ = column("index");
    loading_ = column("loading");
    component_ = column("component");
    k_ = column("k");
  }

  [[nodiscard]] Components components() const {
    return loading_ && (component_ || k_) ? one_a_row() : one_a_column();
  }

 private:
  [[nodiscard]] std::optional<Index> column(const std::string& name) const {
    const auto at = std::find(table_.column_names.begin(), table_.column_names.end(), name);
    if (at == table_.column_names.end()) return std::nullopt;
    return at - table_.column_names.begin();
  }

  [[nodiscard]] io::FeatureRef feature(Index row) const {
    io::FeatureRef ref;
    if (index_) ref.number = whole(table_, row, *index_);
    const std::vector<std::string>& names = table_.labels.empty() ? table_.row_names : table_.labels;
    if (!names.empty()) ref.name = names[static_cast<std::size_t>(row)];
    if (!ref.number && ref.name.empty()) ref.number = row;  // a row for each feature, in their order
    return ref;
  }

  [[nodiscard]] double loading(Index row, Index column) const {
    const double value = table_.values()(row, column);
    if (std::isnan(value))
      io::fail(table_.path, fmt::format("{}: no loading", io::place(table_, row, column)));
    return value;
  }

  /// component,index,feature,loading.
  [[nodiscard]] Components one_a_row() const {
    std::map<Index, PreviousComponent> found;
    for (Index row = 0; row < table_.values().rows(); ++row) {
      const Index number = whole(table_, row, component_.value_or(k_.value_or(0)));
      PreviousComponent& component = found[number];
      if (!component_) component.k = number;
      if (loading(row, *loading_) != 0.0) component.features.push_back(feature(row));
    }
    Components components;
    for (auto& [number, component] : found) components.push_back(std::move(component));
    return components;
  }

  /// index,feature,component_1,component_2,...
  [[nodiscard]] Components one_a_column() const {
    Components components;
    for (Index j = 0; j < table_.values().cols(); ++j) {
      if (j == index_) continue;
      PreviousComponent component;
      component.k = k_of(table_.column_names.empty() ? "" : table_.column_names[static_cast<std::size_t>(j)]);
      for (Index row = 0; row < table_.values().rows(); ++row) {
        if (loading(row, j) != 0.0) component.features.push_back(feature(row));
      }
      components.push_back(std::move(component));
    }
    return components;
  }

  /// k_5 is the column of k = 5 of a curve.
  static std::optional<Index> k_of(const std::string& name) {
    if (!name.starts_with("k_") || name.size() == 2 || name.size() > 9 ||
        name.find_first_not_of("0123456789", 2) != std::string::npos)
      return std::nullopt;
    return std::stoll(name.substr(2));
  }

  io::Table table_;
  std::optional<Index> index_;
  std::optional<Index> loading_;
  std::optional<Index> component_;
  std::optional<Index> k_;
};

/// The words of the first line, without their quotes.
std::vector<std::string> header_of(std::string_view text) {
  std::vector<std::string> cells(1);
  for (const char c : text.substr(0, text.find_first_of("\r\n"))) {
    if (c == ',' || c == '\t' || c == ';') {
      cells.emplace_back();
    } else if (c != '"') {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

std::vector<PreviousComponent> read_previous(const std::string& path) {
  const std::string text = io::read_bytes(path);
  if (text.find_first_not_of(" \t\r\n") != std::string::npos &&
      text[text.find_first_not_of(" \t\r\n")] == '{')
    return from_json(text, path);
  const std::vector<std::string> header = header_of(text);
  const auto has = [&header](std::string_view word) {
    return std::find(header.begin(), header.end(), word) != header.end();
  };
  const bool table = path.ends_with(".csv") || path.ends_with(".tsv") || has("index") || has("loading");
  if (table && header.size() > 1) {
    io::ReadOptions options;
    if (has("feature")) options.labels = "feature";
    return LoadingsTable(io::parse_table(text, path, options)).components();
  }
  PreviousComponent component;
  for (std::string& name : io::read_list(path)) component.features.push_back({std::move(name)});
  return {component};
}

}  // namespace spica::report
