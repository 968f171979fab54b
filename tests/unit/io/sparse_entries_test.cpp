// Matrix Market samples that stay sparse: what is read, in which order, and what is refused.
#include "io/certificate.hpp"
#include "io/interpret.hpp"
#include "io/matrix_market.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

const std::string sparse_banner = "%%MatrixMarket matrix coordinate real general\n";

Table read_sparse(const std::string& text, std::size_t piece = Window::usual_piece) {
  ReadOptions options;
  options.keep_native = KeepNative::rectangles;
  options.piece = piece;
  MemorySource source(text);
  return read_matrix_market(source, "m.mtx", options);
}

std::string sparse_error(const std::string& text) {
  return input_error([&] { read_sparse(text); });
}

TEST(IoSparse, EntriesInAnyOrder) {
  const Matrix expected = matrix(3, 4, {1, 0, 0, 4, 0, 0, -2.5, 5, 0, 0, 3, 6});
  const std::vector<std::string> orders = {
      "1 1 1\n2 3 -2.5\n3 3 3\n1 4 4\n2 4 5\n3 4 6\n",               // by columns
      "1 1 1\n1 4 4\n2 3 -2.5\n2 4 5\n3 3 3\n3 4 6\n",               // by rows
      "3 4 6\n% here\n2 4 5\n\n1 4 4\n3 3 3\n2 3 -2.5\n1 1 1.0\n"};  // backwards, with a comment
  for (const std::string& entries : orders) {
    for (const std::size_t piece : {1, 2, 7, 1000}) {
      Table table = read_sparse(sparse_banner + "3 4 6\n" + entries, piece);
      ASSERT_TRUE(std::holds_alternative<SparseSamples>(std::get<NativeSamples>(table.numbers)));
      const auto& samples = std::get<SparseSamples>(std::get<NativeSamples>(table.numbers));
      EXPECT_EQ(samples.starts, (std::vector<Index>{0, 1, 1, 3, 6}));
      EXPECT_EQ(samples.row, (std::vector<std::int32_t>{0, 1, 2, 0, 1, 2}));
      EXPECT_EQ(fingerprint(table), fingerprint(expected));
      expect_same(row_of(table, 1), expected.row(1).transpose());
      expect_same(column_of(table, 2), expected.col(2));
      expand(table);
      expect_same(table.values(), expected);
    }
  }
}

TEST(IoSparse, ZerosThatAreGivenKeepTheirSign) {
  Table table = read_sparse(sparse_banner + "2 3 2\n1 1 -0.0\n2 3 0\n");
  const Matrix expected = matrix(2, 3, {-0.0, 0, 0, 0, 0, 0});
  EXPECT_EQ(fingerprint(table), fingerprint(expected));
  expand(table);
  expect_same(table.values(), expected);
}

TEST(IoSparse, WhatIsGivenTwiceIsNamedByItsLine) {
  EXPECT_EQ(sparse_error(sparse_banner + "3 4 3\n1 1 1\n% c\n\n2 3 1\n1 1 2\n"),
            "m.mtx: row 7: entry (1, 1) is given twice; keep one of them");
  EXPECT_EQ(sparse_error(sparse_banner + "3 4 5\n2 4 1\n1 1 1\n1 1 2\n1 1 3\n2 4 1\n"),
            "m.mtx: row 5: entry (1, 1) is given twice; keep one of them");
}

TEST(IoSparse, HasNoLimitOfCells) {
  const Table table = read_sparse(sparse_banner + "2000000 200000 2\n1 1 1\n2000000 200000 2\n");
  EXPECT_EQ(rows_of(table), 2000000);
  EXPECT_EQ(columns_of(table), 200000);
  expect_has(sparse_error(sparse_banner + "2000000 200000 1\n1 1 nan\n"), {"2000000 x 200000", "too large"});
  expect_has(sparse_error(sparse_banner + "100000 100000 1\n1 1 1\n"),
             {"row 2", "too large for a dense matrix"});
  expect_has(sparse_error(sparse_banner + "3000000000 2 1\n1 1 1\n"), {"row 2", "too large"});
  expect_has(sparse_error(sparse_banner + "2 3000000000 1\n1 1 1\n"), {"row 2", "too large"});
}

TEST(IoSparse, RefusesWhatDenseFilesAreRefusedFor) {
  for (const char* rest : {"3 4 2\n1 1 5.00000000\n", "3 4 1\n1 1 5\n1 2 5\n", "3 4 1\n4 1 5\n",
                           "3 4 1\n0 1 5\n", "3 4 1\n1 2\n", "3 4 1\n1 2 x\n", "3 4 1\n1 2 inf\n",
                           "3 4 1\n1.5 2 1\n", "3 4 300000000\n1 1 1\n", "3 4\n"}) {
    SCOPED_TRACE(rest);
    MemorySource source(rest);
    const std::string text = sparse_banner + rest;
    const std::string dense = input_error([&] {
      MemorySource plain(text);
      read_matrix_market(plain, "m.mtx", {});
    });
    EXPECT_EQ(sparse_error(text), dense);
  }
}

TEST(IoSparse, MissingValuesAreSettledAsAlways) {
  const Table table = read_sparse(sparse_banner + "2 3 2\n1 1 nan\n2 2 1\n");
  EXPECT_EQ(table.native(), nullptr);
  EXPECT_TRUE(std::isnan(table.values()(0, 0)));
  expect_has(input_error([&] { interpret(table); }), {"1 missing value", "row 1, column 1"});
}

TEST(IoSparse, ProblemsAreThoseOfTheMatrix) {
  const std::string text = sparse_banner + "4 5 6\n1 1 2\n2 1 3\n3 2 1\n4 3 -2\n1 5 1\n3 5 4\n";
  Interpretation how;
  how.fingerprint = true;
  const Input sparse = interpret(read_sparse(text), how);
  Table whole = read_sparse(text);
  expand(whole);
  const Input dense = interpret(whole, how);
  EXPECT_EQ(sparse.fingerprint, dense.fingerprint);
  EXPECT_EQ(sparse.problem.exponent(), dense.problem.exponent());
  EXPECT_LE((sparse.problem.covariance() - dense.problem.covariance()).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(sparse.problem.error_radius()(3), 0.0) << "a feature without values is exactly zero";
}

}  // namespace
}  // namespace spica::io::test
