// Which row is the header and which column holds row names.
#include <limits>

#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

Table table_of(std::string_view text) {
  return parse_table(text, "t.csv");
}

void expect_table(std::string_view text, const Names& columns, const Names& rows, const Matrix& values) {
  SCOPED_TRACE(text);
  const Table table = table_of(text);
  EXPECT_EQ(table.column_names, columns);
  EXPECT_EQ(table.row_names, rows);
  expect_same(table.values(), values);
}

TEST(IoText, PlainNumbersHaveNoNames) {
  expect_table("1,2\n3,4\n", {}, {}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("1,2,3", {}, {}, matrix(1, 3, {1, 2, 3}));
  expect_table("1\n2\n3\n", {}, {}, matrix(3, 1, {1, 2, 3}));
  expect_table("7", {}, {}, matrix(1, 1, {7}));
}

TEST(IoText, HeaderOfText) {
  expect_table("a,b\n1,2\n3,4\n", {"a", "b"}, {}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("width\n1\n2\n", {"width"}, {}, matrix(2, 1, {1, 2}));
  expect_table("total width\n1\n2\n", {"total width"}, {}, matrix(2, 1, {1, 2}));
  EXPECT_EQ(table_of("a,b\n1,2\n").header_lines, 1);
  EXPECT_EQ(table_of("1,2\n").header_lines, 0);
}

TEST(IoText, SamplesThatAreNumberedAreAHeader) {
  const std::string counted = "1,2,3,4,5,6,7,8,9,10";
  const std::string values = "4,0,2,1,1,7,3,2,9,5";
  const Table genes = table_of("gene," + counted + "\nTP53," + values + "\nMYC," + values + "\n");
  EXPECT_EQ(genes.column_names.front(), "1");
  EXPECT_EQ(genes.row_names, (Names{"TP53", "MYC"}));
  ReadOptions options;
  options.ignore = {"accession"};
  const Table two = parse_table(
      "description,accession," + counted + "\nkinase,X1_at," + values + "\nprotein,X2_at," + values + "\n",
      "t.csv", options);
  EXPECT_EQ(two.header_lines, 1);
  EXPECT_EQ(two.row_names, (Names{"kinase", "protein"}));
  // Fewer may be measurements, and so may numbers that do not count.
  EXPECT_EQ(table_of("a,1,2,3\nb,4,5,6\n").header_lines, 0);
  EXPECT_EQ(table_of("a,1,2,3,4,5,6,7,8,9,11\nb," + values + "\n").header_lines, 0);
  EXPECT_EQ(table_of("a," + values + "\nb," + values + "\n").header_lines, 0);
}

TEST(IoText, HeaderNamesMayRepeatBeEmptyOrMissingWords) {
  expect_table("a,a\n1,2\n", {"a", "a"}, {}, matrix(1, 2, {1, 2}));
  expect_table("a,,NA\n1,2,3\n", {"a", "", "NA"}, {}, matrix(1, 3, {1, 2, 3}));
}

TEST(IoText, QuotedNumbersAboveNumbersAreNames) {
  expect_table("\"2019\",\"2020\"\n1,2\n", {"2019", "2020"}, {}, matrix(1, 2, {1, 2}));
  expect_table("\"5\"\n1\n2\n", {"5"}, {}, matrix(2, 1, {1, 2}));
}

TEST(IoText, QuotedNumbersThroughoutAreNumbers) {
  expect_table("\"1\",\"2\"\n\"3\",\" 4 \"\n", {}, {}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("a,b\n\"1\",\"2\"\n", {"a", "b"}, {}, matrix(1, 2, {1, 2}));
}

TEST(IoText, RowNamesWithoutHeader) {
  expect_table("r1,1,2,3\nr2,4,5,6\n", {}, {"r1", "r2"}, matrix(2, 3, {1, 2, 3, 4, 5, 6}));
  expect_table("r1,1,2", {}, {"r1"}, matrix(1, 2, {1, 2}));
  expect_table("\"1\",1,2\n\"2\",3,4\n", {}, {"1", "2"}, matrix(2, 2, {1, 2, 3, 4}));
}

TEST(IoText, HeaderAndRowNames) {
  expect_table("gene,a,b\ng1,1,2\ng2,3,4\n", {"a", "b"}, {"g1", "g2"}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("country,2019,2020\nfr,1,2\nde,3,4\n", {"2019", "2020"}, {"fr", "de"},
               matrix(2, 2, {1, 2, 3, 4}));
}

TEST(IoText, WrittenByR) {
  expect_table("\"\",\"a\",\"b\"\n\"1\",0.5,2\n\"2\",3,NA\n", {"a", "b"}, {"1", "2"},
               matrix(2, 2, {0.5, 2, 3, not_a_number}));
  expect_table("\"a\" \"b\"\n\"1\" 0.5 2\n\"2\" 3 4\n", {"a", "b"}, {"1", "2"}, matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table("a b\n1 0.5 2\n2 3 4\n", {"a", "b"}, {"1", "2"}, matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table("\"x\"\n\"1\" 5\n\"2\" 6\n", {"x"}, {"1", "2"}, matrix(2, 1, {5, 6}));
}

TEST(IoText, WrittenByPandas) {
  expect_table(",a,b\n0,0.5,2\n1,3,4\n", {"a", "b"}, {"0", "1"}, matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table(",0,1\n0,0.5,2\n1,3,4\n", {"0", "1"}, {"0", "1"}, matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table(",400.5,410.25\n0,0.5,2\n1,3,4\n", {"400.5", "410.25"}, {"0", "1"},
               matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table(",1,2\n1,0.5,2\n2,3,4\n", {"1", "2"}, {"1", "2"}, matrix(2, 2, {0.5, 2, 3, 4}));
  expect_table(",0\na,5\nb,6\n", {"0"}, {"a", "b"}, matrix(2, 1, {5, 6}));
}

TEST(IoText, AMissingFirstCellIsNotAHeader) {
  expect_table(",1.5,7\n2.5,3,4\n", {}, {}, matrix(2, 3, {not_a_number, 1.5, 7, 2.5, 3, 4}));
  expect_table(",1,2\n3,4,5\n", {}, {}, matrix(2, 3, {not_a_number, 1, 2, 3, 4, 5}));
  expect_table("NA,1\n2,3\n", {}, {}, matrix(2, 2, {not_a_number, 1, 2, 3}));
}

TEST(IoText, SeparatorOfTheDataWins) {
  const Matrix expected = matrix(2, 2, {1, 2, 3, 4});
  expect_table("1\t2\n3\t4\n", {}, {}, expected);
  expect_table("1;2\n3;4\n", {}, {}, expected);
  expect_table("1 2\n3   4\n", {}, {}, expected);
  expect_table("  1 \t 2  \n 3\t4\n", {}, {}, expected);
  expect_table("1, 2\n3 ,\t4\n", {}, {}, expected);
  expect_table("height, cm\twidth; cm\n1\t2\n3\t4\n", {"height, cm", "width; cm"}, {}, expected);
  expect_table("New York,1,2\nRio,3,4\n", {}, {"New York", "Rio"}, expected);
}

TEST(IoText, QuotedCellsHoldSeparatorsQuotesAndLineEnds) {
  expect_table("\"a,b\",\"say \"\"hi\"\"\"\n1,2\n", {"a,b", "say \"hi\""}, {}, matrix(1, 2, {1, 2}));
  const Table table = table_of("\"two\r\nlines\",b\n1,2\n");
  EXPECT_EQ(table.column_names, (Names{"two\r\nlines", "b"}));
  EXPECT_EQ(table.header_lines, 2);
}

TEST(IoText, LineEndsBlankLinesAndComments) {
  const Matrix expected = matrix(2, 2, {1, 2, 3, 4});
  expect_table("1,2\r\n3,4\r\n", {}, {}, expected);
  expect_table("1,2\r3,4\r", {}, {}, expected);
  expect_table("1,2\n3,4\n\n  \n\t\n", {}, {}, expected);
  expect_table(
      "\xEF\xBB\xBF"
      "a,b\n1,2\n3,4",
      {"a", "b"}, {}, expected);
  const Table table = table_of("# made by us\n\n#1,2,3\r\na,b\n1,2\n3,4\n");
  expect_same(table.values(), expected);
  EXPECT_EQ(table.header_lines, 4);
}

TEST(IoText, SeparatorAtEachLineEnd) {
  expect_table("1,2,\n3,4,\n", {}, {}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("a,b,\n1,2,\n3,4,\n", {"a", "b"}, {}, matrix(2, 2, {1, 2, 3, 4}));
  expect_table("a,b,c\n1,2,\n3,4,\n", {"a", "b", "c"}, {},
               matrix(2, 3, {1, 2, not_a_number, 3, 4, not_a_number}));
  expect_table("1,2,\n3,4,5\n", {}, {}, matrix(2, 3, {1, 2, not_a_number, 3, 4, 5}));
}

TEST(IoText, NamesBecomeUtf8) {
  EXPECT_EQ(table_of("h\xC3\xB6he,b\n1,2\n").column_names[0], "h\xC3\xB6he");
  EXPECT_EQ(table_of("h\xF6he,b\n1,2\n").column_names[0], "h\xC3\xB6he") << "Latin-1";
}

TEST(IoText, WhatSpreadsheetsLeaveEmptyAtTheEnd) {
  const Matrix values = matrix(2, 2, {1, 2, 3, 4});
  expect_table("a,b,,\n1,2,,\n3,4,,\n,,,\n,,,\n", {"a", "b"}, {}, values);
  expect_table(",a,b,\nx,1,2,\ny,3,4,\n,,,\n", {"a", "b"}, {"x", "y"}, values);
  expect_table("1;2;;\n3;4;;\n ; ; ;\n\n", {}, {}, values);
  expect_table("a\tb\n1\t2\n3\t4\n\t\n", {"a", "b"}, {}, values);
  EXPECT_EQ(table_of("a,b,,\n1,2,,\n3,4,,\n,,,\n").notes,
            (Names{"1 empty row at the end was left out", "2 empty columns at the end were left out"}));
  EXPECT_EQ(table_of("a,b\n1,2\n,\n,\n").notes, (Names{"2 empty rows at the end were left out"}));
  EXPECT_TRUE(table_of("a,b\n1,2\n").notes.empty());
}

TEST(IoText, WhatIsMissingInsideStaysMissing) {
  expect_table("a,b\n1,2\n,\n3,4\n", {"a", "b"}, {}, matrix(3, 2, {1, 2, not_a_number, not_a_number, 3, 4}));
  expect_table("a,b,c\n1,,\n3,,\n", {"a", "b", "c"}, {},
               matrix(2, 3, {1, not_a_number, not_a_number, 3, not_a_number, not_a_number}));
  expect_table("a,b\n1,2\nNA,NA\n", {"a", "b"}, {}, matrix(2, 2, {1, 2, not_a_number, not_a_number}));
  expect_table("n,a,b\nx,1,2\ny,,\n", {"a", "b"}, {"x", "y"},
               matrix(2, 2, {1, 2, not_a_number, not_a_number}));
}

TEST(IoText, EmptyMarginsOfOtherTables) {
  ReadOptions options;
  options.transpose = true;
  const Table turned = parse_table("g,s1,s2,\nx,1,2,\ny,3,4,\n,,,\n", "t.csv", options);
  EXPECT_EQ(turned.column_names, (Names{"x", "y"}));
  EXPECT_EQ(turned.row_names, (Names{"s1", "s2"}));
  expect_same(turned.values(), matrix(2, 2, {1, 3, 2, 4}));
  options.transpose = false;
  options.labels = "c";
  EXPECT_EQ(parse_table("a,c,\n1,x,\n2,y,\n,,\n", "t.csv", options).labels, (Names{"x", "y"}));
}

}  // namespace
}  // namespace spica::io::test
