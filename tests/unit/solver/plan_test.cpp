// The plan of a solve is a pure function of the problem's shape: nothing is solved here.

#include "solver/plan.hpp"

#include <gtest/gtest.h>

namespace spica::solver {
namespace {

constexpr Index many = 20000;

TEST(Plan, LooksForACoreByEntriesWhereTheMatrixIsAffordable) {
  const Plan covariance = plan({.features = 500, .k = 10}, {});
  EXPECT_EQ(covariance.heuristics, Heuristics::all);
  EXPECT_EQ(covariance.core, CoreBy::entries);
  EXPECT_FALSE(covariance.reuses_core);
  EXPECT_TRUE(covariance.finds_symmetry);
  EXPECT_EQ(plan({.features = 1500, .factor_rows = 50, .k = 10}, {}).core, CoreBy::entries);
  // A covariance is there already, however large it is.
  EXPECT_EQ(plan({.features = many, .k = 10}, {}).core, CoreBy::entries);
}

TEST(Plan, DoesNotFormTheMatrixOfAWideFactor) {
  const Plan wide = plan({.features = many, .factor_rows = 50, .k = 10}, {});
  EXPECT_EQ(wide.heuristics, Heuristics::in_passes);
  EXPECT_EQ(wide.core, CoreBy::factor);
  EXPECT_TRUE(wide.reuses_core);
  // Passes know no limits by group.
  Options within;
  within.limits = {std::vector<Index>(static_cast<std::size_t>(many), 0), {2}, {"all"}};
  EXPECT_EQ(plan({.features = many, .factor_rows = 50, .k = 10}, within).heuristics, Heuristics::all);
  // With more rows than features the matrix is the smaller of the two.
  const Plan tall = plan({.features = many, .factor_rows = 2 * many, .k = 10}, {});
  EXPECT_EQ(tall.heuristics, Heuristics::all);
  EXPECT_EQ(tall.core, CoreBy::entries);
}

TEST(Plan, LooksForNoCoreWhereNoneCanHelp) {
  EXPECT_EQ(plan({.features = 70, .k = 10}, {}).core, CoreBy::none);
  EXPECT_EQ(plan({.features = 71, .k = 10}, {}).core, CoreBy::entries);
  EXPECT_EQ(plan({.features = 500, .k = 1}, {}).core, CoreBy::none);
  EXPECT_EQ(plan({.features = 500, .k = 150}, {}).core, CoreBy::entries);
  EXPECT_EQ(plan({.features = 500, .k = 151}, {}).core, CoreBy::none);
  EXPECT_EQ(plan({.features = many, .factor_rows = 50, .k = 401}, {}).core, CoreBy::none);
  // Where loadings have signs, or groups limits, the bound of all features is not that good.
  Options options;
  options.heuristic.nonnegative = true;
  EXPECT_EQ(plan({.features = 500, .k = 250}, options).core, CoreBy::entries);
  EXPECT_EQ(plan({.features = 500, .k = 251}, options).core, CoreBy::none);
}

TEST(Plan, StartsFromTheCauchyBoundWhereComponentsAreLarge) {
  EXPECT_TRUE(suits_low_rank({.features = 100, .k = 25}, {}));
  EXPECT_FALSE(suits_low_rank({.features = 100, .k = 24}, {}));
  Options options;
  options.heuristic.nonnegative = true;
  EXPECT_FALSE(suits_low_rank({.features = 100, .k = 50}, options));
  options.heuristic.nonnegative = false;
  options.limits = {std::vector<Index>(100, 0), {5}, {}};
  EXPECT_FALSE(suits_low_rank({.features = 100, .k = 50}, options));
}

TEST(Plan, NoCoreOfMostFeaturesForAQuarterOfThem) {
  EXPECT_TRUE(plan({.features = 146, .k = 36}, {}).core_or_nothing);
  EXPECT_FALSE(plan({.features = 146, .k = 30}, {}).core_or_nothing);
  Options options;
  options.limits = {std::vector<Index>(146, 0), {5}, {}};
  EXPECT_FALSE(plan({.features = 146, .k = 36}, options).core_or_nothing);
}

TEST(Plan, FeaturesThatMustBeInExcludeSymmetry) {
  Options options;
  options.include = {7};
  const Plan result = plan({.features = many, .factor_rows = 50, .k = 10}, options);
  EXPECT_EQ(result.heuristics, Heuristics::in_passes);
  EXPECT_EQ(result.core, CoreBy::factor);
  EXPECT_FALSE(result.finds_symmetry);
  // Where they are all of the component, one support is left.
  options.include = {7, 8};
  EXPECT_EQ(plan({.features = many, .factor_rows = 50, .k = 2}, options).core, CoreBy::none);
}

TEST(Plan, LimitsByGroupExcludePasses) {
  Options options;
  options.limits = {std::vector<Index>(static_cast<std::size_t>(many), 0), {2}, {}};
  EXPECT_EQ(plan({.features = many, .factor_rows = 50, .k = 10}, options).heuristics, Heuristics::all);
}

TEST(Plan, KnowsWhenHeuristicsHaveNothingToDo) {
  EXPECT_EQ(plan({.features = 30, .k = 30}, {}).heuristics, Heuristics::one_only);
  EXPECT_EQ(plan({.features = 30, .k = 5}, {}, {}, {}, true).heuristics, Heuristics::given);
}

TEST(Plan, BeginsWithAFewHeuristicsWhereACoreWillTellIfTheyDo) {
  EXPECT_TRUE(plan({.features = 500, .k = 10}, {}).quick_first);
  EXPECT_TRUE(plan({.features = many, .factor_rows = 50, .k = 10}, {}).quick_first);
  EXPECT_TRUE(plan({.features = 500, .k = 300}, {}).quick_first);  // the root's bound tells
  EXPECT_FALSE(plan({.features = 70, .k = 10}, {}).quick_first);
  EXPECT_FALSE(plan({.features = 500, .k = 10}, {}, {}, {}, true).quick_first);
  Options options;
  options.heuristic.method = HeuristicMethod::greedy;
  EXPECT_FALSE(plan({.features = 500, .k = 10}, options).quick_first);
  options = {};
  options.heuristic.nonnegative = true;
  EXPECT_FALSE(plan({.features = 500, .k = 10}, options).quick_first);
}

TEST(Plan, FollowsItsSettings) {
  const PlanSettings settings{.core_above = 10, .factor_core_above = 100};
  EXPECT_EQ(plan({.features = 11, .k = 2}, {}, settings).core, CoreBy::entries);
  EXPECT_EQ(plan({.features = 101, .factor_rows = 5, .k = 2}, {}, settings).core, CoreBy::factor);
}

TEST(Plan, SaysWhatAndWhy) {
  const Shape shape{.features = 20, .k = 3};
  const std::vector<std::string> sentences = describe(plan(shape, {}), shape);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0], "all heuristics on 20 features");
  EXPECT_EQ(sentences[1], "no core: 20 features are few enough to search");
  // Every plan says something, and one without a core says why.
  for (const Index n : {2, 20, 70, 71, 500, 5000}) {
    for (const std::optional<Index> rows : {std::optional<Index>(), std::optional<Index>(30)}) {
      for (const Index k : {Index{1}, Index{2}, n}) {
        const Shape some{n, rows, k};
        const Plan result = plan(some, {});
        EXPECT_EQ(result.core == CoreBy::none, !result.why_no_core.empty());
        EXPECT_FALSE(describe(result, some).empty());
      }
    }
  }
}

TEST(Plan, BoundSuitsWhatIsLeft) {
  const auto bound = [](Index features, bool from_core) {
    return plan_bound({.shape = {.features = features, .k = 5}, .from_core = from_core});
  };
  EXPECT_EQ(bound(16, false), BoundBy::spectral);
  EXPECT_EQ(bound(16, true), BoundBy::spectral);
  EXPECT_EQ(bound(17, false), BoundBy::pairs);
  EXPECT_EQ(bound(600, false), BoundBy::pairs);
  EXPECT_EQ(bound(601, true), BoundBy::pairs);
  EXPECT_EQ(bound(601, false), BoundBy::spectral);  // as long as its rank is not known
  EXPECT_EQ(plan_bound({.shape = {.features = 100, .k = 1}}), BoundBy::spectral);
}

TEST(Plan, TheSampleBoundNeedsFewRows) {
  ReducedShape data{.shape = {.features = 5000, .factor_rows = 1000, .k = 5}};
  EXPECT_EQ(plan_bound(data), BoundBy::sample);
  EXPECT_FALSE(wants_rank(data));
  data.shape.factor_rows = 1001;
  EXPECT_EQ(plan_bound(data), BoundBy::spectral);
}

TEST(Plan, TheRankOfACovarianceIsFoundWhereItDecides) {
  ReducedShape reduced{.shape = {.features = 601, .k = 5}};
  EXPECT_TRUE(wants_rank(reduced));
  reduced.rank = 40;
  EXPECT_EQ(plan_bound(reduced), BoundBy::sample);
  EXPECT_FALSE(wants_rank({.shape = {.features = 600, .k = 5}}));
  EXPECT_FALSE(wants_rank({.shape = {.features = 2501, .k = 5}}));
  EXPECT_FALSE(wants_rank({.shape = {.features = 601, .k = 1}}));
  // Without any variance there is no scale for the pairs bound.
  EXPECT_TRUE(wants_rank({.shape = {.features = 100, .k = 5}, .has_variance = false}));
}

TEST(Plan, ALargeProblemIsLeftUnsearchedOnceTimeIsUp) {
  Options options;
  EXPECT_TRUE(bounds_root_late({.features = 2000, .k = 5}, options));
  EXPECT_FALSE(bounds_root_late({.features = 3000, .k = 5}, options));
  EXPECT_FALSE(bounds_root_late({.features = 50000, .factor_rows = 50, .k = 5}, options));
  options.certificate = true;
  EXPECT_TRUE(bounds_root_late({.features = 3000, .k = 5}, options));
}

TEST(Plan, EntriesAreNeededUnlessTheFactorServes) {
  EXPECT_FALSE(needs_entries({.features = 70}));
  EXPECT_TRUE(needs_entries({.features = 71}));
  EXPECT_FALSE(needs_entries({.features = many, .factor_rows = 50}));
  EXPECT_TRUE(needs_entries({.features = many}));
}

}  // namespace
}  // namespace spica::solver
