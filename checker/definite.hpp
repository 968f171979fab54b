#pragma once

#include <cstddef>
#include <vector>

#include "checker/number.hpp"

namespace spica_check {

/// A symmetric matrix: its lower triangle, row by row.
template <class N>
class Symmetric {
 public:
  explicit Symmetric(std::size_t n = 0) : n_(n), entries_(n * (n + 1) / 2) {}

  [[nodiscard]] std::size_t size() const { return n_; }
  N& operator()(std::size_t i, std::size_t j) { return entries_[i < j ? at(j, i) : at(i, j)]; }
  const N& operator()(std::size_t i, std::size_t j) const { return entries_[i < j ? at(j, i) : at(i, j)]; }

 private:
  static std::size_t at(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

  std::size_t n_;
  std::vector<N> entries_;
};

/// True only if no eigenvalue of a matrix that `b` encloses is above tau.
template <class N>
bool largest_eigenvalue_is_at_most(Symmetric<N> b, double tau);

}  // namespace spica_check
