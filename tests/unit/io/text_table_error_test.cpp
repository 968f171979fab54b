// Broken text tables: one line that names the file, the row and the column.
#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

std::string text_error(std::string_view text) {
  return input_error([&] { parse_table(text, "dir/t.csv"); });
}

void expect_text_error(std::string_view text, const std::vector<std::string>& parts) {
  SCOPED_TRACE(text);
  const std::string line = text_error(text);
  EXPECT_TRUE(line.starts_with("dir/t.csv: ")) << line;
  expect_has(line, parts);
}

TEST(IoText, BadCellIsNamed) {
  expect_text_error("1,2\n3,x4\n5,6\n", {"row 2, column 2: 'x4' is not a number"});
  expect_text_error("1,2\nx,4\n", {"row 2, column 1: 'x' is not a number"});
  expect_text_error("1,2,3\n4,5,6\n7,8,oops\n", {"row 3, column 3: 'oops'"});
  expect_text_error("1,bad,3\n4,5,6\n7,8,9\n", {"row 1, column 2: 'bad'"});
  expect_text_error("# c\n\n1,2\n3,4\n5,x\n", {"row 5, column 2"});
}

TEST(IoText, BadCellNamesItsColumn) {
  expect_text_error("height,width\n1,2\n3,wide\n", {"row 3, column 2 (\"width\"): 'wide'"});
  expect_text_error("gene,s1,s2\ng1,1,2\ng2,3,low\n", {"row 3, column 3 (\"s2\"): 'low'"});
  expect_text_error("a b\nr1 1 2\nr2 3 x\n", {"row 3, column 3 (\"b\"): 'x'"});
  expect_text_error("a,b\n1,2\nx,y\n", {"row 3, column 1 (\"a\"): 'x'"});
}

TEST(IoText, NumbersWithoutUse) {
  expect_text_error("1,2\n3,inf\n", {"row 2, column 2: 'inf' is not finite"});
  expect_text_error("-Infinity,2\n3,4\n", {"row 1, column 1: '-Infinity' is not finite"});
  expect_text_error("1,2\n3,1e400\n", {"row 2, column 2: '1e400' is too large"});
}

TEST(IoText, DecimalCommaIsExplained) {
  expect_text_error("1,5\t2,5\n", {"row 1, column 1: '1,5'", "decimal point"});
  expect_text_error("1.5;2,5\n3,5;4.5\n", {"row 1, column 2: '2,5'", "decimal point"});
  expect_text_error("1,234;2,345\n3,555;4,666\n", {"row 1, column 1: '1,234'", "decimal point"});
  const std::string five_rows = "1,5;2\n3;4\n5;6\n7;8\n9;1\n";
  expect_text_error(five_rows + "1.5;2\n", {"row 6, column 1: '1.5' has a decimal point", "decimal commas"});
}

TEST(IoText, TitlesAboveTheHeader) {
  expect_text_error("Covariance,,,\n,a,b,c\na,1,2,3\n",
                    {"row 2, column 2", "if row 2 is the header", "lines above"});
  expect_text_error("Returns;;\n;;\na;b;c\n1;2;3\n", {"row 3", "if row 3 is the header"});
}

TEST(IoText, RaggedRows) {
  expect_text_error("1,2,3,4,5\n1,2,3,4,5\n1,2,3,4\n", {"row 3 has 4 values, row 2 has 5"});
  expect_text_error("1,2\n1,2,3\n", {"row 2 has 3 values, row 1 has 2"});
  expect_text_error("a,b,c\n1,2\n", {"header (row 1) has 3 names, row 2 has 2 values"});
  expect_text_error("a,b\n1,2,3,4\n", {"header (row 1) has 2 names, row 2 has 4 values"});
  expect_text_error("r1,1\nr2,3,4\n", {"row 2 has 3 values, row 1 has 2"});
  expect_text_error("1,2\n\n3,4\n", {"row 2 is blank"});
}

TEST(IoText, NothingToRead) {
  expect_text_error("", {"empty"});
  expect_text_error("\n\n  \n", {"empty"});
  expect_text_error("# only a comment", {"empty"});
  expect_text_error("\xEF\xBB\xBF", {"empty"});
  expect_text_error("a,b,c\n", {"header (row 1) and no rows"});
  expect_text_error("# x\na\n", {"header (row 2) and no rows"});
}

TEST(IoText, BrokenQuotes) {
  expect_text_error("1,2\n3,\"4\n5,6\n", {"row 2, column 2", "never ends"});
  expect_text_error("1,2\n\"3\"x,4\n", {"row 2, column 1", "text follows the quoted cell '3'"});
  expect_text_error("\"", {"row 1, column 1"});
}

TEST(IoText, OtherKindsOfFiles) {
  expect_text_error(std::string_view("1,2\0\n", 5),
                    {"not a text table", "CSV/TSV, Matrix Market, .npy and .mat"});
  expect_text_error("\x01\x02\x03\x04\x05 abc\x06\x07", {"not a text table"});
  expect_text_error(
      "\xFF\xFE"
      "1\t2",
      {"UTF-16", "UTF-8"});
  expect_text_error(
      "\xFE\xFF"
      "1\t2",
      {"UTF-16"});
  expect_text_error("PK\x03\x04 junk", {".xlsx", "CSV"});
}

TEST(IoText, QuotedTextStaysOneShortLine) {
  const std::string line = text_error("1,2\n3,\"bad\n\t\x1B[31m" + std::string(500, 'z') + "\"\n");
  EXPECT_LT(line.size(), 250U);
  expect_has(line, {"row 2, column 2: 'bad\\n\\t\\x1b[31m", "..."});
  expect_text_error("1,2\n3,a\xFFz\n", {"'a?z'"});
  expect_text_error("1,2\n3,\xC3\xA9t\xC3\xA9\n", {"'\xC3\xA9t\xC3\xA9'"});
}

TEST(IoText, AnyBeginningOfATableIsReadOrRefused) {
  const std::vector<std::string> texts = {
      "\"\",\"a,b\",\"say \"\"x\"\"\"\r\n\"r1\",1.5D+03,-2\r\n\"r2\",NA,+4e-2\r\n",
      "a b\n\"1\" 1e400 2\n\"2\" 3 4\n", "1,5;2,5\n3;4\n", "\xEF\xBB\xBF#c\r\r1\t\t3\r"};
  for (const std::string& text : texts) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
      try {
        const Table table = parse_table(text.substr(0, length), "t");
        EXPECT_GT(table.values().size(), 0);
        EXPECT_TRUE(table.column_names.empty() || std::ssize(table.column_names) == table.values().cols());
        EXPECT_TRUE(table.row_names.empty() || std::ssize(table.row_names) == table.values().rows());
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
      }
    }
  }
}

}  // namespace
}  // namespace spica::io::test
