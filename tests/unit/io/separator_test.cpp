// Which character stands between the cells of a text.
#include "io_test.hpp"

#include "io/table.hpp"

namespace spica::io::test {
namespace {

Table parse(std::string_view text, const ReadOptions& options = {}) {
  return parse_table(text, "t.csv", options);
}

ReadOptions ignoring(const char* column) {
  ReadOptions options;
  options.ignore = {column};
  return options;
}

ReadOptions excluding(const char* column) {
  ReadOptions options;
  options.exclude = {column};
  return options;
}

ReadOptions labelled(const char* column) {
  ReadOptions options;
  options.labels = column;
  return options;
}

TEST(IoSeparator, NotesOfNumbersAreOneCell) {
  const Matrix expected = matrix(3, 2, {1, 2, 4, 5, 7, 9});
  const std::string header = "a,b,note\n";
  const std::string rows = "1,2,7 8 9 10 11\n4,5,1 2 3 4 5\n7,9,6 6 6 6 6\n";
  expect_same(parse(header + rows, ignoring("note")).values(), expected);
  expect_same(parse(header + rows, ignoring("2")).values(), expected);
  expect_same(parse(header + rows, excluding("note")).values().leftCols(2), expected);
  const Table table = parse(header + rows, labelled("note"));
  expect_same(table.values(), expected);
  EXPECT_EQ(table.labels, (Names{"7 8 9 10 11", "1 2 3 4 5", "6 6 6 6 6"}));
  expect_same(parse(rows, ignoring("2")).values(), expected);  // without a header
}

TEST(IoSeparator, WithFeaturesInRows) {
  ReadOptions options = excluding("note");
  options.transpose = true;
  const Table table = parse("name,s,t\nnote,7 8 9,1 2 3\na,1,2\nb,3,4\n", options);
  EXPECT_EQ(table.column_names, (Names{"note", "a", "b"}));
  expect_same(table.values().rightCols(2), matrix(2, 2, {1, 3, 2, 4}));
}

TEST(IoSeparator, TheHeaderSaysHowManyCellsThereAre) {
  // Blanks, or a header that is one cell short, would make more numbers of the rows.
  const Table table = parse("id\tname\tx\n1\t7 8\t3\n4\t5 6\t6\n", ignoring("name"));
  EXPECT_EQ(table.column_names, (Names{"id", "x"}));
  expect_same(table.values(), matrix(2, 2, {1, 3, 4, 6}));
  expect_same(parse("x;y\n1,5;2\n3,5;4\n", excluding("x")).values().col(1), matrix(2, 1, {2, 4}));
}

TEST(IoSeparator, NoRowNameIsMadeOfNumbers) {
  expect_has(input_error([] { parse("1,2,7 8 9 10 11\n4,5,1 2 3 4 5\n"); }), {"column 3", "`ignore` 2"});
  expect_has(input_error([] { parse("1 2 3,4\n5 6 7,8\n"); }), {"column 3"});
}

TEST(IoSeparator, OtherSeparatorsInNamesAndQuotes) {
  const Matrix expected = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  expect_same(parse("Smith,John 1 2 3\nDoe,Jane 4 5 6\n").values(), expected);
  expect_same(parse("a b c\nSmith,John 1 2 3\nDoe,Jane 4 5 6\n").values(), expected);
  expect_same(parse("John Smith,1,2,3\nJane Doe,4,5,6\n").values(), expected);
  expect_same(parse("\"1 2\",1,2,3\n\"3 4\",4,5,6\n").values(), expected);
  expect_same(parse("n;a;b;c\n\"x;y, z\";1;2;3\n\"1;2;3;4;5\";4;5;6\n").values(), expected);
  expect_same(parse("1, 2, 3\n4, 5, 6\n").values(), expected);
  expect_same(parse("  1   2 3\n 4 5  6\n").values(), expected);
}

TEST(IoSeparator, DecimalCommasAreSaidToBeThat) {
  for (const char* text : {"a\tb\tc\n1,5\t2,5\t3,5\n", "1,5 2,5 3,5\n2,5 3,5 4,5\n"})
    expect_has(input_error([&] { parse(text); }), {"decimal"});
}

TEST(IoSeparator, DecimalCommasBetweenSemicolons) {
  const Matrix expected = matrix(2, 3, {1.5, 2, 0.123, -4, 5.25, 1e3});
  for (const char* text :
       {"a;b;c\n1,5;2;0,123\n-4;5,25;1e3\n", "1,5;2;,123\n-4;5,25;1,0E3\n",
        "\"1,5\";2;\"0,123\"\n\"-4\";5,25;\"1000\"\n", "n;a;b;c\nx,y;1,5;2;0,123\nz;-4;5,25;1000\n"}) {
    const Table table = parse(text);
    expect_same(table.values(), expected);
    ASSERT_EQ(table.notes.size(), 1U) << text;
    expect_has(table.notes.front(), {"decimal commas"});
  }
  EXPECT_TRUE(parse("1.5;2\n3;4\n").notes.empty());
}

TEST(IoSeparator, RowsOfATriangle) {
  expect_same(parse("1\n2,3\n4,5,6\n").values().row(2), matrix(1, 3, {4, 5, 6}));
  expect_same(parse("1\n2 3\n4 5 6\n").values().row(2), matrix(1, 3, {4, 5, 6}));
}

}  // namespace
}  // namespace spica::io::test
