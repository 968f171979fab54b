// What is written reads back as the same doubles and names.
#include <cmath>
#include <limits>
#include <random>

#include "io/file.hpp"
#include "io/sha256.hpp"
#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

const std::vector<std::string> all_extensions = {".csv", ".tsv",    ".mtx",    ".npy",
                                                 ".mat", ".csv.gz", ".tsv.gz", ".mtx.gz"};
const std::vector<std::string> text_extensions = {".csv", ".tsv", ".csv.gz", ".tsv.gz"};

Table round_trip(const Table& table, const std::string& extension, std::string* lost = nullptr) {
  const TempDir dir;
  const std::string path = dir.file("t" + extension);
  const std::string sentence = write_table(path, table);
  if (lost != nullptr) *lost = sentence;
  EXPECT_EQ(dir.listing(), Names{"t" + extension}) << "no temporary file stays";
  Table result = read_table(path);
  EXPECT_EQ(result.path, path);
  EXPECT_EQ(result.sha256, sha256_hex(get(path)));
  return result;
}

Table plain(const Matrix& values) {
  Table table;
  table.numbers = values;
  return table;
}

Matrix random_doubles(Index rows, Index columns) {
  std::mt19937_64 random(1);
  Matrix values(rows, columns);
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) {
      do {
        values(i, j) = std::bit_cast<double>(random());
      } while (!std::isfinite(values(i, j)));
    }
  }
  return values;
}

TEST(IoConvert, HardDoublesBitForBit) {
  const Matrix hard =
      matrix(4, 3,
             {0.0, -0.0, 1e308, -1.7976931348623157e308, std::numeric_limits<double>::denorm_min(),
              -2.2250738585072009e-308, 0.1, 1.0 / 3, 123456789.12345679, 9007199254740993.0, 1e22, 5e-324});
  for (const std::string& extension : all_extensions) {
    SCOPED_TRACE(extension);
    expect_same(round_trip(plain(hard), extension).values(), hard);
    expect_same(round_trip(plain(random_doubles(20, 20)), extension).values(), random_doubles(20, 20));
  }
}

TEST(IoConvert, AllShapes) {
  const Matrix symmetric = matrix(3, 3, {1, 0.1, -2, 0.1, 5, 7, -2, 7, 1e-5});
  for (const std::string& extension : all_extensions) {
    SCOPED_TRACE(extension);
    expect_same(round_trip(plain(symmetric), extension).values(), symmetric);
    expect_same(round_trip(plain(matrix(1, 1, {3})), extension).values(), matrix(1, 1, {3}));
    expect_same(round_trip(plain(matrix(1, 3, {1, 2, 3})), extension).values(), matrix(1, 3, {1, 2, 3}));
    expect_same(round_trip(plain(matrix(3, 1, {1, 2, 3})), extension).values(), matrix(3, 1, {1, 2, 3}));
    const Matrix nearly = matrix(2, 2, {1, 0.0, -0.0, 1});
    expect_same(round_trip(plain(nearly), extension).values(), nearly);
  }
}

TEST(IoConvert, MissingValues) {
  const Matrix values = matrix(2, 2, {not_a_number, 1, 2, not_a_number});
  for (const std::string extension : {".csv", ".tsv", ".npy", ".mat", ".csv.gz"}) {
    SCOPED_TRACE(extension);
    expect_same(round_trip(plain(values), extension).values(), values);
    expect_same(round_trip(plain(matrix(2, 1, {not_a_number, not_a_number})), extension).values(),
                matrix(2, 1, {not_a_number, not_a_number}));
  }
  const TempDir dir;
  const std::string path = dir.file("t.mtx");
  const std::string line = input_error([&] { write_table(path, plain(values)); });
  expect_has(line, {path + ": row 1, column 1", "missing", ".csv", ".npy", ".mat"});
  EXPECT_TRUE(dir.listing().empty());
}

TEST(IoConvert, NamesInText) {
  const std::vector<Names> column_sets = {{"a", "b"},
                                          {"2019", "2020"},
                                          {"1", "x"},
                                          {"x", "1"},
                                          {"NA", "?"},
                                          {"a,b", "c;d"},
                                          {"say \"hi\"", "tab\there"},
                                          {"#a", "b"},
                                          {"two\nlines", " pad "},
                                          {"x", ""},
                                          {"1,5", "inf"},
                                          {"0", "1"},
                                          {"dup", "dup"}};
  const std::vector<Names> row_sets = {
      {}, {"r1", "r2", "r3"}, {"1", "2", "3"}, {"NA", "", "x"}, {"a", "5", "6"}, {"0", "1", "2"}};
  for (const std::string& extension : text_extensions) {
    for (const Names& columns : column_sets) {
      for (const Names& rows : row_sets) {
        SCOPED_TRACE(extension + " " + columns[0] + " " + (rows.empty() ? "" : rows[0]));
        Table table = plain(matrix(3, 2, {1, 2.5, 3, 4, 5, 6}));
        table.column_names = columns;
        table.row_names = rows;
        std::string lost;
        const Table result = round_trip(table, extension, &lost);
        EXPECT_EQ(result.column_names, columns);
        EXPECT_EQ(result.row_names, rows);
        expect_same(result.values(), table.values());
        EXPECT_EQ(lost, "");
      }
    }
  }
}

TEST(IoConvert, RowNamesAlone) {
  for (const Names& rows :
       std::vector<Names>{{"a", "b"}, {"1", "2"}, {"x", "7"}, {"7", "x"}, {"0", "1"}, {"NA", "b"}}) {
    SCOPED_TRACE(rows[0]);
    Table table = plain(matrix(2, 3, {2019, 2020, 2021, 4, 5, 6}));
    table.row_names = rows;
    const Table result = round_trip(table, ".csv");
    EXPECT_EQ(result.row_names, rows);
    EXPECT_TRUE(result.column_names.empty());
    expect_same(result.values(), table.values());
  }
}

TEST(IoConvert, OneNamedColumnOrRow) {
  for (const std::string& name :
       {std::string("x"), std::string("5"), std::string("a b"), std::string("a,b")}) {
    SCOPED_TRACE(name);
    Table column = plain(matrix(2, 1, {1, 2}));
    column.column_names = {name};
    for (const std::string& extension : text_extensions) {
      EXPECT_EQ(round_trip(column, extension).column_names, Names{name});
      expect_same(round_trip(column, extension).values(), column.values());
    }
    Table row = plain(matrix(1, 2, {1, 2}));
    row.row_names = {name};
    EXPECT_EQ(round_trip(row, ".csv").row_names, Names{name});
    expect_same(round_trip(row, ".csv").values(), row.values());
  }
}

TEST(IoConvert, BlankFirstNameKeepsTheValues) {
  Table table = plain(matrix(2, 2, {1, 2, 3, 4}));
  table.column_names = {"", "b"};
  expect_same(round_trip(table, ".csv").values(), table.values());
  table.column_names.clear();
  table.row_names = {"", "b"};
  expect_same(round_trip(table, ".csv").values(), table.values());
}

TEST(IoConvert, SaysWhatIsLost) {
  Table table = plain(matrix(1, 2, {1, 2}));
  std::string lost;
  round_trip(table, ".npy", &lost);
  EXPECT_EQ(lost, "");
  table.column_names = {"a", "b"};
  round_trip(table, ".npy", &lost);
  EXPECT_EQ(lost, "feature names are not kept by .npy files");
  table.row_names = {"r"};
  round_trip(table, ".mtx.gz", &lost);
  EXPECT_EQ(lost, "feature and row names are not kept by .mtx.gz files");
  table.column_names.clear();
  round_trip(table, ".mat", &lost);
  EXPECT_EQ(lost, "row names are not kept by .mat files");
}

TEST(IoConvert, UnknownExtensionsAreAUsageError) {
  for (const char* path : {"t.xlsx", "t", ".csv", "t.npy.gz", "dir.csv/t"}) {
    try {
      write_table(path, plain(matrix(1, 1, {1})));
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      expect_has(error.what(), {path, ".csv", ".tsv", ".mtx", ".npy", ".mat", ".csv.gz"});
    }
  }
  EXPECT_TRUE(round_trip(plain(matrix(1, 1, {1})), ".CSV").values()(0, 0) == 1);
}

TEST(IoConvert, RefusesToWriteNothingOrInfinity) {
  const TempDir dir;
  input_error([&] { write_table(dir.file("t.csv"), Table{}); });
  const Matrix with_infinity = matrix(1, 2, {1, std::numeric_limits<double>::infinity()});
  expect_has(input_error([&] { write_table(dir.file("t.npy"), plain(with_infinity)); }),
             {"row 1, column 2", "infinite"});
  EXPECT_TRUE(dir.listing().empty());
}

TEST(IoConvert, ContentDecidesWhatIsRead) {
  const TempDir dir;
  const Matrix values = matrix(2, 2, {1, 2, 3, 4});
  for (const std::string& extension : all_extensions) {
    SCOPED_TRACE(extension);
    write_table(dir.file("t" + extension), plain(values));
    std::filesystem::rename(dir.file("t" + extension), dir.file("anything"));
    expect_same(read_table(dir.file("anything")).values(), values);
  }
  expect_has(input_error([&] { read_table(dir.file("absent.csv")); }), {"absent.csv: cannot be read"});
}

TEST(IoConvert, TruncatedGzipOfATableIsRefused) {
  const TempDir dir;
  const std::string path = dir.file("t.csv.gz");
  const std::string bytes = gzip("1,2\n3,4\n");
  for (std::size_t length = 2; length < bytes.size(); ++length) {
    put(path, bytes.substr(0, length));
    EXPECT_TRUE(input_error([&] { read_table(path); }).starts_with(path + ": "));
  }
}

TEST(IoConvert, ParsedTextHasItsHash) {
  EXPECT_EQ(parse_table("1,2\n", "t").sha256, sha256_hex("1,2\n"));
  EXPECT_EQ(parse_table("1,2\n", "t").path, "t");
}

}  // namespace
}  // namespace spica::io::test
