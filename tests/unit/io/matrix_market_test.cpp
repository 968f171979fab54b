#include "io/matrix_market.hpp"

#include "io_test.hpp"

namespace spica::io::test {
namespace {

Matrix read_mtx(const std::string& text) {
  MemorySource source(text);
  return read_matrix_market(source, "m.mtx", {}).values();
}

void expect_mtx_error(const std::string& text, const std::vector<std::string>& parts) {
  SCOPED_TRACE(text);
  const std::string line = input_error([&] { read_mtx(text); });
  EXPECT_TRUE(line.starts_with("m.mtx: ")) << line;
  expect_has(line, parts);
}

std::string banner(const std::string& rest) {
  return "%%MatrixMarket matrix " + rest + "\n";
}

TEST(IoMatrixMarket, Arrays) {
  expect_same(read_mtx(banner("array real general") + "% by columns\n2 3\n1\n2\n3\n4\n5\n6\n"),
              matrix(2, 3, {1, 3, 5, 2, 4, 6}));
  expect_same(read_mtx(banner("array integer general") + "1 2\r\n7\r\n-8\r\n"), matrix(1, 2, {7, -8}));
  expect_same(read_mtx(banner("array real symmetric") + "3 3\n1\n2\n3\n4\n5\n6\n"),
              matrix(3, 3, {1, 2, 3, 2, 4, 5, 3, 5, 6}));
  expect_same(read_mtx(banner("array real skew-symmetric") + "3 3\n1 2 3\n"),
              matrix(3, 3, {0, -1, -2, 1, 0, -3, 2, 3, 0}));
  expect_same(read_mtx("%%matrixmarket MATRIX Array Real General\n1 1\n5"), matrix(1, 1, {5}));
}

TEST(IoMatrixMarket, Coordinates) {
  expect_same(read_mtx(banner("coordinate real general") + "%\n\n2 3 2\n1 3 5.5\n2 1 -1e2\n"),
              matrix(2, 3, {0, 0, 5.5, -100, 0, 0}));
  expect_same(read_mtx(banner("coordinate pattern general") + "2 2 2\n1 1\n2 2\n"),
              matrix(2, 2, {1, 0, 0, 1}));
  expect_same(read_mtx(banner("coordinate integer symmetric") + "2 2 2\n1 1 4\n2 1 3\n"),
              matrix(2, 2, {4, 3, 3, 0}));
  expect_same(read_mtx(banner("coordinate real symmetric") + "2 2 1\n1 2 3\n"), matrix(2, 2, {0, 3, 3, 0}));
  expect_same(read_mtx(banner("coordinate real skew-symmetric") + "2 2 1\n2 1 3\n"),
              matrix(2, 2, {0, -3, 3, 0}));
  expect_same(read_mtx(banner("coordinate real general") + "2 2 0\n"), Matrix::Zero(2, 2));
}

TEST(IoMatrixMarket, RefusesOtherHeaders) {
  expect_mtx_error(banner("array complex general") + "1 1\n1 2\n", {"row 1", "'complex'", "real"});
  expect_mtx_error(banner("coordinate complex hermitian") + "1 1 1\n1 1 2 3\n", {"row 1"});
  expect_mtx_error(banner("array real hermitian") + "1 1\n1\n", {"row 1", "'hermitian'"});
  expect_mtx_error(banner("array pattern general") + "1 1\n", {"pattern"});
  expect_mtx_error(banner("list real general") + "1 1\n", {"'list'", "array or coordinate"});
  expect_mtx_error("%%MatrixMarket vector array real general\n1\n1\n", {"row 1"});
  expect_mtx_error("%%MatrixMarket\n", {"row 1"});
}

TEST(IoMatrixMarket, RefusesWrongSizes) {
  expect_mtx_error(banner("array real general"), {"size line"});
  expect_mtx_error(banner("array real general") + "2\n1\n2\n", {"row 2", "rows and columns"});
  expect_mtx_error(banner("array real general") + "2 x\n1\n2\n", {"row 2, column 2: 'x'"});
  expect_mtx_error(banner("array real general") + "0 5\n", {"row 2", "no values"});
  expect_mtx_error(banner("array real general") + "-1 5\n", {"row 2"});
  expect_mtx_error(banner("array real symmetric") + "2 3\n1\n1\n1\n", {"square"});
  expect_mtx_error(banner("array real general") + "30000 30000\n1\n", {"too short", "900000000"});
  expect_mtx_error(banner("array real general") + "4000000000 4000000000\n1\n", {"row 2", "too large"});
  expect_mtx_error(banner("array real general") + "99999999999999999999 1\n1\n", {"row 2"});
  expect_mtx_error(banner("coordinate real general") + "100000 100000 1\n1 1 1\n", {"too large"});
  expect_mtx_error(banner("coordinate real general") + "20000 20000 300000000\n1 1 1\n", {"too short"});
}

TEST(IoMatrixMarket, RefusesWrongCounts) {
  expect_mtx_error(banner("array real general") + "2 2\n1\n2\n3.0000000000\n",
                   {"holds 3 values", "row 2", "asks for 4"});
  expect_mtx_error(banner("array real general") + "2 1\n1\n2\n3\n", {"row 5", "more than the 2 values"});
  expect_mtx_error(banner("coordinate real general") + "2 2 2\n1 1 5.00000000\n",
                   {"holds 1 value,", "asks for 2"});
  expect_mtx_error(banner("coordinate real general") + "2 2 1\n1 1 5\n1 2 5\n", {"row 4", "more than the 1"});
}

TEST(IoMatrixMarket, RefusesWrongEntries) {
  const std::string start = banner("coordinate real general") + "2 2 2\n1 1 5\n";
  expect_mtx_error(start + "3 1 5\n", {"row 4", "(3, 1)", "2 x 2"});
  expect_mtx_error(start + "0 1 5\n", {"row 4", "(0, 1)", "start at 1"});
  expect_mtx_error(start + "1 1 5\n", {"row 4", "(1, 1)", "twice"});
  expect_mtx_error(start + "1 2\n", {"row 4", "2 numbers"});
  expect_mtx_error(start + "1 2 x\n", {"row 4, column 3: 'x' is not a number"});
  expect_mtx_error(start + "1 2 NA\n", {"row 4, column 3: 'NA'"});
  expect_mtx_error(start + "1 2 inf\n", {"row 4, column 3: 'inf' is not finite"});
  expect_mtx_error(start + "1.5 2 1\n", {"row 4, column 1: '1.5'"});
  expect_mtx_error(banner("coordinate real symmetric") + "2 2 2\n2 1 3\n1 2 3\n",
                   {"row 4", "(1, 2)", "one triangle"});
  expect_mtx_error(banner("coordinate real skew-symmetric") + "2 2 1\n1 1 3\n", {"row 3", "diagonal"});
}

TEST(IoMatrixMarket, AnyBeginningIsReadOrRefused) {
  const std::vector<std::string> texts = {banner("array real symmetric") + "% c\n2 2\n1.5\n-2e-3\n3\n",
                                          banner("coordinate real general") + "3 2 2\n1 2 0.5\n3 1 7\n"};
  for (const std::string& text : texts) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      try {
        read_mtx(text.substr(0, length));
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
      }
    }
  }
}

TEST(IoMatrixMarket, WritesSymmetricOnlyIfExactlySo) {
  expect_has(format_matrix_market(matrix(2, 2, {1, 2, 2, 3})), {"real symmetric\n2 2\n1\n2\n3\n"});
  expect_has(format_matrix_market(matrix(2, 2, {1, 0.0, -0.0, 3})), {"real general\n2 2\n1\n-0\n0\n3\n"});
  expect_has(format_matrix_market(matrix(1, 2, {1, 2})), {"real general\n1 2\n1\n2\n"});
}

}  // namespace
}  // namespace spica::io::test
