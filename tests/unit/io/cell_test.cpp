// What one cell of a text table says.
#include <cmath>
#include <cstdlib>

#include "io/cell.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

double number(std::string_view text) {
  double value = -1;
  EXPECT_EQ(parse_cell(text, value), CellKind::number) << text;
  return value;
}

CellKind kind(std::string_view text) {
  double value = 0;
  const CellKind result = parse_cell(text, value);
  EXPECT_EQ(std::isnan(value), result != CellKind::number) << text;
  return result;
}

TEST(IoText, NumbersAsStrtodReadsThem) {
  for (const char* text : {"0",
                           "-0",
                           "0.1",
                           "1e308",
                           "1.7976931348623157e308",
                           "-1.7976931348623158e308",
                           ".5",
                           "5.",
                           "-.5e-3",
                           "00012",
                           "4.9e-324",
                           "3e-324",
                           "2e-324",
                           "-2e-324",
                           "1e-400",
                           "-1e-400",
                           "1e-310",
                           "2.2250738585072011e-308",
                           "123456789012345678901234567890",
                           "0e999999",
                           "1e-99999999999999999999",
                           "0.000000000000000000000000000000000001e-300",
                           "9007199254740993",
                           "0.30000000000000004"}) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(number(text)),
              std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)))
        << text;
  }
}

TEST(IoText, AdviceOnNumbersWithMoreThanDigits) {
  for (const char* text : {"5%", "0.0269 %", "-1e-3%"})
    EXPECT_EQ(advice_on_number(text), "leave out the per cent sign") << text;
  for (const char* text : {"1,234.5", "12,345,678", "1,234", "-1,234.5e3"})
    EXPECT_EQ(advice_on_number(text), "leave out the commas between thousands") << text;
  for (const char* text : {"", "%", "five%", "1,23.5", "12,34,567", ",", "a,bcd", "1,5", "GAPDH"})
    EXPECT_EQ(advice_on_number(text), "") << text;
}

TEST(IoText, NumbersWithSignsBlanksAndFortranExponents) {
  EXPECT_EQ(number("+1.5"), 1.5);
  EXPECT_EQ(number("  1.5\t"), 1.5);
  EXPECT_EQ(number("1.0D+03"), 1000);
  EXPECT_EQ(number("-2.5d-1"), -0.25);
  EXPECT_EQ(number("+.5D1"), 5);
}

TEST(IoText, MissingWords) {
  for (const char* text :
       {"", "  ", "NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "-nan", "null", "NULL", "Null", "?", "."}) {
    EXPECT_EQ(kind(text), CellKind::missing) << text;
  }
}

TEST(IoText, TextIsNoNumber) {
  for (const char* text : {"abc",   "+-1",   "++1", "-",   "+",  "1e", "1D",    "1e5x",  "0x10", "1 2", "--1",
                           "1.2.3", "1D2D3", "e5",  "NAs", "..", ",",  "1,2,3", "1d5e3", "\"",   "\xFF"}) {
    EXPECT_EQ(kind(text), CellKind::text) << text;
  }
}

TEST(IoText, NumbersThatCannotBeUsed) {
  for (const char* text : {"inf", "Inf", "-inf", "+Infinity", "INFINITY"})
    EXPECT_EQ(kind(text), CellKind::infinite) << text;
  for (const char* text : {"1e400", "-1e400", "+1e309", "1D400", "1e99999999999999999999", "1.8e308"}) {
    EXPECT_EQ(kind(text), CellKind::too_large) << text;
  }
  EXPECT_EQ(kind(std::string(400, '9')), CellKind::too_large);
  for (const char* text : {"1,5", "-1,5", "1,5e3", ",5"})
    EXPECT_EQ(kind(text), CellKind::decimal_comma) << text;
}

TEST(IoText, DecimalCommas) {
  const auto kind_with_commas = [](std::string_view text) {
    double unused = 0;
    return parse_cell(text, unused, ',');
  };
  double value = 0;
  EXPECT_EQ(parse_cell(" -1,5e2 ", value, ','), CellKind::number);
  EXPECT_EQ(value, -150);
  for (const char* text : {"7", "1,234", ",5", "1,0D2"})
    EXPECT_EQ(kind_with_commas(text), CellKind::number) << text;
  for (const char* text : {"1.5", ".5", "2."})
    EXPECT_EQ(kind_with_commas(text), CellKind::decimal_point) << text;
  for (const char* text : {".", "", "NA"}) EXPECT_EQ(kind_with_commas(text), CellKind::missing) << text;
  for (const char* text : {"1.234,5", "1,2,3", "x"})
    EXPECT_EQ(kind_with_commas(text), CellKind::text) << text;
  for (const char* text : {"1,234", "-12,345"}) EXPECT_TRUE(may_group_thousands(text)) << text;
  for (const char* text : {"0,123", "-0,123", "1,23", "1,2345", ",123"})
    EXPECT_FALSE(may_group_thousands(text)) << text;
}

}  // namespace
}  // namespace spica::io::test
