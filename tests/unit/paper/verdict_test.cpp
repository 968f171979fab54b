#include <gtest/gtest.h>

#include "paper/render.hpp"
#include "paper/verdict.hpp"

namespace spica {
namespace {

using namespace paper;

/// A published gap of 10 %.
Figure published(double time_sec) {
  Figure figure;
  figure.table = "real-10";
  figure.case_name = "Colon";
  figure.n = 500;
  figure.k = 10;
  figure.method = "pert-convex-ip";
  figure.params = "10,3,3";
  figure.lower_bound = 100.0;
  figure.gap_percent = 10.0;
  figure.time_sec = time_sec;
  return figure;
}

/// A lower bound of 100, and an upper one that falls to `upper` in 4 s.
Measurement measured(double upper) {
  return {false,
          100.0,
          upper,
          4.0,
          {{0.5, 90.0, {}, 0}, {1.0, 90.0, 120.0, 1}, {2.0, 100.0, 109.0, 5}, {4.0, 100.0, upper, 9}}};
}

TEST(PaperTimeToGap, IsTheFirstEntryAgainstTheFinalLowerBound) {
  EXPECT_EQ(time_to_gap(measured(105.0), 20.0), 1.0);
  EXPECT_EQ(time_to_gap(measured(105.0), 10.0), 2.0);
  EXPECT_EQ(time_to_gap(measured(105.0), 5.0), 4.0);
  EXPECT_EQ(time_to_gap(measured(105.0), 4.0), std::nullopt);
}

TEST(PaperVerdict, MetNeedsTheGapAndAHundredthOfALongTime) {
  const Comparison fast = compare(published(200.0), measured(105.0));
  EXPECT_EQ(fast.verdict, "met");
  EXPECT_NEAR(*fast.gap_percent, 5.0, 1e-12);
  EXPECT_EQ(fast.time_to_gap_sec, 2.0);
  EXPECT_EQ(fast.speed_up, 100.0);
  EXPECT_EQ(compare(published(199.0), measured(105.0)).verdict, "time");
  EXPECT_EQ(compare(published(100.0), measured(105.0)).verdict, "met");
}

TEST(PaperVerdict, GapsHaveATolerance) {
  Measurement ours{false, 100.0, 110.5, 4.0, {}};
  const Comparison within = compare(published(400.0), ours);
  EXPECT_EQ(within.verdict, "met");
  EXPECT_EQ(within.time_to_gap_sec, 4.0);
  ours.upper_bound = 110.6;
  const Comparison beyond = compare(published(400.0), ours);
  EXPECT_EQ(beyond.verdict, "gap");
  EXPECT_EQ(beyond.speed_up, std::nullopt);
}

TEST(PaperVerdict, NothingPublishedIsNew) {
  Figure figure = published(1.0);
  figure.gap_percent = figure.time_sec = std::nullopt;
  EXPECT_EQ(compare(figure, measured(105.0)).verdict, "new");
}

TEST(PaperVerdict, APublishedTimeOfZeroHasNoSpeedUp) {
  const Comparison comparison = compare(published(0.0), measured(105.0));
  EXPECT_EQ(comparison.verdict, "met");
  EXPECT_EQ(comparison.speed_up, std::nullopt);
}

TEST(PaperVerdict, PrimalMethodsAreJudgedByTheirValue) {
  Measurement ours{true, 100.0, {}, 0.1, {}};
  EXPECT_EQ(compare(published(5.0), ours).verdict, "met");
  ours.lower_bound = 99.9995;
  EXPECT_EQ(compare(published(5.0), ours).verdict, "met");
  ours.lower_bound = 99.99;
  EXPECT_EQ(compare(published(5.0), ours).verdict, "LB");
}

TEST(PaperRender, SaysWhatWasRunSkippedAndMissed) {
  Row row;
  row.published = published(200.0);
  row.params = "10,3,3";
  row.lower_bound = 100.0;
  row.time_sec = 4.0;
  row.status = Status::time_limit;
  row.comparison = compare(row.published, measured(105.0));
  Row failed;
  failed.published = row.published;
  failed.failure = "no such | method";
  failed.comparison.verdict = "failed";
  Row other = row;  // of another matrix: its verdict does not count
  other.published.case_name = "Reddit";
  const Rerun rerun{{row, failed, other}, {"Eisen-1: no file"}, true};
  const std::string text = markdown(table_named("real-10"), rerun, {"spica reproduce real-10", "a machine"});
  for (const char* part :
       {"# real-10", "`spica reproduce real-10` on a machine", "| time_limit", "| met", "no such / method",
        "Skipped: Eisen-1: no file", "Interrupted", "1 of 1 comparable cells met"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("Lymphoma"), std::string::npos) << "a note about a case that is not there";
  const std::string lines = csv(rerun);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
  EXPECT_NE(lines.find("real-10,Colon,500,10,same,pert-convex-ip,\"10,3,3\",100,100,"), std::string::npos)
      << lines;
}

TEST(PaperRunner, GoesOnAfterACellThatFails) {
  Figure bad = cells_of(table_named("pitprops")).front();
  bad.k = 99;  // more than there are features
  const Figure good = cells_of(table_named("primal")).front();
  Runner runner(Instances(std::nullopt), {}, {});
  const Rerun rerun = runner.run({bad, good});
  ASSERT_EQ(rerun.rows.size(), 2U);
  EXPECT_EQ(rerun.rows[0].comparison.verdict, "failed");
  EXPECT_EQ(rerun.rows[1].comparison.verdict, "met");
  EXPECT_NEAR(*rerun.rows[1].lower_bound, 3.406155, 1e-5);
  EXPECT_EQ(rerun.rows[1].eigenvalues_above, 1);
}

TEST(PaperRunner, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  Monitor monitor;
  monitor.hooks.stop = &stop;
  const Rerun nothing = Runner(Instances(std::nullopt), {}, monitor).run(cells_of(table_named("pitprops")));
  EXPECT_TRUE(nothing.interrupted);
  EXPECT_TRUE(nothing.rows.empty());
}

}  // namespace
}  // namespace spica
