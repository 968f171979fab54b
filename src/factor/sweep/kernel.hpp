#pragma once

// Which products p_ac of the vectors of two panels exceed a limit, |p_ac| > limit_a or |p_ac| > limit_c: the
// inner loop of the sweep. A kernel rounds the vectors to whatever its machine multiplies fastest, multiplies
// in whatever order and width it likes, compares, and stores nothing but the pairs it found. What it may miss
// for rounding is the caller's business: |p_ac computed - exact| <= error(m) |c_a||c_c|, and 2^-110 for
// underflow.
//
// Kernels are compiled for machines other than the one that runs the rest, so they include nothing that the
// rest may share.

#include <cstddef>

namespace spica::sweep {

/// Vectors in groups, in an order of the kernel's own; the last group is filled up with zeros.
struct Panel {
  const void* values;
  const float* limits;  ///< one a vector, infinite where none is wanted and in what fills the last group up
  std::size_t count;    ///< of vectors
};

/// Receives the pairs that a kernel finds.
struct Finder {
  virtual void found(std::size_t a, std::size_t c) = 0;

 protected:
  ~Finder() = default;
};

struct Kernel {
  const char* name;
  std::size_t lanes_a;  ///< vectors in a group of the first panel
  std::size_t lanes_c;  ///< ... of the second
  std::size_t bytes;    ///< of a number in a panel
  std::size_t depth;    ///< vectors are as long as a multiple of it
  /// Puts a vector of m numbers in its place in a panel that is zero.
  void (*pack_a)(const double* vector, std::size_t m, std::size_t place, void* panel);
  void (*pack_c)(const double* vector, std::size_t m, std::size_t place, void* panel);
  void (*find)(const Panel& a, const Panel& c, std::size_t m, Finder& finder);
  double (*error)(std::size_t m);
};

}  // namespace spica::sweep
