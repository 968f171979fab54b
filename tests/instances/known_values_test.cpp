// The best known values of the shared instances: reached by the heuristics with the default seed, and never
// below a bound.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "checker/check.hpp"
#include "io/certificate.hpp"
#include "io/file.hpp"
#include "io/interpret.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"

namespace spica {
namespace {

std::filesystem::path data_folder() {
  const char* chosen = std::getenv("SPICA_DATA_DIR");
  return chosen != nullptr ? chosen : SPICA_DEFAULT_DATA_DIR;
}

struct Known {
  const char* file;
  std::map<Index, double> values;  // k: lambda^k
  int ddof = 0;
};

void PrintTo(const Known& known, std::ostream* out) {
  *out << known.file;
}

class KnownValues : public testing::TestWithParam<Known> {
 protected:
  void SetUp() override {
    path_ = data_folder() / GetParam().file;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not there; set SPICA_DATA_DIR";
  }

  [[nodiscard]] Problem problem() const {
    io::Interpretation how;
    how.ddof = GetParam().ddof;
    return io::interpret(io::read_table(path_.string()), how).problem;
  }

  std::filesystem::path path_;
};

TEST_P(KnownValues, AreReachedByTheHeuristics) {
  const Problem instance = problem();
  for (const auto& [k, value] : GetParam().values) {
    const Component component = heuristic(instance, {k}).components.front();
    EXPECT_GE(component.lower_bound, value * (1.0 - 2e-7)) << "k = " << k;
    EXPECT_LE(component.lower_bound, value * (1.0 + 1e-4))
        << "k = " << k << ": above what was proven optimal";
  }
}

TEST_P(KnownValues, StayBelowEveryBound) {
  const Problem instance = problem();
  const auto& [k, value] = *GetParam().values.begin();
  for (std::size_t i = 0; i < bound_names.size(); ++i) {
    const auto method = static_cast<BoundMethod>(i);
    if (i > 1 && instance.features() > 2500) continue;  // they form the covariance
    Options options;
    options.bound = method;
    options.ip.ipos = std::min<Index>(5, instance.features());
    options.time_limit_sec = 1.5;
    EXPECT_GE(*bound(instance, k, options).components.front().upper_bound, value * (1.0 - 2e-7))
        << name_of(method);
  }
}

TEST_P(KnownValues, AreProvedAndTheProofsAreAccepted) {
  io::Interpretation how;
  how.ddof = GetParam().ddof;
  how.fingerprint = true;
  const io::Input input = io::interpret(io::read_table(path_.string()), how);
  Options options;
  options.certificate = true;
  const std::string certificate = testing::TempDir() + "/" + GetParam().file + ".cert";
  for (const auto& [k, value] : GetParam().values) {
    const Result result = solve(input.problem, {k}, options);
    EXPECT_LE(*result.components.front().gap, 1e-4) << "k = " << k;
    EXPECT_GE(*result.components.front().upper_bound, value * (1.0 - 2e-7)) << "k = " << k;
    io::write_file(certificate, io::format_certificate(certificate, input, how, result));
    EXPECT_EQ(spica_check::check("spica-check", {path_.string(), certificate}), 0) << "k = " << k;
  }
  std::filesystem::remove(certificate);
}

INSTANTIATE_TEST_SUITE_P(
    Files, KnownValues,
    testing::Values(
        Known{"pitprops.csv", {{5, 3.406155}}}, Known{"wine_corr.csv.gz", {{5, 3.439779}, {10, 4.594293}}},
        Known{"eisen1.csv.gz", {{10, 17.335499}, {20, 17.719461}}},
        Known{"eisen2.csv.gz", {{10, 11.718201}, {20, 19.322834}, {40, 25.180822}}},
        Known{"colon500.csv.gz", {{10, 2641.228861}, {20, 4255.694064}, {40, 6924.529730}}},
        Known{"lymphoma500.csv.gz", {{10, 6008.741115}, {20, 9082.157838}, {40, 13143.466911}}},
        Known{"reddit2000_v2018.csv.gz", {{10, 1523.823034}, {20, 1684.394543}}},
        Known{"communities_corr.csv.gz", {{10, 8.823616}, {20, 14.326952}, {40, 21.914176}}},
        Known{"samplecov146.csv.gz", {{10, 407.799451}, {20, 524.199739}, {40, 643.186747}}},
        Known{"golub.samples.csv.gz", {{10, 5.56654231e8}, {20, 6.16880120e8}, {40, 6.81289224e8}}, 1},
        Known{"khan.samples.csv.gz", {{10, 14.145884}, {20, 20.894575}, {40, 31.551665}}, 1}),
    [](const auto& known) {
      return std::string(known.param.file).substr(0, std::string_view(known.param.file).find('.'));
    });

/// The tables of Dey, Mazumder and Wang at their parameters: no gap is larger than theirs.
struct PaperRow {
  const char* file;
  Index k;
  BoundMethod method;
  std::int64_t ipos;
  std::int64_t iterations;
  double published_percent;
};

class PaperRows : public testing::TestWithParam<PaperRow> {};

TEST_P(PaperRows, GapIsNoLargerThanPublished) {
  const PaperRow& row = GetParam();
  const std::filesystem::path path = data_folder() / row.file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path << "; set SPICA_DATA_DIR";
  Options options;
  options.bound = row.method;
  options.ip.grid = Grid::fixed;
  options.ip.ipos = row.ipos;
  options.ip.iterations = row.iterations;
  const Problem problem = io::interpret(io::read_table(path.string()), {}).problem;
  const Component component = bound(problem, row.k, options).components.front();
  EXPECT_LE(100.0 * *component.gap, 1.05 * row.published_percent + 0.05);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, PaperRows,
    testing::Values(PaperRow{"eisen1.csv.gz", 10, BoundMethod::convex_ip, 10, 1, 0.3},
                    PaperRow{"eisen1.csv.gz", 20, BoundMethod::pert_convex_ip, 5, 10, 0.062},
                    PaperRow{"eisen2.csv.gz", 10, BoundMethod::pert_convex_ip, 10, 3, 2.13},
                    PaperRow{"colon500.csv.gz", 10, BoundMethod::convex_ip, 10, 1, 14.7},
                    PaperRow{"colon500.csv.gz", 20, BoundMethod::pert_convex_ip, 5, 10, 16.537},
                    PaperRow{"lymphoma500.csv.gz", 10, BoundMethod::pert_convex_ip, 10, 3, 21.0},
                    PaperRow{"lymphoma500.csv.gz", 10, BoundMethod::l0_ip, 5, 1, 47.93}));

TEST(Wine, IsProvenForEveryK) {
  const std::filesystem::path path = data_folder() / "wine_corr.csv.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set SPICA_DATA_DIR";
  const Problem wine = io::interpret(io::read_table(path.string())).problem;
  for (Index k = 1; k <= wine.features(); ++k) {
    const Component component = test::checked_solve(wine, {k}).components.front();
    EXPECT_FALSE(stopped_early(component.status)) << k;
    EXPECT_LE(*component.gap, 1e-4) << k;
  }
}

/// Components chosen together: a total that the heuristic reaches with the default seed, and that no bound is below.
struct KnownTotal {
  const char* file;
  std::vector<Index> cardinalities;
  double total;
};

void PrintTo(const KnownTotal& known, std::ostream* out) {
  *out << known.file << " " << known.cardinalities.size() << " x " << known.cardinalities.front();
}

class KnownTotals : public testing::TestWithParam<KnownTotal> {};

TEST_P(KnownTotals, AreReachedAndProven) {
  const KnownTotal& known = GetParam();
  const std::filesystem::path path = data_folder() / known.file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set SPICA_DATA_DIR";
  const Problem problem = io::interpret(io::read_table(path.string()), {}).problem;
  Options options;
  options.joint = true;
  const double found = heuristic(problem, known.cardinalities, options).total->lower_bound;
  EXPECT_GE(found, known.total * (1.0 - 1e-5));
  const Result result = solve(problem, known.cardinalities, options);
  ASSERT_TRUE(result.total && result.total->upper_bound);
  EXPECT_GE(*result.total->upper_bound, std::max(found, known.total * (1.0 - 1e-6)));
  EXPECT_LE(*result.total->gap, options.gap);
  std::vector<Index> used;
  for (const Component& component : result.components)
    used.insert(used.end(), component.support.begin(), component.support.end());
  std::sort(used.begin(), used.end());
  EXPECT_EQ(std::adjacent_find(used.begin(), used.end()), used.end());
}

INSTANTIATE_TEST_SUITE_P(Files, KnownTotals,
                         testing::Values(KnownTotal{"pitprops.csv", {4, 4}, 5.25516},
                                         KnownTotal{"pitprops.csv", {4, 4, 4}, 7.25015},
                                         KnownTotal{"pitprops.csv", {5, 5}, 5.71036},
                                         KnownTotal{"eisen1.csv.gz", {10, 10}, 19.8952},
                                         KnownTotal{"eisen1.csv.gz", {10, 10, 10}, 22.0264},
                                         KnownTotal{"communities_corr.csv.gz", {10, 10, 10}, 24.7181},
                                         KnownTotal{"samplecov146.csv.gz", {5, 5, 5, 5, 5}, 920.965},
                                         KnownTotal{"colon500.csv.gz", {10, 10, 10}, 6024.4},
                                         KnownTotal{"lymphoma500.csv.gz", {10, 10, 10}, 14647.1},
                                         KnownTotal{"khan.samples.csv.gz", {10, 10, 10}, 36.7372},
                                         KnownTotal{"golub.samples.csv.gz", {10, 10, 10}, 9.7318e8}));

TEST(KnownTotal, EisenTwoByHeuristicAlone) {  // its proof branches, and takes seconds
  const std::filesystem::path path = data_folder() / "eisen2.csv.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set SPICA_DATA_DIR";
  const Problem problem = io::interpret(io::read_table(path.string()), {}).problem;
  Options options;
  options.joint = true;
  EXPECT_GE(heuristic(problem, {10, 10, 10}, options).total->lower_bound, 26.6518 * (1.0 - 1e-5));
}

}  // namespace
}  // namespace spica
