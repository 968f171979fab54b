#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pitprops_csv.hpp"
#include "report/loadings.hpp"
#include "report/log.hpp"
#include "report/result_json.hpp"
#include "report/summary.hpp"
#include "report/text.hpp"

namespace spica {
namespace {

io::Input pitprops() {
  return io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops"));
}

TEST(Summary, NamesFeaturesLoadingsAndBounds) {
  const io::Input input = pitprops();
  const std::string text = report::summary(solve(input.problem, {2, 1}), input.problem.feature_names());
  for (const char* part : {"Component 1: 2 features", "proven optimal", "topdiam", "0.70711", "bounds [1.954",
                           "cumulative", "Component 2"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Summary, HostileNamesStayOnTheirLine) {
  const io::Input input = pitprops();
  std::vector<std::string> names(13, "evil\n\x1b[31mname");
  const std::string text = report::summary(solve(input.problem, {2}), names);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("evil\\n\\x1b[31mname"), std::string::npos);
}

TEST(LoadingsCsv, QuotesNamesAndLeavesOutUnusedFeatures) {
  const io::Input input = pitprops();
  std::vector<std::string> names = input.problem.feature_names();
  names[0] = "top \"diam\", cm";
  const std::string csv =
      report::loadings_table(solve(input.problem, {2, 1}), names, report::LoadingsForm::wide, ',');
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "index,feature,component_1,component_2");
  EXPECT_NE(csv.find("0,\"top \"\"diam\"\", cm\",0.707"), std::string::npos) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST(LoadingsCsv, TheStrongestFeatureOfEachComponentComesFirst) {
  Result result;
  Component component;
  component.k = 3;
  component.support = {1, 4, 7};
  component.loadings.resize(3);
  component.loadings << 0.25, -0.5, 0.125;
  result.components = {component};
  component.k = 1;
  component.support = {4};
  component.loadings = Vector::Ones(1);
  result.components.push_back(component);
  EXPECT_EQ(report::loadings_table(result, {}, report::LoadingsForm::sorted, ','),
            "component,index,loading\n1,4,-0.5\n1,1,0.25\n1,7,0.125\n2,4,1\n");
  result.path = PathReport{};
  EXPECT_EQ(report::loadings_table(result, {}, report::LoadingsForm::sorted, '\t'),
            "k\tindex\tloading\n3\t4\t-0.5\n3\t1\t0.25\n3\t7\t0.125\n1\t4\t1\n");
  EXPECT_EQ(report::loadings_table(result, {}, report::LoadingsForm::wide, ','),
            "index,k_3,k_1\n1,0.25,0\n4,-0.5,1\n7,0.125,0\n");
}

TEST(FeatureLabel, IsAShortNameOrANumber) {
  EXPECT_EQ(report::feature_label({}, 7), "7");
  EXPECT_EQ(report::feature_label({"a", "\u00e9t\u00e9"}, 1), "\u00e9t\u00e9");
  EXPECT_EQ(report::feature_label({std::string(41, 'x')}, 0), std::string(40, 'x') + "...");
  EXPECT_EQ(report::padded("\u00e9", 3), "\u00e9  ");
}

TEST(BoundText, RoundsOutwards) {
  EXPECT_EQ(report::upper_bound_text(1.0 / 3.0, 3), "0.334");
  EXPECT_EQ(report::lower_bound_text(2.0 / 3.0, 3), "0.666");
  EXPECT_EQ(report::upper_bound_text(2.5, 3), "2.5");
  EXPECT_EQ(report::lower_bound_text(999.96, 3), "999");
  EXPECT_EQ(report::upper_bound_text(999.1, 3), "1e+03");
  EXPECT_EQ(report::upper_bound_text(-1.0 / 3.0, 3), "-0.333");
  EXPECT_EQ(report::upper_bound_text(0.0, 3), "0");
  EXPECT_EQ(report::upper_bound_text(std::nullopt, 3), "-");
}

TEST(Percent, IsReadable) {
  EXPECT_EQ(report::percent(std::nullopt), "-");
  EXPECT_EQ(report::percent(0.0), "0 %");
  EXPECT_EQ(report::percent(0.1234), "12.34 %");
  EXPECT_EQ(report::percent(0.00004), "0.004 %");
}

TEST(Log, IncumbentsAndTheLastRowAreAlwaysShown) {
  std::vector<std::string> lines;
  const io::Input input = pitprops();
  report::Log log(report::Log::Level::normal, [&lines](std::string_view line) { lines.emplace_back(line); });
  log.header(input, {3}, {}, "components");
  const std::size_t header = lines.size();
  log.progress({0, 0.01, 0, 0, 1.0, std::nullopt, 'A', false});
  log.progress({0, 0.02, 1, 1, 1.0, 2.0, ' ', false});  // too soon
  log.progress({0, 0.03, 2, 1, 1.5, 2.0, 'B', false});
  log.progress({0, 0.04, 3, 0, 1.5, 1.5, ' ', true});
  ASSERT_EQ(lines.size(), header + 4);  // column heads and three rows
  EXPECT_EQ(lines[header + 1][0], 'A');
  EXPECT_NE(lines[header + 2].find("33.33 %"), std::string::npos);
  EXPECT_NE(lines[header + 3].find("0 %"), std::string::npos);
}

TEST(Log, QuietSaysNothing) {
  int lines = 0;
  const io::Input input = pitprops();
  report::Log log(report::Log::Level::quiet, [&lines](std::string_view) { ++lines; });
  log.header(input, {3}, {}, "components");
  log.progress({0, 0.01, 0, 0, 1.0, std::nullopt, 'A', true});
  EXPECT_EQ(lines, 0);
}

TEST(Text, WhatIsLeftIsNeverUnderstated) {
  EXPECT_EQ(report::percent_at_most(0.0), "0 %");
  EXPECT_EQ(report::percent_at_most(1e-13), "0.0001 %");
  EXPECT_EQ(report::percent_at_most(3.61e-6), "0.00037 %");
  EXPECT_EQ(report::percent_at_most(0.000141), "0.015 %");
  EXPECT_EQ(report::percent_at_most(0.0999), "10 %");
  EXPECT_EQ(report::percent_at_most(1.231), "130 %");
  EXPECT_EQ(report::percent_at_most(std::nullopt), "-");
}

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
