#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spica/error.hpp"
#include "spica/types.hpp"

namespace spica::io::test {

using Names = std::vector<std::string>;
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A folder of the test's own, removed with everything in it.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "spica-io-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
    path_ = name;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  [[nodiscard]] std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline void put(const std::string& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
}

inline std::string get(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The message of the Error(input) that the call throws. Fails the test if it throws none, or one of several
/// lines.
template <typename Call>
std::string input_error(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    const std::string message = error.what();
    for (const char c : message) EXPECT_GE(static_cast<unsigned char>(c), 0x20U) << message;
    return message;
  }
  ADD_FAILURE() << "no error";
  return "";
}

inline void expect_has(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' is not in: " << message;
  }
}

/// Equal bit for bit, except that every NaN equals every other.
inline void expect_same(const Matrix& actual, const Matrix& expected) {
  ASSERT_EQ(actual.rows(), expected.rows());
  ASSERT_EQ(actual.cols(), expected.cols());
  for (Index j = 0; j < actual.cols(); ++j) {
    for (Index i = 0; i < actual.rows(); ++i) {
      if (std::isnan(actual(i, j)) && std::isnan(expected(i, j))) continue;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(actual(i, j)), std::bit_cast<std::uint64_t>(expected(i, j)))
          << "(" << i << ", " << j << "): " << actual(i, j) << " instead of " << expected(i, j);
    }
  }
}

inline Matrix matrix(Index rows, Index columns, std::initializer_list<double> row_by_row) {
  Matrix result(rows, columns);
  Index position = 0;
  for (const double value : row_by_row) {
    result(position / columns, position % columns) = value;
    ++position;
  }
  EXPECT_EQ(position, rows * columns);
  return result;
}

}  // namespace spica::io::test
