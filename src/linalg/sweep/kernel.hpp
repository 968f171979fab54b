#pragma once

// Which products p_ac of the vectors of two panels exceed a limit, |p_ac| > limit_a or |p_ac| > limit_c: the
// inner loop of the sweep. A kernel multiplies in single precision, in whatever order and width its machine
// likes, compares in registers, and stores nothing but the pairs it found. What it may miss for rounding is
// the caller's business: |p_ac computed - exact| <= rounding(m) |f_a||f_c| for the floats f in the panels.
//
// Kernels are compiled for machines other than the one that runs the rest, so they include nothing that the
// rest may share.

#include <cstddef>
#include <cstdint>

namespace spica::linalg::sweep {

/// Vectors of m floats in groups of `lanes`: number t of vector g * lanes + v is at (g * m + t) * lanes + v.
/// The last group is filled up with zeros.
struct Panel {
  const float* values;
  const float* limits;  ///< one a vector, infinite where none is wanted and in what fills the last group up
  std::size_t count;    ///< of vectors
};

/// Whom the pairs are told to.
struct Finder {
  virtual void found(std::size_t a, std::size_t c) = 0;

 protected:
  ~Finder() = default;
};

struct Kernel {
  const char* name;
  std::size_t lanes_a;  ///< vectors in a group of the first panel
  std::size_t lanes_c;  ///< ... of the second
  void (*find)(const Panel& a, const Panel& c, std::size_t m, Finder& finder);
};

}  // namespace spica::linalg::sweep
