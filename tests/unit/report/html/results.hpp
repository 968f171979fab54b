#pragma once

// Results as the page reads them, made by hand.

#include "report/html/claims.hpp"
#include "report/html/page.hpp"

namespace spica::report {

inline Json component(std::initializer_list<int> support, double lower, Json upper,
                      const std::string& status) {
  Json json = {{"k", support.size()}, {"lower_bound", lower}, {"upper_bound", upper}, {"status", status}};
  json["gap"] = upper.is_null() ? Json(nullptr) : Json((upper.get<double>() - lower) / lower);
  json["support"] = support;
  json["loadings"] = std::vector<double>(support.size(), 0.5);
  json["variance"] = json["adjusted_variance"] = lower;
  json["ties"] = Json::array();
  json["trace"] = Json::array();
  return json;
}

inline Json result_of(std::initializer_list<Json> components) {
  Json json = {{"schema_version", 1}, {"command", "solve"}, {"threads", 1}, {"time_sec", 0.5}};
  json["input"] = {{"path", "folder/data.csv"}, {"features", 20}, {"sha256", "00"}, {"samples", nullptr}};
  json["options"] = Json::object();
  json["components"] = Json::array();
  for (const Json& one : components) json["components"].push_back(one);
  json["total_variance"] = 10.0;
  return json;
}

inline std::string claim_of(const Json& result, std::size_t index) {
  return claim(result, result.at("components").at(index));
}

inline std::string page_of(const Json& result) {
  const std::string text = result.dump();
  return html_report({text, "result"});
}

}  // namespace spica::report
