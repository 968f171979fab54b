// The semidefinite bounds on real data: their gaps close, and they are no weaker than the figures that Dey,
// Mazumder and Wang published for the same relaxation.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "bounds/sdp/dadal.hpp"
#include "bounds/sdp/sdp.hpp"
#include "io/interpret.hpp"

namespace spica {
namespace {

struct Published {
  const char* file;
  Index k;
  double lambda;         // lambda^k, proven
  double sdp_percent;    // gap of the relaxation; of DADAL where the interior point method ran out of memory
  double dadal_percent;  // gap of DADAL from sigma0 = 0.01
};

void PrintTo(const Published& published, std::ostream* out) {
  *out << published.file;
}

class RelaxationValues : public testing::TestWithParam<Published> {
 protected:
  void SetUp() override {
    const char* chosen = std::getenv("SPICA_DATA_DIR");
    path_ = std::filesystem::path(chosen != nullptr ? chosen : SPICA_DEFAULT_DATA_DIR) / GetParam().file;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not there; set SPICA_DATA_DIR";
  }

  [[nodiscard]] Problem problem() const { return io::interpret(io::read_table(path_.string())).problem; }
  [[nodiscard]] static double percent(const Problem& problem, double upper) {
    return 100.0 * (problem.to_user_up(upper) / GetParam().lambda - 1.0);
  }

  std::filesystem::path path_;
};

TEST_P(RelaxationValues, TheGapOfTheRelaxationCloses) {
  const Problem instance = problem();
  const bounds::RelaxationResult result = bounds::solve_sdp(instance, GetParam().k, {});
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.upper - *result.value, 1e-4 * result.upper);
  EXPECT_GE(percent(instance, result.upper), -1e-5);
  EXPECT_LE(percent(instance, result.upper), 1.05 * GetParam().sdp_percent + 0.05);
}

TEST_P(RelaxationValues, DadalIsNoWeakerThanPublished) {
  const Problem instance = problem();
  const bounds::RelaxationResult result = bounds::solve_dadal(instance, GetParam().k, 0.01, {});
  EXPECT_GE(percent(instance, result.upper), -1e-5);
  EXPECT_LE(percent(instance, result.upper), 1.05 * GetParam().dadal_percent + 0.05);
}

INSTANTIATE_TEST_SUITE_P(Files, RelaxationValues,
                         testing::Values(Published{"pitprops.csv", 5, 3.406155, 1.52, 1.79},
                                         Published{"eisen1.csv.gz", 10, 17.335499, 2.19, 2.19},
                                         Published{"eisen2.csv.gz", 10, 11.718201, 1.96, 2.37},
                                         Published{"colon500.csv.gz", 10, 2641.228861, 13.51, 13.51},
                                         Published{"lymphoma500.csv.gz", 10, 6008.741115, 29.67, 34.79}),
                         [](const auto& published) {
                           const std::string_view file = published.param.file;
                           return std::string(file.substr(0, file.find('.')));
                         });

}  // namespace
}  // namespace spica
