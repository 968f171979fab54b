#include "io/npy.hpp"

#include <cstring>
#include <limits>
#include <numeric>

#include "io_test.hpp"

namespace spica::io::test {
namespace {

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string header = dictionary + "\n";
  std::string bytes = std::string("\x93NUMPY") + version + '\0';
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + header + data;
}

std::string npy_array(const std::string& type, const std::string& shape, const std::string& data,
                      bool fortran = false) {
  return npy("{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                 ", 'shape': " + shape + ", }",
             data);
}

template <typename T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

Matrix read_values(const std::string& bytes) {
  return read_npy({bytes}, "a.npy").values();
}

void expect_npy_error(const std::string& bytes, const std::vector<std::string>& parts) {
  const std::string line = input_error([&] { read_values(bytes); });
  EXPECT_TRUE(line.starts_with("a.npy: ")) << line;
  expect_has(line, parts);
}

TEST(IoNpy, BothOrdersAndAllVersions) {
  const std::string data = raw<double>({1, 2, 3, 4, 5, 6});
  expect_same(read_values(npy_array("<f8", "(2, 3)", data)), matrix(2, 3, {1, 2, 3, 4, 5, 6}));
  expect_same(read_values(npy_array("<f8", "(2, 3)", data, true)), matrix(2, 3, {1, 3, 5, 2, 4, 6}));
  const std::string dictionary = "{\"shape\":(2,3),'descr':'<f8','fortran_order':False}";
  for (const char version : {'\1', '\2', '\3'}) {
    expect_same(read_values(npy(dictionary, data, version)), matrix(2, 3, {1, 2, 3, 4, 5, 6}));
  }
  expect_same(read_values(npy_array("<f8", "(2L, 3L)", data)), matrix(2, 3, {1, 2, 3, 4, 5, 6}));
}

TEST(IoNpy, LargeArraysInBothOrders) {
  constexpr Index rows = 301;
  constexpr Index columns = 1003;
  std::vector<double> numbers(static_cast<std::size_t>(rows * columns));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const std::string data(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  const Matrix by_columns = Eigen::Map<const Matrix>(numbers.data(), rows, columns);
  const Matrix by_rows = Eigen::Map<const Matrix>(numbers.data(), columns, rows).transpose();
  expect_same(read_values(npy_array("<f8", "(301, 1003)", data, true)), by_columns);
  expect_same(read_values(npy_array("<f8", "(301, 1003)", data, false)), by_rows);
}

TEST(IoNpy, AllNumericTypes) {
  const Matrix expected = matrix(1, 2, {1, 100});
  expect_same(read_values(npy_array("<f4", "(1, 2)", raw<float>({1, 100}))), expected);
  expect_same(read_values(npy_array("<f2", "(1, 2)", raw<std::uint16_t>({0x3C00, 0x5640}))), expected);
  expect_same(read_values(npy_array("|i1", "(1, 2)", raw<std::int8_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<i2", "(1, 2)", raw<std::int16_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<i4", "(1, 2)", raw<std::int32_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<i8", "(1, 2)", raw<std::int64_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("|u1", "(1, 2)", raw<std::uint8_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<u2", "(1, 2)", raw<std::uint16_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<u4", "(1, 2)", raw<std::uint32_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("<u8", "(1, 2)", raw<std::uint64_t>({1, 100}))), expected);
  expect_same(read_values(npy_array("|b1", "(1, 2)", raw<std::uint8_t>({1, 0}))), matrix(1, 2, {1, 0}));
}

TEST(IoNpy, IntegersMustBeExact) {
  const std::int64_t edge = std::int64_t{1} << 53;
  expect_same(read_values(npy_array("<i8", "(1, 2)", raw<std::int64_t>({edge, -edge}))),
              matrix(1, 2, {9007199254740992.0, -9007199254740992.0}));
  expect_npy_error(npy_array("<i8", "(2, 2)", raw<std::int64_t>({1, 2, edge + 1, 3})),
                   {"row 2, column 1", "2^53"});
  expect_npy_error(npy_array("<i8", "(1, 2)", raw<std::int64_t>({1, -edge - 1})),
                   {"row 1, column 2", "2^53"});
  expect_npy_error(npy_array("<u8", "(1, 1)", raw<std::uint64_t>({~std::uint64_t{0}})), {"row 1, column 1"});
}

TEST(IoNpy, MissingAndInfiniteValues) {
  const double inf = std::numeric_limits<double>::infinity();
  expect_same(read_values(npy_array("<f8", "(1, 2)", raw<double>({not_a_number, 1}))),
              matrix(1, 2, {not_a_number, 1}));
  expect_npy_error(npy_array("<f8", "(2, 2)", raw<double>({1, 2, 3, -inf})), {"row 2, column 2", "infinite"});
}

TEST(IoNpy, RefusesOtherTypes) {
  expect_npy_error(npy_array(">f8", "(1, 1)", raw<double>({1})), {"big-endian", "little-endian"});
  expect_npy_error(npy_array(">i4", "(1, 1)", raw<std::int32_t>({1})), {"big-endian"});
  for (const char* type : {"|O", "<c16", "<U3", "|S8", "<f16", "<M8[ns]", "", "f8", "<f"}) {
    expect_npy_error(npy_array(type, "(1, 1)", std::string(16, '\0')), {"type", "float64"});
  }
  expect_npy_error(
      npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1, 1), }", raw<double>({1})),
      {"structured"});
}

TEST(IoNpy, RefusesOtherShapes) {
  expect_npy_error(npy_array("<f8", "(2,)", raw<double>({1, 2})), {"1 dimension;", "two-dimensional"});
  expect_npy_error(npy_array("<f8", "()", raw<double>({1})), {"0 dimensions"});
  expect_npy_error(npy_array("<f8", "(1, 1, 1)", raw<double>({1})), {"3 dimensions"});
  expect_npy_error(npy_array("<f8", "(0, 3)", ""), {"0 x 3"});
  expect_npy_error(npy_array("<f8", "(2, 2)", raw<double>({1, 2, 3})), {"24 bytes", "2 x 2", "truncated"});
  expect_npy_error(npy_array("<f8", "(1, 1)", raw<double>({1, 2})), {"16 bytes", "1 x 1", "damaged"});
  expect_npy_error(npy_array("<f8", "(1, 1)", raw<double>({1}) + "x"), {"9 bytes"});
  expect_npy_error(npy_array("<f8", "(4611686018427387904, 4611686018427387904)", raw<double>({1})),
                   {"truncated"});
}

TEST(IoNpy, RefusesBrokenHeaders) {
  for (const char* dictionary :
       {"", "{", "{}", "{'descr': '<f8'}", "{'descr: 1}", "{'descr': '<f8', 'x': 1}",
        "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 1), }",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (1 1), }",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (-1, 1), }",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (99999999999999999999, 1), }"}) {
    expect_npy_error(npy(dictionary, raw<double>({1})), {"header"});
  }
  expect_npy_error(npy("{}", "", '\4'), {"version 4"});
}

TEST(IoNpy, EveryTruncationIsRefused) {
  const std::string bytes = format_npy(matrix(2, 2, {1, 2, 3, 4}));
  expect_same(read_values(bytes), matrix(2, 2, {1, 2, 3, 4}));
  for (std::size_t length = 6; length < bytes.size(); ++length) {
    expect_npy_error(bytes.substr(0, length), {"truncated"});
  }
  expect_npy_error(bytes + "x", {"damaged"});
}

TEST(IoNpy, DataIsAligned) {
  for (Index columns : {1, 10, 1000}) {
    const std::string bytes = format_npy(Matrix::Zero(1, columns));
    EXPECT_EQ((bytes.size() - static_cast<std::size_t>(columns) * 8) % 64, 0U);
  }
}

}  // namespace
}  // namespace spica::io::test
