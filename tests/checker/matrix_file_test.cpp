#include "checker/matrix_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

namespace spica_check {
namespace {

std::string put(const std::string& name, const std::string& bytes) {
  // Tests run side by side, and some have one name in two suites.
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string path =
      testing::TempDir() + "spica_matrix_file_" + test.test_suite_name() + test.name() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string gzip(const std::string& bytes) {
  const std::string path = put("pack", "");
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Table table(std::size_t rows, std::size_t columns, const List<double>& values) {
  return {rows, columns, values};
}

Fingerprint of(const Table& expected) {
  return {expected.rows, expected.columns, fingerprint(expected)};
}

/// The matrix of most tests.
const Table& small() {
  static const Table matrix = table(2, 3, {1, 2, 3, 4, 5.5, -6});
  return matrix;
}

std::string how(const std::string& bytes, const Table& expected = small()) {
  return read_matrix(put("case", bytes), of(expected)).how;
}

/// Reads the bytes and compares all values bit for bit.
void expect_read(const std::string& bytes, const Table& expected = small()) {
  try {
    const ReadTable result = read_matrix(put("case", bytes), of(expected));
    EXPECT_EQ(result.table.rows, expected.rows);
    EXPECT_EQ(result.table.columns, expected.columns);
    ASSERT_EQ(result.table.values.size(), expected.values.size());
    const std::size_t size = expected.values.size() * sizeof(double);
    EXPECT_EQ(std::memcmp(result.table.values.data(), expected.values.data(), size), 0);
  } catch (const Unreadable& error) {
    ADD_FAILURE() << error.what() << "\n" << bytes.substr(0, 200);
  }
}

/// The message of the refusal: one line that starts with the path.
std::string refusal(const std::string& path, const Fingerprint& expected) {
  try {
    read_matrix(path, expected);
  } catch (const Unreadable& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind(path + ": ", 0), 0U) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(path.size() + 2);
  }
  ADD_FAILURE() << "no refusal";
  return "";
}

void expect_refused(const std::string& bytes, const std::string& part, const Table& expected = small()) {
  const std::string message = refusal(put("case", bytes), of(expected));
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                bool fortran = false, char version = 1) {
  const std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                             ", 'shape': " + shape + ", }\n";
  std::string bytes = std::string("\x93NUMPY") + version + '\0';
  bytes += static_cast<char>(header.size());
  bytes += std::string(version == 1 ? 1 : 3, '\0');
  return bytes + header + data;
}

template <typename T>
std::string raw(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

const std::string& small_data() {
  static const std::string data = raw<double>({1, 2, 3, 4, 5.5, -6});
  return data;
}

TEST(CheckerFingerprint, AgreesWithPythonsHashlib) {
  const Table known = table(2, 3, {1.0, -2.5, 0.1, 3e-300, -0.0, 7.0});
  EXPECT_EQ(fingerprint(known), "3a2bf223c69b9d91477aacd41fc6049ec7c81e707df33cfec73d84634259ef3c");
  EXPECT_NE(fingerprint(known), fingerprint(table(3, 2, known.values)));
}

TEST(CheckerText, AllSeparatorsAndLineEnds) {
  for (const std::string separator : {",", "\t", ";", " ", " , ", " \t ", "; "}) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
      const std::string first = "1" + separator + "2" + separator + "3" + end;
      const std::string second = "4" + separator + "5.5" + separator + "-6";
      expect_read(first + second);
      expect_read(first + second + end);
      expect_read(first + second + end + end + "  " + end);
      expect_read("\xEF\xBB\xBF" + first + second);
      expect_read("# a, comment" + end + end + "  # another" + end + first + second);
      expect_read(gzip(first + second + end));
    }
  }
}

TEST(CheckerText, DecimalCommasBetweenSemicolons) {
  expect_read("1;2;3\n4;5,5;-6\n");
  expect_read("1,0;2,0;3,0\n\"4,0\";5,5;-6,0\n");
  expect_read("a;b;c\n1;2;3\n4;5,5;-0,6e1\n");
  EXPECT_THROW(how("1\t2\t3\n4\t5,5\t-6\n"), Unreadable);
  EXPECT_THROW(how("1;2;3\n4;5,5,0;-6\n"), Unreadable);
}

TEST(CheckerText, FourLayoutsAndTheHeaderOfR) {
  const std::string size = "2 rows x 3 columns";
  const std::string row = ", first row taken as names";
  const std::string column = ", first column taken as names";
  EXPECT_EQ(how("1,2,3\n4,5.5,-6\n"), size);
  EXPECT_EQ(how("a,b,c\n1,2,3\n4,5.5,-6\n"), size + row);
  EXPECT_EQ(how("x\t1\t2\t3\ny\t4\t5.5\t-6\n"), size + column);
  EXPECT_EQ(how(";a;b;c\nx;1;2;3\ny;4;5.5;-6\n"), size + row + column);
  EXPECT_EQ(how("a b c\nx 1 2 3\ny 4 5.5 -6\n"), size + row + column);
  EXPECT_EQ(how("\t0\t1\t2\n0\t1\t2\t3\n1\t4\t5.5\t-6\n"), size + row + column);
  EXPECT_EQ(how("2019,2020,2021\n1,2,3\n4,5.5,-6\n"), size + row);
  EXPECT_EQ(how("NA,,\"c\nd\"\n1,2,3\n4,5.5,-6\n"), size + row);
  EXPECT_EQ(how("a,b,\n1,2,3\n4,5.5,-6\n"), size + row);
}

TEST(CheckerText, QuotesTrailingSeparatorsAndSingleRowsAndColumns) {
  expect_read("\"a\"\"b,\nc\" , \"d\",e\n\"1\",\" 2 \",3\n4 ,\"5.5\", -6");
  expect_read("\"one, two\",1,2,3\n\"th\"\"ree\",4,5.5,-6\n");
  expect_read("\"one two\" 1 2 3\n\"three\" 4 5.5 -6\n");
  expect_read("1,2,3,\n4,5.5,-6,\n");
  expect_read("a,b,c,\n1,2,3, \n4,5.5,-6,\n");
  expect_read("x,1,2,3,\ny,4,5.5,-6,\n");
  expect_read("1\t2\t3\t\n4\t5.5\t-6\t\n");
  expect_read("1,2,3\n\n4,5.5,-6\n");
  expect_read("   1  2 3\n  4 5.5\t -6 \n");
  expect_read("5\" pipe,1,2,3\n6\" pipe,4,5.5,-6\n");
  expect_read("a, b\tc\td; e\n1\t2\t3\n4\t5.5\t-6\n");
  expect_read("a b,c d,e f\n1,2,3\n4,5.5,-6\n");
  expect_read("7\n8\n9\n", table(3, 1, {7, 8, 9}));
  expect_read("x\n7\n8\n9\n", table(3, 1, {7, 8, 9}));
  expect_read("7,8,9\n", table(1, 3, {7, 8, 9}));
  expect_read("42", table(1, 1, {42}));
}

TEST(CheckerText, Numbers) {
  expect_read("+1,-2.,.5\n1e3,1.5E+02,2e-1\n", table(2, 3, {1, -2, 0.5, 1000, 150, 0.2}));
  expect_read("1e-999,-1e-999,4.9e-324\n-0,0.1,1.7976931348623157e308\n",
              table(2, 3, {0.0, -0.0, 4.9e-324, -0.0, 0.1, std::numeric_limits<double>::max()}));
  expect_read("0." + std::string(400, '0') + "1," + "1" + std::string(400, '0') + "e-400\n",
              table(1, 2, {0.0, 1.0}));
  for (const std::string cell :
       {"NA", "nan", "inf", "1e999", "0x10", "1 2", "1e", "--1", "1.0D+03", "", "+", "+-1", "abc"}) {
    expect_refused("a,b,c\n1,2,3\n4," + cell + ",-6\n", "spica convert");
  }
}

TEST(CheckerText, SaysWhatDiffers) {
  expect_refused("1,2,3\n4,5.5,-7\n", "other values");
  expect_refused("1,2\n3,4\n", "another size, as row 1 shows");
  expect_refused("1,2,3,4,5,6,7\n", "another size, as row 1 shows");
  expect_refused("1;2;3\n4;5;6\n7;8;9\n10;11;12\n", "another size, as row 4 shows");
  expect_refused("1,2,3\n", "another size, 1 rows");
  expect_refused("1,2,3\n4,5.5\n", "another size, as row 2 shows");
  expect_refused("99,1,2,3\n4,5.5,-6\n", "rows of different lengths");
  expect_refused("1,\"2,3\n4,5.5,-6\n", "another size, as row 1 shows");
  expect_refused("1,2,3\n4,5.5,\"-6\"x\n", "spica convert");
  expect_refused("", "another size, 0 rows");
  expect_refused("# only a comment\n\n", "another size, 0 rows");
  expect_refused(std::string("1,2\0,3", 6), "no text");
}

TEST(CheckerMarket, AllKinds) {
  const std::string banner = "%%MatrixMarket matrix ";
  expect_read(banner + "array real general\n% comment\n\n2 3\n1\n4\n2 5.5\n\n3\r\n-6");
  expect_read("%%matrixmarket MATRIX Array Real General\r\n2 3\r\n1\r\n4\r\n2\r\n5.5\r\n3\r\n-6\r\n");
  expect_read(gzip(banner + "array double general\n2 3\n1 4 2 5.5 3 -6\n"));
  expect_read(banner + "coordinate real general\n2 3 6\n2 3 -6\n1 1 1\n1 2 2\n1 3 3\n2 1 4\n2 2 5.5\n");
  expect_read(banner + "coordinate integer general\n2 2 1\n2 1 7\n", table(2, 2, {0, 0, 7, 0}));
  expect_read(banner + "coordinate real symmetric\n2 2 1\n1 2 -0.5\n", table(2, 2, {0, -0.5, -0.5, 0}));
  expect_read(banner + "coordinate real general\n2 2 0\n", table(2, 2, {0, 0, 0, 0}));
  expect_read(banner + "array real symmetric\n3 3\n1 2 3 4 5 6\n", table(3, 3, {1, 2, 3, 2, 4, 5, 3, 5, 6}));
}

TEST(CheckerMarket, Refusals) {
  const std::string array = "%%MatrixMarket matrix array real general\n";
  const std::string entries = "%%MatrixMarket matrix coordinate real general\n";
  const Table two = table(2, 2, {1, 2, 3, 4});
  expect_refused("%%MatrixMarket matrix array real skew-symmetric\n2 2\n1\n", "not read", two);
  expect_refused("%%MatrixMarket matrix array complex general\n2 2\n1\n", "not read", two);
  expect_refused("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n", "spica convert", two);
  expect_refused("%%MatrixMarket", "not read", two);
  expect_refused(array, "another size", two);
  expect_refused(array + "1000000000000 1000000000000\n1 2 3 4\n", "another size", two);
  expect_refused(array + "99999999999999999999999 2\n1 2 3 4\n", "another size", two);
  expect_refused(array + "2 2\n1 2 3\n", "truncated", two);
  expect_refused(array + "2 2", "truncated", two);
  expect_refused(array + "2 2\n1 3 2 4 5\n", "more values", two);
  expect_refused(array + "2 2\n1 nan 2 4\n", "spica convert", two);
  expect_refused(array + "2 2\n1 3 2 5\n", "other values", two);
  expect_refused("%%MatrixMarket matrix array real symmetric\n2 3\n1 2 3 4 5 6\n", "not square");
  expect_refused(entries + "2 2 999999999999\n1 1 1\n", "truncated", two);
  expect_refused(entries + "2 2 2\n1 1 1\n1 1 1\n", "twice", two);
  expect_refused(entries + "2 2 four\n1 1 1\n", "number of entries", two);
  for (const char* const entry :
       {"0 1 5", "3 1 5", "1 -1 5", "1.5 1 5", "x 1 5", "18446744073709551617 1 5"}) {
    expect_refused(entries + "2 2 1\n" + entry + "\n", "outside", two);
  }
  // Declared and expected alike, so that only the limit on values stands in the way.
  const Fingerprint huge{1U << 20U, 1U << 20U, "x"};
  EXPECT_NE(refusal(put("huge", entries + "1048576 1048576 1\n1 1 1\n"), huge).find("2^29"),
            std::string::npos);
}

TEST(CheckerNpy, OrdersVersionsAndTypes) {
  EXPECT_EQ(how(npy("<f8", "(2, 3)", small_data())), "2 rows x 3 columns, NumPy <f8");
  for (const char version : {'\1', '\2', '\3'})
    expect_read(npy("<f8", "(2, 3)", small_data(), false, version));
  expect_read(npy("<f8", "(2, 3)", raw<double>({1, 4, 2, 5.5, 3, -6}), true));
  expect_read(gzip(npy("<f8", "(2L,3L)", small_data())));
  expect_read(npy("<f4", "(2, 3)", raw<float>({1, 2, 3, 4, 5.5F, -6})));
  expect_read(npy("<f4", "(1, 1)", raw<float>({0.1F})), table(1, 1, {double{0.1F}}));
  const Table whole = table(1, 2, {100, -3});
  expect_read(npy("|i1", "(1, 2)", raw<std::int8_t>({100, -3})), whole);
  expect_read(npy("<i2", "(1, 2)", raw<std::int16_t>({100, -3})), whole);
  expect_read(npy("<i4", "(1, 2)", raw<std::int32_t>({100, -3})), whole);
  expect_read(npy("<i8", "(1, 2)", raw<std::int64_t>({100, -3})), whole);
  const Table natural = table(1, 2, {100, 200});
  expect_read(npy("|u1", "(1, 2)", raw<std::uint8_t>({100, 200})), natural);
  expect_read(npy("<u2", "(1, 2)", raw<std::uint16_t>({100, 200})), natural);
  expect_read(npy("<u4", "(1, 2)", raw<std::uint32_t>({100, 200})), natural);
  expect_read(npy("|b1", "(1, 2)", std::string("\1\0", 2)), table(1, 2, {1, 0}));
}

TEST(CheckerNpy, Refusals) {
  const std::string whole = npy("<f8", "(2, 3)", small_data());
  for (std::size_t size = 6; size < whole.size(); ++size) expect_refused(whole.substr(0, size), "");
  expect_refused(whole.substr(0, whole.size() - 1), "truncated");
  expect_refused(whole + "x", "damaged");
  expect_refused(npy("<f8", "(1000000000000000000, 3)", small_data()), "another size");
  expect_refused(npy("<f8", "(99999999999999999999999999, 3)", small_data()), "another size");
  expect_refused(npy("<f8", "(3, 2)", small_data()), "another size, {descr:<f8,");
  expect_refused(npy("<f8", "(6,)", small_data()), "another size");
  for (const std::string type : {"<c16", ">f8", ">i4", "<u8", "<f16"})
    expect_refused(npy(type, "(2, 3)", small_data()), "type that is not read; use `spica convert`");
  expect_refused(npy("|O8", "(2, 3)", small_data()), "type");
  expect_refused(npy("<f8", "(2, 3)", raw<double>({1, 2, 3, 4, 5.5, -7})), "other values");
  expect_refused(npy("<f8", "(1, 1)", raw<double>({std::numeric_limits<double>::quiet_NaN()})), "missing",
                 table(1, 1, {1}));
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  expect_refused(npy("<i8", "(1, 1)", raw<std::int64_t>({large})), "spica convert", table(1, 1, {1}));
  expect_refused(npy("<i8", "(1, 1)", raw<std::int64_t>({-large})), "spica convert", table(1, 1, {1}));
  // A lie that certificate and file share is caught by the bytes there are.
  const Fingerprint lie{1U << 14U, 1U << 14U, "x"};
  const std::string path = put("lie", npy("<f8", "(16384, 16384)", small_data()));
  EXPECT_NE(refusal(path, lie).find("truncated"), std::string::npos);
}

TEST(CheckerFile, WhatIsNoFile) {
  const Fingerprint any = of(small());
  for (const std::string& path : {std::string("-"), testing::TempDir() + "spica_no_such_file",
                                  std::filesystem::temp_directory_path().string(), std::string("/dev/zero")})
    EXPECT_NE(refusal(path, any).find("cannot be read"), std::string::npos);
  expect_refused("MATLAB 5.0 MAT-file, " + std::string(200, '\0'), "spica convert");
  expect_refused("\x89HDF\r\n\x1a\n" + std::string(8, '\0'), "spica convert");
}

TEST(CheckerFile, ExpectedSizesThatNoFileHas) {
  const std::string path = put("case", "1,2,3\n4,5.5,-6\n");
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  for (const Fingerprint& odd :
       {Fingerprint{0, 3, ""}, {2, 0, ""}, {huge, huge, ""}, {huge, 1, ""}, {1, huge, ""}}) {
    EXPECT_NE(refusal(path, odd).find("certificate is about"), std::string::npos);
  }
}

TEST(CheckerFile, DamagedGzip) {
  const std::string packed = gzip("1,2,3\n4,5.5,-6\n");
  expect_read(packed);
  expect_read(gzip("1,2,3\n") + gzip("4,5.5,-6\n"));
  for (std::size_t size = 2; size < packed.size(); ++size) expect_refused(packed.substr(0, size), "");
  std::string corrupt = packed;
  corrupt[packed.size() - 6] = static_cast<char>(corrupt[packed.size() - 6] ^ 1);
  expect_refused(corrupt, "corrupt");
}

/// Damage of any kind ends in a refusal or leaves the matrix as it was: never in another one, nor in a crash.
TEST(CheckerFile, RandomDamage) {
  std::vector<std::string> whole = {
      "a,b,c\nx,1,2,3\ny,4,5.5,-6\n",
      "1;2;3\r\n4;5.5;-6\r\n",
      "\"p q\" 1 2 3\n\"r\" 4 5.5 -6\n",
      "%%MatrixMarket matrix array real general\n2 3\n1 4 2 5.5 3 -6\n",
      "%%MatrixMarket matrix coordinate real general\n2 3 6\n2 3 -6\n1 1 1\n1 2 2\n1 3 3\n2 1 4\n2 2 5.5\n",
      npy("<f8", "(2, 3)", small_data()),
      npy("<f8", "(2, 3)", raw<double>({1, 4, 2, 5.5, 3, -6}), true, 2)};
  for (std::size_t i = 0, plain = whole.size(); i < plain; ++i) whole.push_back(gzip(whole[i]));
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 1500; ++round) {
    std::string bytes = whole[below(whole.size())];
    for (std::size_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
      const std::size_t place = below(bytes.size());
      switch (below(5)) {
        case 0:
          bytes[place] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(place, 1 + below(8));
          break;
        case 2:
          bytes.insert(place, 1, "\",;\t\n\r %#9e-'(\0"[below(15)]);
          break;
        case 3:
          bytes.resize(place);
          break;
        default:
          bytes += bytes.substr(place);
          break;
      }
    }
    try {
      const ReadTable result = read_matrix(put("damaged", bytes), of(small()));
      EXPECT_EQ(fingerprint(result.table), fingerprint(small()));
    } catch (const Unreadable& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace spica_check
