#include "io/interpret.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "spica/error.hpp"

namespace spica {
namespace {

io::Input interpret_text(std::string_view text, const io::Interpretation& how = {}) {
  return io::interpret(io::parse_table(text, "data.csv"), how);
}

std::string refusal_of(std::string_view text, const io::Interpretation& how = {}) {
  try {
    interpret_text(text, how);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "no error";
}

TEST(Interpret, SymmetryDecides) {
  EXPECT_EQ(interpret_text("2,1\n1,2\n").problem.kind(), InputKind::covariance);
  EXPECT_EQ(interpret_text("2,1\n5,2\n").problem.kind(), InputKind::samples);
  EXPECT_EQ(interpret_text("2,1\n1,2\n3,4\n").problem.kind(), InputKind::samples);
  io::Interpretation how;
  how.as = InputKind::samples;
  EXPECT_EQ(interpret_text("2,1\n1,2\n", how).problem.kind(), InputKind::samples);
}

TEST(Interpret, ACovarianceThatLacksARowIsNotSamples) {
  const std::string short_of_a_row = ",a,b,c,d\na,4,1,0,1\nd,1,0,1,3\nc,0,1,2,1\n";
  EXPECT_EQ(refusal_of(short_of_a_row),
            "data.csv: rows and columns have the same names, but 'b' is a column only; if this is a "
            "covariance, add "
            "the row, or leave the column out with `ignore`, else say `as=samples`");
  const std::string short_of_a_column = ",a,b,d\na,4,1,1\nb,1,3,0\nc,0,1,1\nd,1,0,3\n";
  EXPECT_EQ(refusal_of(short_of_a_column),
            "data.csv: rows and columns have the same names, but 'c' is a row only; if this is a covariance, "
            "remove "
            "the row, or leave features out with `exclude`, which keeps it square, else say `as=samples`");
  io::Interpretation how;
  how.as = InputKind::samples;
  EXPECT_EQ(interpret_text(short_of_a_row, how).problem.kind(), InputKind::samples);
  for (const char* samples :
       {",0,1,2,3\n0,4,1,0,1\n1,1,0,1,3\n2,0,1,2,1\n",    // numbers, as pandas writes them
        "id,a,b,c,d\na,4,1,0,1\nd,1,0,1,3\nx,0,1,2,1\n",  // a sample of its own
        "id,a,b\na,4,1\nb,1,0\nc,0,1\n",                  // too few to tell
        "id,a,b,c,d,e,f,g\na,4,1,0,1,1,2,3\nb,1,0,1,3,1,1,1\nc,0,1,2,1,2,2,2\n"})
    EXPECT_EQ(interpret_text(samples).problem.kind(), InputKind::samples) << samples;
}

TEST(Interpret, PlacesAreThoseOfTheFileWhereItsNamesAreIgnored) {
  const auto refusal = [](std::string_view text, bool transpose) {
    io::ReadOptions options;
    options.ignore = {"id"};
    options.transpose = transpose;
    try {
      io::interpret(io::parse_table(text, "data.csv", options), {});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string text = "id,a,b,c\nx,1,2,3\ny,4,NA,6\nz,7,8,8\nw,1,0,1\n";
  EXPECT_NE(refusal(text, false).find("row 3, column 3 (b)"), std::string::npos) << refusal(text, false);
  EXPECT_NE(refusal(text, true).find("row 3, column 3"), std::string::npos) << refusal(text, true);
}

TEST(Interpret, AlmostSymmetricIsAQuestionForTheUser) {
  const std::string message = refusal_of("2,1.0001\n1,2\n");
  EXPECT_NE(message.find("data.csv: row 2, column 1"), std::string::npos) << message;
  EXPECT_NE(message.find("`as=samples`"), std::string::npos);
}

TEST(Interpret, RefusalsNameTheFile) {
  io::Interpretation how;
  how.as = InputKind::covariance;
  EXPECT_NE(refusal_of("2,1\n5,2\n", how)
                .find("data.csv: row 2, column 1 and its mirror image differ: not symmetric"),
            std::string::npos);
  EXPECT_NE(refusal_of("2,1,3\n5,2,3\n", how).find("2 x 3"), std::string::npos);
  EXPECT_NE(refusal_of("1,2\n2,1\n").find("`shift`"), std::string::npos);
}

TEST(Interpret, MissingValuesAreRefusedWithTheirPlace) {
  const std::string text = "id,a,b\ns1,1,2\ns2,NA,3\ns3,4,NA\ns4,5,6\n";
  const std::string message = refusal_of(text);
  EXPECT_NE(message.find("2 missing values, the first at row 3, column 2 (a)"), std::string::npos) << message;

  io::Interpretation how;
  how.missing = io::MissingValues::drop_rows;
  const io::Input dropped = interpret_text(text, how);
  EXPECT_EQ(dropped.problem.samples(), 2);
  EXPECT_EQ(dropped.sample_names, (std::vector<std::string>{"s1", "s4"}));
  EXPECT_EQ(dropped.missing_values, 2);

  how.missing = io::MissingValues::mean;
  const io::Input filled = interpret_text(text, how);
  EXPECT_EQ(filled.problem.samples(), 4);
  // Feature a becomes 1, 10/3, 4, 5 with variance (1 + 100/9 + 16 + 25)/4 - (10/3)^2.
  const double expected = (1.0 + 100.0 / 9.0 + 16.0 + 25.0) / 4.0 - 100.0 / 9.0;
  EXPECT_NEAR(std::ldexp(filled.problem.variances()(0), filled.problem.exponent()), expected, 1e-12);
}

TEST(Interpret, MissingValuesThatLeaveNothingAreRefused) {
  io::Interpretation how;
  how.missing = io::MissingValues::drop_rows;
  EXPECT_NE(refusal_of("1,NA\nNA,2\n3,NA\n", how).find("every row"), std::string::npos);
  how.missing = io::MissingValues::mean;
  EXPECT_NE(refusal_of("1,NA\n2,NA\n3,NA\n", how).find("column 2 has no values"), std::string::npos);
}

TEST(Interpret, NamesComeFromTheHeaderOrTheRowsOfACovariance) {
  EXPECT_EQ(interpret_text("a,b\n2,1\n1,2\n").problem.feature_names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(interpret_text("a,2,1\nb,1,2\n").problem.feature_names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(interpret_text("2,1\n1,2\n").problem.feature_names().empty());
}

std::string notes_of(const io::Input& input) {
  std::string all;
  for (const std::string& note : input.notes) all += note + "\n";
  return all;
}

constexpr auto in_order = "rows were put in the order of the columns, by their names\n";
constexpr auto completed = "a triangle alone was read as the symmetric matrix that it is half of\n";

TEST(Interpret, RowsOfACovarianceAreFoundByName) {
  const io::Input input = interpret_text(",a,b,c\nc,0,1,4\na,2,0.5,0\nb,0.5,3,1\n");
  EXPECT_EQ(input.problem.kind(), InputKind::covariance);
  EXPECT_EQ(notes_of(input), in_order);
  EXPECT_EQ(input.problem.feature_names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(std::ldexp(input.problem.covariance()(2, 2), input.problem.exponent()), 4.0);
  EXPECT_EQ(std::ldexp(input.problem.covariance()(0, 1), input.problem.exponent()), 0.5);
}

/// The triangles below are halves of one covariance.
void expect_completed(const io::Input& input) {
  EXPECT_EQ(input.problem.kind(), InputKind::covariance);
  EXPECT_EQ(notes_of(input), completed);
  Matrix expected(3, 3);
  expected << 2, 0.5, 0, 0.5, 3, 1, 0, 1, 4;
  EXPECT_EQ(input.problem.covariance() * std::ldexp(1.0, input.problem.exponent()), expected);
}

TEST(Interpret, ATriangleIsHalfOfACovariance) {
  for (const char* text : {",a,b,c\na,2,,\nb,0.5,3,\nc,0,1,4\n", ",a,b,c\na,2,0.5,0\nb,0,3,1\nc,0,0,4\n",
                           "2,0.5,0\nNA,3,1\nNA,NA,4\n", "2,0,0\n0.5,3,0\n0,1,4\n"}) {
    SCOPED_TRACE(text);
    const io::Input input = interpret_text(text);
    expect_completed(input);
  }
}

TEST(Interpret, ATriangleInTheOrderOfItsRows) {
  // Written as rows c, a, b of a lower triangle; the columns were sorted afterwards.
  const io::Input input = interpret_text(",a,b,c\nc,,,4\na,2,,0.25\nb,0.5,3,1\n");
  EXPECT_EQ(notes_of(input), std::string(in_order) + completed);
  EXPECT_EQ(std::ldexp(input.problem.covariance()(0, 2), input.problem.exponent()), 0.25);
  EXPECT_EQ(std::ldexp(input.problem.covariance()(2, 1), input.problem.exponent()), 1.0);
}

TEST(Interpret, RowsThatGrowOrShrinkAreATriangle) {
  for (const char* text :
       {"2\n0.5,3\n0,1,4\n", "2,0.5,0\n3,1\n4\n", "a,b,c\n2\n0.5,3\n0,1,4\n", "a;b;c\n2;0.5;0\n3;1\n4\n",
        ",a,b,c\na,2\nb,0.5,3\nc,0,1,4\n", "id,a,b,c\na,2,0.5,0\nb,3,1\nc,4\n", "a,2\nb,0.5,3\nc,0,1,4\n",
        "a b c\na 2\nb 0.5 3\nc 0 1 4\n", "a b c\na 2 0.5 0\nb 3 1\nc 4\n", "a,2,0.5,0\nb,3,1\nc,4\n"}) {
    SCOPED_TRACE(text);
    const io::Input input = interpret_text(text);
    expect_completed(input);
    if (std::string(text).find('a') == std::string::npos) continue;
    EXPECT_EQ(input.problem.feature_names(), (std::vector<std::string>{"a", "b", "c"}));
  }
}

TEST(Interpret, RowsThatGrowOrShrinkAreNothingElse) {
  const std::string doubt =
      "data.csv: its rows grow or shrink by one value each; if it is a triangle of a covariance, say "
      "`as=covariance`, else give every row the same number of values";
  EXPECT_EQ(refusal_of("2\n1,-1\n1,1,2\n"), doubt);
  EXPECT_EQ(refusal_of("a,b\n2\n1,3\n"), doubt);
  io::Interpretation how;
  how.as = InputKind::covariance;
  EXPECT_EQ(notes_of(interpret_text("a,b\n2\n1,3\n", how)), completed);
  EXPECT_EQ(notes_of(interpret_text(",a,b\na,2\nb,1,3\n")), completed);
  EXPECT_EQ(notes_of(interpret_text("2\n0,3\n0,0,4\n")), completed);  // a diagonal matrix is one as well
  // The other half of an entry that is missing is missing too.
  EXPECT_NE(refusal_of("2\nNA,3\n0,1,4\n").find("missing"), std::string::npos);
  EXPECT_NE(refusal_of(",a,b,c\na,2,,\nb,,3,\nc,0,1,4\n").find("missing"), std::string::npos);
  EXPECT_NE(refusal_of(",b,a,c\na,2\nb,1,3\nc,1,1,4\n").find("same order"), std::string::npos);
  for (const char* text :
       {"4,3,2\n3,2\n2,1\n", "5,4,3,2\n4,3,2\n3,2\n", "1,2\n3,4\n5,6,7\n8,9\n", "1,2,3\n1,2,3\n1,2\n1\n1\n",
        "1,2,3,4,5\n1,2,3,4\n1,2,3\n", "a,b,c\n1,2\n1,2,3\n"}) {
    SCOPED_TRACE(text);
    EXPECT_NE(refusal_of(text).find("every row needs the same"), std::string::npos) << refusal_of(text);
  }
  how.as = InputKind::samples;
  EXPECT_THROW(interpret_text("2\n0.5,3\n0,1,4\n", how), Error);
}

TEST(Interpret, FewZerosMakeNoTriangle) {
  EXPECT_EQ(interpret_text("2,1\n0,2\n").problem.kind(), InputKind::samples);
  EXPECT_EQ(interpret_text("2,1,5\n0,-2,3\n0,0,1\n").problem.kind(), InputKind::samples);
  io::Interpretation how;
  how.as = InputKind::covariance;
  EXPECT_EQ(notes_of(interpret_text("2,1\n0,2\n", how)), completed);
  how.as = InputKind::samples;
  EXPECT_EQ(interpret_text("2,1,1\n0,2,1\n0,0,2\n", how).problem.kind(), InputKind::samples);
}

TEST(Interpret, MatchingNamesOfNoCovarianceAreAnError) {
  const std::string text = ",a,b\na,2,1\nb,5,2\n";
  EXPECT_EQ(
      refusal_of(text),
      "data.csv: row 3, column 2 (a) and its mirror image differ, though rows and columns have the same "
      "names: neither symmetric nor a triangle; correct it, or say `as=samples` to read it as data");
  io::Interpretation how;
  how.as = InputKind::samples;
  EXPECT_EQ(interpret_text(text, how).problem.kind(), InputKind::samples);
  EXPECT_EQ(interpret_text(",a,b\nx,2,1\ny,5,2\n").problem.kind(), InputKind::samples);
}

}  // namespace
}  // namespace spica
