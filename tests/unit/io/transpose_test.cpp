// Files with features in rows: the same numbers as of the file turned around, in every format.
#include "io/transpose.hpp"

#include <limits>

#include "io/file.hpp"
#include "io/interpret.hpp"
#include "io/npy.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

const Matrix turned = matrix(4, 2, {1, 5, 2, -0.0, 3, 7.25, 4, 0});  // samples x features

ReadOptions transposing(KeepNative keep = KeepNative::nothing) {
  ReadOptions options;
  options.transpose = true;
  options.keep_native = keep;
  return options;
}

TEST(Transpose, EveryFormatKeptOrNot) {
  const TempDir dir;
  Table file;
  file.numbers = turned.transpose();
  for (const char* name : {"a.csv", "a.tsv.gz", "a.mtx", "a.npy", "a.mat"}) {
    const std::string path = dir.file(name);
    write_table(path, file);
    for (const KeepNative keep : {KeepNative::nothing, KeepNative::rectangles, KeepNative::everything}) {
      for (const std::uint64_t map_from : {std::uint64_t{0}, std::uint64_t{1} << 24}) {
        SCOPED_TRACE(testing::Message() << name << ", keep " << static_cast<int>(keep));
        ReadOptions options = transposing(keep);
        options.map_from = map_from;
        Table table = read_table(path, options);
        EXPECT_TRUE(table.transposed);
        expand(table);
        expect_same(table.values(), turned);
      }
    }
  }
}

TEST(Transpose, NamesChangePlaces) {
  for (const std::size_t piece : {1, 3, 1000}) {
    ReadOptions options = transposing();
    options.piece = piece;
    const Table table = parse_table("gene,s1,s2,s3,s4\ng1,1,2,3,4\ng2,5,-0.0,7.25,0\n", "t.csv", options);
    EXPECT_EQ(table.column_names, (Names{"g1", "g2"}));
    EXPECT_EQ(table.row_names, (Names{"s1", "s2", "s3", "s4"}));
    expect_same(table.values(), turned);
  }
}

TEST(Transpose, PlacesAreThoseOfTheFile) {
  const Table table = parse_table("gene,s1,s2,s3\ng1,1,2,3\ng2,4,NA,6\n", "t.csv", transposing());
  EXPECT_EQ(place(table, 1, 1), "row 3 (g2), column 3");
  EXPECT_EQ(place(table, 1), "row 3 (g2)");
  EXPECT_EQ(input_error([&] { interpret(table); }),
            "t.csv: 1 missing value, the first at row 3 (g2), column 3; `missing=drop-rows` leaves those "
            "samples out, `missing=mean` fills in the feature's mean");
  const Table plain = parse_table("1,2,NA\n4,5,6\n", "t.csv", transposing());
  EXPECT_EQ(place(plain, 2, 0), "row 1, column 3");
}

TEST(Transpose, SparseStaysSparse) {
  const TempDir dir;
  put(dir.file("m.mtx"),
      "%%MatrixMarket matrix coordinate real general\n3 5 5\n3 5 6\n1 1 1\n3 1 -0.0\n2 4 2\n1 5 4\n");
  const Table table = read_table(dir.file("m.mtx"), transposing(KeepNative::rectangles));
  ASSERT_TRUE(std::holds_alternative<SparseSamples>(std::get<NativeSamples>(table.numbers)));
  const auto& samples = std::get<SparseSamples>(std::get<NativeSamples>(table.numbers));
  EXPECT_EQ(samples.rows, 5);
  EXPECT_EQ(samples.starts, (std::vector<Index>{0, 2, 3, 5}));
  EXPECT_EQ(samples.row, (std::vector<std::int32_t>{0, 4, 3, 0, 4}));
  expect_same(expanded(*table.native(), ""), matrix(5, 3, {1, 0, -0.0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 6}));
}

TEST(Transpose, AnArrayByRowsStaysWhereItIs) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
  bytes.append(reinterpret_cast<const char*>(turned.data()), 8 * sizeof(double));
  const Table table = read_npy({bytes}, "a.npy", transposing(KeepNative::everything));
  ASSERT_TRUE(std::holds_alternative<DenseSamples<double>>(std::get<NativeSamples>(table.numbers)));
  const auto& samples = std::get<DenseSamples<double>>(std::get<NativeSamples>(table.numbers));
  EXPECT_EQ(reinterpret_cast<const char*>(samples.values), bytes.data() + 10 + header.size());
  expect_same(expanded(*table.native(), ""), turned);
}

TEST(Transpose, MissingValuesAreKeptInEveryOrder) {
  const TempDir dir;
  Table file;
  file.numbers = matrix(2, 3, {1, not_a_number, 3, 4, 5, 6});
  write_table(dir.file("a.npy"), file);
  const Table table = read_table(dir.file("a.npy"), transposing(KeepNative::everything));
  expect_same(table.values(), matrix(3, 2, {1, 4, not_a_number, 5, 3, 6}));
}

TEST(Transpose, ItIsSaidAndAskedFor) {
  const auto notes = [](std::string_view text, bool transpose) {
    ReadOptions options;
    options.transpose = transpose;
    const Input input = interpret(parse_table(text, "t.csv", options));
    EXPECT_EQ(input.transposed, transpose);
    std::string all;
    for (const std::string& note : input.notes) all += note + "\n";
    return all;
  };
  const std::string tall = "a,b\n1,2\n3,1\n5,6\n3,8\n9,1\n1,2\n2,3\n4,3\n8,1\n7,7\n3,2\n";
  EXPECT_EQ(notes(tall, false),
            "11 rows were read as samples of 2 features; if features are in rows: `transpose`\n");
  EXPECT_EQ(notes(tall, true), "");
  EXPECT_EQ(notes("a,b\n1,2\n3,1\n5,6\n", false), "");
  EXPECT_EQ(notes("g1,1,2,5\ng2,4,5,5\n", true),
            "the first column was read as the names of the features: 'g1', ...\n");
}

}  // namespace
}  // namespace spica::io::test
