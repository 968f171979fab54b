#pragma once

#include <string>
#include <string_view>

#include "io/numeric.hpp"

namespace spica::io {

/// What the header of a NumPy file says about its data.
struct NpyHeader {
  std::string type;  ///< as NumPy spells it: <f8
  Numeric numeric = Numeric::f64;
  bool column_major = false;
  Index rows = 0;
  Index columns = 0;

  bool operator==(const NpyHeader&) const = default;
};

/// Reads the header and moves `bytes` on to the data. Refuses what is no matrix of real numbers.
NpyHeader read_npy_header(std::string_view& bytes, const std::string& path);

/// Refuses data of another size than the header asks for.
void require_size(const NpyHeader& header, std::size_t size, const std::string& path);

}  // namespace spica::io
