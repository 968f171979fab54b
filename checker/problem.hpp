#pragma once

// The matrix that a certificate is about, recomputed from the user's file.

#include <cstddef>
#include <vector>

#include "checker/definite.hpp"
#include "checker/matrix_file.hpp"

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
  int exponent = 0;      ///< everything is about 2^-exponent A
  double shift = 0.0;    ///< added to the diagonal of 2^-exponent A
  bool reflect = false;  ///< M = axis I - (2^-exponent A + shift I)
  double axis = 0.0;
};

/// M with its entries enclosed. From samples it stays in factor form, M_ij = c_i'c_j.
template <class N>
class Problem {
 public:
  /// Throws Unreadable where the preparation does not go with the data.
  Problem(const Table& table, const Preparation& how);

  [[nodiscard]] std::size_t features() const { return n_; }
  /// Length of the columns c_i; 0 in covariance form.
  [[nodiscard]] std::size_t rows() const { return m_; }
  [[nodiscard]] const N* column(std::size_t i) const { return &columns_[i * m_]; }
  [[nodiscard]] N entry(std::size_t i, std::size_t j) const;
  /// |M_ij| <= norm(i) norm(j). Infinite in covariance form.
  [[nodiscard]] double norm(std::size_t i) const { return m_ == 0 ? HUGE_VAL : norms_[i]; }

  /// P M P with P = I - xx'/(x'x).
  void deflate(const SparseVector& x);
  /// At most x'Mx/(x'x).
  [[nodiscard]] double rayleigh_below(const SparseVector& x) const;

 private:
  void take_covariance(const Table& table, const Preparation& how);
  void take_samples(const Table& table, const Preparation& how);
  void prepare_column(N* column, const Preparation& how);
  void measure();
  void reflect(double axis);

  std::size_t n_ = 0;
  std::size_t m_ = 0;
  std::vector<N> columns_;
  Symmetric<N> matrix_;        // in covariance form
  std::vector<double> norms_;  // not below |c_i|
};

}  // namespace spica_check
