// Which files are spread, what is said of them, and what happens where a rank cannot read one.

#include "distributed/open_spread.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <limits>

#include "io/certificate.hpp"
#include "spica/error.hpp"
#include "support/matrices.hpp"
#include "unit/distributed/spread.hpp"

namespace spica {
namespace {

using distributed::Communicator;
using distributed::open_spread;
using io::test::expect_has;
using io::test::input_error;
using io::test::TempDir;

Matrix some_samples() {
  Random random(4);
  return test::gaussian(random, 6, 40);
}

/// A rank for which the file is another one, with a path as long.
class Elsewhere : public Communicator {
 public:
  Elsewhere(Communicator& communicator, std::string path, std::string other)
      : communicator_(communicator), path_(std::move(path)), other_(std::move(other)) {}

  [[nodiscard]] int rank() const override { return communicator_.rank(); }
  [[nodiscard]] int size() const override { return communicator_.size(); }
  [[nodiscard]] int cores() const override { return communicator_.cores(); }
  [[nodiscard]] int neighbours() const override { return communicator_.neighbours(); }
  std::string broadcast(std::string bytes, int from) override {
    std::string received = communicator_.broadcast(std::move(bytes), from);
    const std::size_t at = received.find(path_);
    return at == std::string::npos ? received : received.replace(at, path_.size(), other_);
  }
  std::vector<std::string> gather(std::string bytes) override {
    return communicator_.gather(std::move(bytes));
  }
  std::vector<std::string> all_gather(const std::string& bytes) override {
    return communicator_.all_gather(bytes);
  }
  void sum(std::span<double> values) override { communicator_.sum(values); }
  std::vector<Parcel> exchange(const std::vector<Parcel>& out, const std::vector<int>& from) override {
    return communicator_.exchange(out, from);
  }

 private:
  Communicator& communicator_;
  std::string path_;
  std::string other_;
};

/// What rank 0 is told where rank 2 of 3 looks for another file; then all go on with a third one.
std::string error_with_other_file(const TempDir& folder) {
  const std::string path = folder.file("a.npy");
  test::write_npy(path, some_samples(), {});
  test::write_npy(folder.file("c.npy"), some_samples(), {});
  std::string message;
  test::on_ranks(3, [&](Communicator& communicator) {
    if (communicator.rank() == 2) {
      Elsewhere elsewhere(communicator, path, folder.file("b.npy"));
      EXPECT_EQ(distributed::serve(elsewhere), 0);
    } else if (communicator.rank() == 1) {
      EXPECT_EQ(distributed::serve(communicator), 0);
    } else {
      message = input_error([&] { open_spread(communicator, path, {}, {}, {1}); });
      EXPECT_TRUE(open_spread(communicator, folder.file("c.npy"), {}, {}, {1}));
      distributed::end(communicator, 0);
    }
  });
  return message;
}

TEST(OpenSpread, OneErrorWhereOneRankHasNoFile) {
  const TempDir folder;
  expect_has(error_with_other_file(folder), {"b.npy: cannot be read", "rank 2 of 3"});
}

TEST(OpenSpread, OneErrorWhereOneRankHasAnotherFile) {
  const TempDir folder;
  test::write_npy(folder.file("b.npy"), some_samples().leftCols(39), {});
  expect_has(error_with_other_file(folder), {"b.npy: is not the same file", "rank 2 of 3"});
  test::write_npy(folder.file("b.npy"), some_samples(), {});
  std::filesystem::resize_file(folder.file("b.npy"), 1000);
  expect_has(error_with_other_file(folder), {"b.npy: holds", "truncated", "rank 2 of 3"});
}

TEST(OpenSpread, OneErrorWhereOneValueDiffersOnOneRank) {
  const TempDir folder;
  Matrix other = some_samples();
  other(3, 38) = std::nextafter(other(3, 38), 9.0);
  test::write_npy(folder.file("b.npy"), other, {});
  expect_has(error_with_other_file(folder), {"a.npy: rank 2 of 3 reads another file than rank 0"});
  other = some_samples();
  std::swap(other(2, 39), other(3, 39));
  test::write_npy(folder.file("b.npy"), other, {});
  expect_has(error_with_other_file(folder), {"a.npy: rank 2 of 3 reads another file than rank 0"});
}

TEST(OpenSpread, RefusesDataLikeAnyOther) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  for (const double unit : {1e200, 1e-200}) {
    test::write_npy(path, unit * some_samples(), {});
    const std::string expected = input_error([&] { test::in_one_place(path, {}); });
    for (int ranks = 1; ranks <= 4; ++ranks) {
      test::on_rank_0(ranks, [&](Communicator& communicator) {
        EXPECT_EQ(input_error([&] { open_spread(communicator, path, {}, {}, {1}); }), expected);
      });
    }
  }
}

TEST(OpenSpread, LeavesOtherFilesAlone) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::on_rank_0(3, [&](Communicator& communicator) {
    const auto spread = [&](const io::Interpretation& how, Index least) {
      return open_spread(communicator, path, {}, how, {least}).has_value();
    };
    EXPECT_FALSE(spread({}, 1));  // there is none
    test::write_npy(path, some_samples(), {});
    EXPECT_TRUE(spread({}, 40));
    EXPECT_FALSE(spread({}, 41));
    EXPECT_FALSE(spread({.as = InputKind::sensing}, 1));
    EXPECT_FALSE(spread({.as = InputKind::covariance}, 1));
    EXPECT_FALSE(spread({.as = {}, .ddof = 6}, 1));
    EXPECT_FALSE(open_spread(communicator, path, {}, {}));
    for (const double odd :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      Matrix y = some_samples();
      y(3, 39) = odd;
      test::write_npy(path, y, {});
      EXPECT_FALSE(spread({}, 1));
    }
    test::write_npy(path, some_samples().leftCols(6), {});
    EXPECT_FALSE(spread({.as = InputKind::samples}, 1));  // not more features than samples
    io::test::put(path, "a,b\n1,2\n3,4\n5,7\n");
    EXPECT_FALSE(spread({}, 1));
    io::test::put(path, "\x93NUMPY\x01");
    EXPECT_FALSE(spread({}, 1));
    std::filesystem::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(spread({}, 1));  // and does not wait for somebody to write to it
  });
}

TEST(OpenSpread, SaysWhatIsSaidOfAnyInput) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  Matrix y = some_samples();
  y.row(0) = Vector::LinSpaced(40, 0.0, 39.0).transpose();
  y.col(0) = Vector::LinSpaced(6, 0.0, 5.0);
  y.col(30).setConstant(30.0);
  for (const test::Stored& stored : test::every_way) {
    test::write_npy(path, y, stored);
    for (const io::Interpretation& how :
         {io::Interpretation{.as = {}, .standardize = true, .exclude = {"0", "39"}, .include = {"7"}},
          io::Interpretation{.as = {}, .fingerprint = true}}) {
      const io::Input here = test::in_one_place(path, how);
      EXPECT_GE(here.notes.size(), 2U);
      test::with_spread(3, path, how, [&](const io::Input& spread) {
        EXPECT_EQ(spread.notes, here.notes);
        EXPECT_EQ(spread.path, here.path);
        EXPECT_EQ(spread.sha256, here.sha256);
        EXPECT_EQ(spread.fingerprint, here.fingerprint);
        EXPECT_EQ(spread.included, here.included);
        EXPECT_EQ(spread.excluded, here.excluded);
        EXPECT_EQ(spread.problem.removed(), here.problem.removed());
        EXPECT_EQ(spread.problem.kind(), InputKind::samples);
      });
    }
  }
  test::on_rank_0(2, [&](Communicator& communicator) {
    const std::string message =
        input_error([&] { open_spread(communicator, path, {}, {.as = {}, .exclude = {"40"}}, {1}); });
    expect_has(message, {"there is no feature", "from 0 to 39"});
  });
}

}  // namespace
}  // namespace spica
