#include "report/loadings.hpp"

#include <gtest/gtest.h>

#include "pitprops.hpp"
#include "spica/solve.hpp"

namespace spica {
namespace {

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

}  // namespace
}  // namespace spica
