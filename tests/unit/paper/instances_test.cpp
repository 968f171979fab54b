#include "paper/instances.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "cell.hpp"
#include "spica/error.hpp"

namespace spica {
namespace {

using namespace paper;

TEST(PaperInstances, RandomCasesAreSeedsOfTheirFamily) {
  Instances instances(std::nullopt);
  Figure figure = cell("Case 1", "sdp", "");
  figure.table = "synthetic-10";
  figure.n = 60;
  const Problem first = instances.problem(figure);
  EXPECT_EQ(first.features(), 60);
  EXPECT_EQ(first.samples(), 50);
  EXPECT_EQ(first.variances(), instances.problem(figure).variances());
  figure.case_name = "Case 2";
  EXPECT_NE(first.variances(), instances.problem(figure).variances());
  EXPECT_EQ(origin_of(figure), Origin::new_draw);
}

TEST(PaperInstances, PitpropsComponentsFollowDeflation) {
  Instances instances(std::nullopt);
  const Problem first = instances.problem(cell("component 1", "sdp", ""));
  const Problem second = instances.problem(cell("component 2", "sdp", ""));
  EXPECT_NEAR(std::ldexp(first.trace(), first.exponent()), 13.0, 1e-9);
  EXPECT_NEAR(std::ldexp(second.trace(), second.exponent()), 13.0 - 2.0 * 3.406155 + 3.406155, 1e-4);
}

TEST(PaperInstances, MissingFilesAreNamed) {
  EXPECT_FALSE(Instances(std::nullopt).why_missing(cell("Pitprops", "sdp", "")));
  EXPECT_FALSE(Instances(std::nullopt).why_missing(cell("Case 1", "sdp", "")));
  EXPECT_NE(Instances(std::nullopt).why_missing(cell("Colon", "sdp", ""))->find("--data"), std::string::npos);
  const std::string empty = testing::TempDir() + "spica-paper-empty";
  std::filesystem::create_directory(empty);
  EXPECT_NE(Instances(empty).why_missing(cell("Colon", "sdp", ""))->find("colon500.csv.gz"),
            std::string::npos);
  EXPECT_THROW(Instances("/no/such/folder"), Error);
}

TEST(PaperEigenvaluesAbove, CountsThemAll) {
  const Problem problem = Problem::from_covariance(Vector::LinSpaced(40, 1.0, 40.0).asDiagonal());
  EXPECT_EQ(eigenvalues_above(problem, 40.5), 0);
  EXPECT_EQ(eigenvalues_above(problem, 35.5), 5);
  EXPECT_EQ(eigenvalues_above(problem, 10.5), 30);
  EXPECT_EQ(eigenvalues_above(problem, 0.5), 40);
}

}  // namespace
}  // namespace spica
