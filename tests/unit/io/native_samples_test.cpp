// Numbers that stay as a file holds them: the same numbers, hash and messages as when they are read.
#include "io/native_samples.hpp"

#include <cstring>
#include <limits>

#include "io/certificate.hpp"
#include "io/file.hpp"
#include "io/interpret.hpp"
#include "io/sha256.hpp"
#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

template <class Value>
std::string npy_file(const Matrix& values, bool fortran, std::size_t padding = 0) {
  std::string header = "{'descr': '<f" + std::to_string(sizeof(Value)) +
                       "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (" +
                       std::to_string(values.rows()) + ", " + std::to_string(values.cols()) + "), }";
  while ((10 + header.size() + 1) % 64 != padding) header += ' ';
  header += '\n';
  std::string bytes = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size() % 256) +
                      static_cast<char>(header.size() / 256) + header;
  for (Index a = 0; a < (fortran ? values.cols() : values.rows()); ++a) {
    for (Index b = 0; b < (fortran ? values.rows() : values.cols()); ++b) {
      const auto value = static_cast<Value>(fortran ? values(b, a) : values(a, b));
      char raw[sizeof(Value)];
      std::memcpy(raw, &value, sizeof(Value));
      bytes.append(raw, sizeof(Value));
    }
  }
  return bytes;
}

ReadOptions keeping(bool mapped) {
  ReadOptions options;
  options.keep_native = KeepNative::everything;
  options.map_from = mapped ? 0 : std::numeric_limits<std::uint64_t>::max();
  return options;
}

Matrix numbers(Index rows, Index columns) {
  Matrix values(rows, columns);
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) values(i, j) = static_cast<double>(100 * i + j) / 8.0 - 3.0;
  }
  return values;
}

template <class Value>
void expect_native(const Matrix& values, bool fortran, bool mapped, std::size_t padding = 0) {
  SCOPED_TRACE(testing::Message() << sizeof(Value) << " bytes, fortran " << fortran << ", mapped " << mapped);
  const TempDir dir;
  const std::string bytes = npy_file<Value>(values, fortran, padding);
  put(dir.file("a.npy"), bytes);
  ReadOptions options = keeping(mapped);
  std::uint64_t done = 0;
  options.on_progress = [&](std::uint64_t now, std::uint64_t total) {
    EXPECT_GE(now, done);
    EXPECT_EQ(total, bytes.size());
    done = now;
  };
  Table table = read_table(dir.file("a.npy"), options);
  EXPECT_EQ(done, bytes.size());
  EXPECT_EQ(table.sha256, sha256_hex(bytes));
  ASSERT_TRUE(std::holds_alternative<DenseSamples<Value>>(std::get<NativeSamples>(table.numbers)));
  EXPECT_EQ(rows_of(table), values.rows());
  EXPECT_EQ(columns_of(table), values.cols());
  expect_same(row_of(table, 1), values.row(1).transpose());
  expect_same(column_of(table, values.cols() - 1), values.col(values.cols() - 1));
  EXPECT_EQ(fingerprint(table), fingerprint(values));
  expand(table);
  expect_same(table.values(), values);
  EXPECT_EQ(table.native(), nullptr);
}

TEST(IoNativeSamples, NumpyFilesOfBothTypesAndOrdersMappedAndRead) {
  // Small, and larger than the pieces in which files are looked at.
  for (const Matrix& values : {numbers(3, 5), numbers(40, 9000), numbers(9000, 40)}) {
    for (const bool fortran : {false, true}) {
      for (const bool mapped : {false, true}) {
        expect_native<double>(values, fortran, mapped);
        expect_native<float>(values, fortran, mapped);
      }
    }
  }
}

TEST(IoNativeSamples, DataThatIsNotAligned) {
  expect_native<double>(numbers(3, 5), true, true, 3);
  expect_native<double>(numbers(3, 5), false, true, 3);
  expect_native<float>(numbers(3, 5), true, false, 2);
}

TEST(IoNativeSamples, OnlyWhatIsAskedFor) {
  const TempDir dir;
  put(dir.file("a.npy"), npy_file<float>(numbers(3, 3), true));
  ReadOptions options = keeping(true);
  EXPECT_NE(read_table(dir.file("a.npy"), options).native(), nullptr);
  options.keep_native = KeepNative::rectangles;
  expect_same(read_table(dir.file("a.npy"), options).values(), numbers(3, 3));
  put(dir.file("a.npy"), npy_file<float>(numbers(3, 4), true));
  EXPECT_NE(read_table(dir.file("a.npy"), options).native(), nullptr);
  options.keep_native = KeepNative::nothing;
  expect_same(read_table(dir.file("a.npy"), options).values(), numbers(3, 4));
}

TEST(IoNativeSamples, MissingAndInfiniteValuesAreWhatTheyAlwaysAre) {
  const TempDir dir;
  const std::string path = dir.file("a.npy");
  for (const bool fortran : {false, true}) {
    for (const bool mapped : {false, true}) {
      Matrix values = numbers(4, 3);
      values(2, 1) = not_a_number;
      put(path, npy_file<float>(values, fortran));
      const Table table = read_table(path, keeping(mapped));
      EXPECT_EQ(table.native(), nullptr);
      expect_same(table.values(), values);
      EXPECT_EQ(table.sha256, sha256_hex(get(path)));
      values(0, 2) = infinite;
      values(3, 0) = -infinite;
      put(path, npy_file<double>(values, fortran));
      const std::string plain = input_error([&] { read_table(path); });
      expect_has(plain, {"row 4, column 1", "infinite"});
      EXPECT_EQ(input_error([&] { read_table(path, keeping(mapped)); }), plain);
    }
  }
}

TEST(IoNativeSamples, BrokenFilesAreRefusedMappedOrNot) {
  const TempDir dir;
  const std::string path = dir.file("a.npy");
  const std::string bytes = npy_file<double>(numbers(2, 3), true);
  for (std::size_t length = 6; length < bytes.size(); length += 7) {
    put(path, bytes.substr(0, length));
    const std::string plain = input_error([&] { read_table(path, keeping(false)); });
    EXPECT_EQ(input_error([&] { read_table(path, keeping(true)); }), plain);
  }
}

TEST(IoNativeSamples, MappedNumbersOutliveTheTable) {
  const TempDir dir;
  put(dir.file("a.npy"), npy_file<double>(numbers(3, 50), true));
  DenseSamples<double> samples;
  {
    Table table = read_table(dir.file("a.npy"), keeping(true));
    samples = std::get<DenseSamples<double>>(std::get<NativeSamples>(table.numbers));
  }
  EXPECT_EQ(samples.values[3 * 49 + 2], numbers(3, 50)(2, 49));
}

TEST(IoNativeSamples, ProblemsAreThoseOfTheMatrix) {
  const TempDir dir;
  put(dir.file("a.npy"), npy_file<float>(numbers(4, 6), false));
  Interpretation how;
  how.fingerprint = true;
  const Input kept = interpret(read_table(dir.file("a.npy"), keeping(true)), how);
  const Input plain = interpret(read_table(dir.file("a.npy")), how);
  EXPECT_EQ(kept.fingerprint, plain.fingerprint);
  EXPECT_EQ(kept.problem.kind(), InputKind::samples);
  EXPECT_EQ(kept.notes, plain.notes);
  expect_same(kept.problem.covariance(), plain.problem.covariance());
  how.as = InputKind::sensing;
  EXPECT_EQ(interpret(read_table(dir.file("a.npy"), keeping(true)), how).problem.kind(), InputKind::sensing);
  how.as = InputKind::covariance;
  const auto refused = [&] { interpret(read_table(dir.file("a.npy"), keeping(true)), how); };
  expect_has(input_error(refused), {"a covariance must be square, this is 4 x 6"});
  put(dir.file("b.npy"), npy_file<double>((numbers(3, 3) + numbers(3, 3).transpose()).eval(), true));
  how.allow_indefinite = true;
  EXPECT_EQ(interpret(read_table(dir.file("b.npy"), keeping(true)), how).problem.kind(),
            InputKind::covariance);
}

/// A file that is not square may be a covariance all the same once a column is taken out.
TEST(IoNativeSamples, ColumnsTakenOutMayLeaveACovariance) {
  const TempDir dir;
  Matrix values(3, 4);
  values << 4, 1, 2, 7, 1, 5, 3, 8, 2, 3, 6, 9;
  put(dir.file("a.npy"), npy_file<double>(values, true));
  ReadOptions options = keeping(false);
  options.ignore = {"3"};
  options.keep_native = native_for(std::nullopt);
  const Table unsaid = read_table(dir.file("a.npy"), options);
  EXPECT_EQ(unsaid.native(), nullptr);
  EXPECT_EQ(interpret(unsaid).problem.kind(), InputKind::covariance);
  options.keep_native = native_for(InputKind::samples);
  const Table samples = read_table(dir.file("a.npy"), options);
  EXPECT_NE(samples.native(), nullptr);
  EXPECT_EQ(interpret(samples).problem.kind(), InputKind::samples);
}

TEST(IoNativeSamples, ConversionIsLossless) {
  const TempDir dir;
  put(dir.file("a.npy"), npy_file<float>(numbers(4, 6), false));
  write_table(dir.file("b.csv"), read_table(dir.file("a.npy"), keeping(true)));
  expect_same(read_table(dir.file("b.csv")).values(), numbers(4, 6));
}

}  // namespace
}  // namespace spica::io::test
