#pragma once

// The matrix that a certificate is about, recomputed from the user's file.

#include <cstddef>
#include <optional>
#include <vector>

#include "checker/matrix_file.hpp"
#include "checker/rounding.hpp"

namespace spica_check {

struct SparseVector {
  std::vector<std::size_t> support;  ///< ascending
  std::vector<double> values;
};

/// What is done to the file's numbers, as the certificate says.
struct Preparation {
  bool samples = false;
  bool center = false;
  bool standardize = false;
  int ddof = 0;
  int exponent = 0;    ///< everything is about 2^-exponent A
  double shift = 0.0;  ///< added to the diagonal of 2^-exponent A
};

/// An n x n matrix M of doubles, exactly symmetric, with |A_ij - M_ij| <= error for the exact A that the file
/// and the preparation define. In factor form M_ij is a dot product, made when it is asked for.
class Problem {
 public:
  /// Throws Unreadable where the preparation does not go with the data.
  Problem(const Table& table, const Preparation& how);

  [[nodiscard]] std::size_t features() const { return n_; }
  [[nodiscard]] double entry(std::size_t i, std::size_t j) const;
  /// |M_ij| <= norm(i) norm(j). Infinite in covariance form.
  [[nodiscard]] double norm(std::size_t i) const;
  [[nodiscard]] double error() const { return error_; }

  /// P A P with P = I - xx'/(x'x).
  void deflate(const SparseVector& x);
  /// At most x'Ax/(x'x).
  [[nodiscard]] double rayleigh_below(const SparseVector& x) const;

 private:
  void take_covariance(const Table& table, const Preparation& how);
  void take_samples(const Table& table, const Preparation& how);
  Up center(double* column) const;
  void finish_factor(Up column_error);
  void deflate_factor(const SparseVector& x);
  void deflate_covariance(const SparseVector& x);

  std::size_t n_ = 0;
  std::size_t m_ = 0;          // rows of the factor; 0: covariance form
  std::vector<double> data_;   // n x n, or n columns of m
  std::vector<double> norms_;  // upper bounds of |column i|, and a little more
  Up column_error_;            // |exact c_i - column i| <= column_error
  double error_ = 0.0;
};

}  // namespace spica_check
