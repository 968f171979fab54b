#include "report/result_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pitprops.hpp"
#include "spica/solve.hpp"

namespace spica {
namespace {

TEST(ResultJson, HoldsTheContract) {
  io::Input input = pitprops();
  const io::Interpretation how;
  const Options options;
  const Result result = solve(input.problem, {5}, options);
  const nlohmann::json json =
      nlohmann::json::parse(report::to_json({"solve", input, how, options, result, 0.5}));
  for (const char* key : {"schema_version", "command", "input", "options", "status", "components", "time_sec",
                          "read_sec", "threads", "peak_memory_bytes"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"path", "kind", "features", "samples", "sha256"})
    EXPECT_TRUE(json["input"].contains(key)) << key;
  const nlohmann::json& component = json["components"][0];
  for (const char* key :
       {"k", "lower_bound", "upper_bound", "gap", "status", "support", "loadings", "feature_names",
        "variance", "adjusted_variance", "nodes", "method", "time_sec", "trace"}) {
    EXPECT_TRUE(component.contains(key)) << key;
  }
  EXPECT_EQ(component["lower_bound"].get<double>(), result.components[0].lower_bound);
  EXPECT_TRUE(json["options"]["time-limit"].is_null());
  EXPECT_EQ(json["options"]["gap"], 1e-4);
  EXPECT_NEAR(component["trace"][0]["upper_bound"].get<double>(), 5.0,
              1e-12);  // five entries of one each in a row
}

TEST(ResultJson, WhatIsNotKnownIsNull) {
  const io::Input input = pitprops();
  const io::Interpretation how;
  const Options options;
  const auto json = nlohmann::json::parse(
      report::to_json({"heuristic", input, how, options, heuristic(input.problem, {5}), 0.0}));
  EXPECT_TRUE(json["components"][0]["upper_bound"].is_null());
  EXPECT_TRUE(json["components"][0]["trace"][0]["upper_bound"].is_null());
}

TEST(ResultJson, SwitchesAreTrueOrFalse) {
  const io::Input input = pitprops();
  const io::Interpretation how;
  Options options;
  options.ip.residual = true;
  const Result result;
  const auto json = nlohmann::json::parse(report::to_json({"bound", input, how, options, result, 0.0}));
  EXPECT_EQ(json["options"]["residual"], true);
}

TEST(ResultJson, NamesThatAreNotUtf8AreReplaced) {
  io::Input input = pitprops();
  input.problem.set_feature_names(std::vector<std::string>(13, "caf\xe9"));
  const io::Interpretation how;
  const Options options;
  const std::string text = report::to_json({"solve", input, how, options, solve(input.problem, {2}), 0.0});
  EXPECT_EQ(nlohmann::json::parse(text)["components"][0]["feature_names"][0], "caf\uFFFD");
}

}  // namespace
}  // namespace spica
