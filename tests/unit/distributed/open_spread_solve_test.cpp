// Solving a problem that is spread over ranks is solving it in one place.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generate/generate.hpp"
#include "io/certificate.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "unit/distributed/spread.hpp"

namespace spica {
namespace {

using generate::Model;
using io::test::TempDir;

constexpr Index enough_features = 1600;  // for passes over a factor instead of a matrix

Matrix of_family(Model model) {
  return generate::generate({.model = model, .features = enough_features, .samples = 30, .seed = 3}).samples;
}

/// Groups of features that go together, the first of them most; in units of their own.
Matrix clusters() {
  Random random(8);
  Matrix y = test::gaussian(random, 40, enough_features);
  for (Index group = 0; group < 6; ++group) {
    const Vector common = test::gaussian(random, 40, 1);
    for (Index j = 250 * group; j < 250 * group + 12; ++j)
      y.col(j) = common + (0.3 + 0.1 * static_cast<double>(group)) * y.col(j);
  }
  for (Index j = 0; j < y.cols(); ++j) y.col(j) *= std::exp(random.normal());
  return y;
}

struct Told {
  Result result;
  std::vector<std::string> explained;  // among it the sizes of cores
};

Told solve_and_listen(const Problem& problem, const std::vector<Index>& cardinalities,
                      const Options& options) {
  Told told;
  Hooks hooks;
  hooks.on_explain = [&told](double, const std::string& what) { told.explained.push_back(what); };
  told.result = solve(problem, cardinalities, options, hooks);
  return told;
}

struct Case {
  Matrix y;
  test::Stored stored = {};
  io::Interpretation how = {};
  std::vector<Index> cardinalities = {5};
  std::int64_t node_limit = 1000;
  bool disjoint = false;
  Support include = {};
  std::string explained = "rules the other";  // at some time
};

/// The same supports, cores and statuses; bounds up to roundings.
void expect_same_solution(const Case& given, const std::vector<int>& ranks) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::write_npy(path, given.y, given.stored);
  Options options;
  options.node_limit = given.node_limit;
  options.disjoint = given.disjoint;
  options.include = given.include;
  options.threads = 1;
  options.certificate = given.how.fingerprint;
  const Told here =
      solve_and_listen(test::in_one_place(path, given.how).problem, given.cardinalities, options);
  EXPECT_TRUE(std::any_of(here.explained.begin(), here.explained.end(), [&given](const std::string& what) {
    return what.find(given.explained) != std::string::npos;
  })) << ::testing::PrintToString(here.explained);
  for (const int count : ranks) {
    test::with_spread(count, path, given.how, [&](const io::Input& spread) {
      const Told told = solve_and_listen(spread.problem, given.cardinalities, options);
      EXPECT_EQ(told.explained, here.explained);
      ASSERT_EQ(told.result.components.size(), here.result.components.size());
      for (std::size_t c = 0; c < here.result.components.size(); ++c) {
        const Component& one = told.result.components[c];
        const Component& other = here.result.components[c];
        EXPECT_EQ(one.support, other.support);
        EXPECT_EQ(one.status, other.status);
        EXPECT_NEAR(one.lower_bound, other.lower_bound, 1e-12 * other.lower_bound);
        EXPECT_NEAR(*one.upper_bound, *other.upper_bound, 1e-12 * *other.upper_bound);
        EXPECT_NEAR(one.adjusted_variance, other.adjusted_variance, 1e-9 * other.lower_bound);
      }
      if (!options.certificate) return;
      const std::string certificate = io::format_certificate("certificate", spread, given.how, told.result);
      EXPECT_EQ(test::complaint(given.y, certificate, told.result, false), "");
    });
  }
}

TEST(SpreadSolve, BesideFeaturesThatAreFarTooLong) {
  Matrix y = of_family(Model::spiked);
  y.col(0) *= 1e81;
  y.col(900) *= 1e100;
  expect_same_solution({.y = y, .how = {.as = {}, .exclude = {"0", "900"}}, .cardinalities = {5, 4}},
                       {1, 2, 3});
  expect_same_solution({.y = y, .cardinalities = {1, 1, 5}, .disjoint = true}, {2, 3});
}

TEST(SpreadSolve, SpikedTwoComponents) {
  expect_same_solution(
      {.y = of_family(Model::spiked), .how = {.as = {}, .center = false}, .cardinalities = {10, 5}}, {1, 3});
}

TEST(SpreadSolve, SyntheticInSinglePrecision) {
  expect_same_solution(
      {.y = of_family(Model::synthetic), .stored = {true, false}, .how = {.as = {}, .center = false}},
      {2, 4});
}

TEST(SpreadSolve, ClustersOfCorrelations) {
  expect_same_solution({.y = clusters(),
                        .stored = {true, true},
                        .how = {.as = {}, .standardize = true},
                        .cardinalities = {6, 6}},
                       {2, 4});
}

TEST(SpreadSolve, FeaturesAreExcluded) {
  expect_same_solution({.y = clusters(),
                        .stored = {false, false},
                        .how = {.as = {}, .standardize = true, .exclude = {"1", "2", "251", "1599"}},
                        .disjoint = true},
                       {3});
}

TEST(SpreadSolve, CertificatesAreAccepted) {
  expect_same_solution({.y = clusters(),
                        .stored = {false, false},
                        .how = {.as = {}, .standardize = true, .fingerprint = true},
                        .cardinalities = {3, 3}},
                       {3});
}

/// Without a core all features are wanted in one place.
TEST(SpreadSolve, WithAFeatureThatMustBeIn) {
  Random random(6);
  expect_same_solution(
      {.y = test::gaussian(random, 8, enough_features), .cardinalities = {4}, .include = {7}}, {2});
}

}  // namespace
}  // namespace spica
