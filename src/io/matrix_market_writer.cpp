#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>

#include "io/matrix_market.hpp"

namespace spica::io {
namespace {

bool is_exactly_symmetric(const Matrix& values) {
  if (values.rows() != values.cols()) return false;
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = 0; i < j; ++i) {
      if (std::bit_cast<std::uint64_t>(values(i, j)) != std::bit_cast<std::uint64_t>(values(j, i)))
        return false;
    }
  }
  return true;
}

}  // namespace

std::string format_matrix_market(const Matrix& values) {
  const bool symmetric = is_exactly_symmetric(values);
  std::string text = fmt::format("%%MatrixMarket matrix array real {}\n{} {}\n",
                                 symmetric ? "symmetric" : "general", values.rows(), values.cols());
  std::array<char, 32> buffer{};
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = symmetric ? j : 0; i < values.rows(); ++i) {
      const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), values(i, j));
      text.append(buffer.data(), result.ptr);
      text += '\n';
    }
  }
  return text;
}

}  // namespace spica::io
