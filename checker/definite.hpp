#pragma once

#include <cstddef>
#include <vector>

namespace spica_check {

/// A square matrix, row by row. Only the lower half and the diagonal are looked at.
struct Square {
  std::size_t n = 0;
  std::vector<double> entries;

  explicit Square(std::size_t size) : n(size), entries(size * size, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return entries[i * n + j]; }
  double operator()(std::size_t i, std::size_t j) const { return entries[i * n + j]; }
};

/// In round to nearest, off by at most gamma(count) times the sum of the absolute products.
double dot(const double* x, const double* y, std::size_t count);

/// True only if lam_max(B) <= tau for every symmetric B whose entries below the diagonal are those of `b` up
/// to one rounding each, and whose diagonal is not above that of `b`.
bool largest_eigenvalue_is_at_most(Square b, double tau);

}  // namespace spica_check
