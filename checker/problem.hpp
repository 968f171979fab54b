#pragma once

// The matrix that a certificate is about, recomputed from the user's file.

#include <algorithm>

#include "checker/certificate.hpp"
#include "checker/definite.hpp"

namespace spica_check {

struct SparseVector {
  Features support;  ///< ascending
  List<double> values;
};

/// M with its entries enclosed. From samples it stays in factor form, M_ij = c_i'c_j.
template <class N>
class Problem {
 public:
  /// Throws Unreadable where the preparation does not go with the data.
  Problem(const Table& table, const Preparation& how) : n_(table.columns) {
    require(table.rows > 0 && table.columns > 0, "the matrix is empty");
    require(!how.standardize || how.exponent == 0, "correlations are not scaled");
    spend_on(table.rows, 20 * table.columns);
    if (how.samples) {
      take_samples(table, how);
    } else {
      take_covariance(table, how);
    }
    if (how.reflect) reflect(how.axis);
  }

  [[nodiscard]] std::size_t features() const { return n_; }
  /// Length of the columns c_i; 0 in covariance form.
  [[nodiscard]] std::size_t rows() const { return m_; }
  [[nodiscard]] const N* column(std::size_t i) const { return &columns_[i * m_]; }
  [[nodiscard]] N entry(std::size_t i, std::size_t j) const {
    return m_ == 0 ? matrix_(i, j) : dot(column(i), column(j), m_);
  }
  /// Operations that an entry takes.
  [[nodiscard]] double cost() const { return static_cast<double>(std::max<std::size_t>(m_, 1)) * cost_of<N>; }
  /// M on these features.
  [[nodiscard]] Symmetric<N> block(const Features& features) const {
    const auto size = static_cast<double>(features.size());
    Meter::spend(0.5 * size * size * cost());
    Symmetric<N> result(features.size());
    for (std::size_t p = 0; p < features.size(); ++p) {
      for (std::size_t q = 0; q <= p; ++q) result(p, q) = entry(features[p], features[q]);
    }
    return result;
  }
  /// |M_ij| <= norm(i) norm(j). Infinite in covariance form.
  [[nodiscard]] double norm(std::size_t i) const { return m_ == 0 ? HUGE_VAL : norms_[i]; }

  /// At most x'Mx/(x'x).
  [[nodiscard]] double rayleigh_below(const SparseVector& x) const {
    const auto size = static_cast<double>(x.support.size());
    Meter::spend(size * size * cost());
    N value;
    for (std::size_t p = 0; p < x.support.size(); ++p) {
      for (std::size_t q = 0; q < x.support.size(); ++q)
        value = value + N(x.values[p]) * N(x.values[q]) * entry(x.support[p], x.support[q]);
    }
    return (value / square_of(x)).lower();
  }

  /// M - Mxx'M/(x'Mx), what the scores leave over. In factor form c_i <- c_i - w (w'c_i)/(w'w) with w = Cx;
  /// else M - ww'/(x'w) with w = Mx. Where x'Mx is not certainly positive nothing is explained, and M stays.
  void take_off_scores(const SparseVector& x) {
    const List<N> w = product(x);
    N square;
    if (m_ > 0) {
      square = dot(w.data(), w.data(), m_);
    } else {
      for (std::size_t q = 0; q < x.support.size(); ++q) square = square + N(x.values[q]) * w[x.support[q]];
    }
    if (!(square.lower() > 0.0)) return;
    for (std::size_t i = 0; m_ > 0 && i < n_; ++i) {
      const N share = dot(w.data(), column(i), m_) / square;
      for (std::size_t l = 0; l < m_; ++l) columns_[i * m_ + l] = columns_[i * m_ + l] - w[l] * share;
    }
    if (m_ > 0) return measure();
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) matrix_(i, j) = matrix_(i, j) - w[i] * w[j] / square;
    }
  }

  /// P M P with P = I - xx'/(x'x). In factor form c_i <- c_i - x_i w with w = Cx/(x'x); else M - xw' - wx' +
  /// s xx' with w = Mx/(x'x) and s = x'w/(x'x).
  void project_off(const SparseVector& x) {
    const N square = square_of(x);
    List<N> w = product(x);
    for (N& value : w) value = value / square;
    List<N> dense(n_);
    for (std::size_t q = 0; q < x.support.size(); ++q) dense[x.support[q]] = N(x.values[q]);
    for (std::size_t i = 0; i < n_ * m_; ++i) columns_[i] = columns_[i] - dense[i / m_] * w[i % m_];
    if (m_ > 0) return measure();
    const N s = dot(dense.data(), w.data(), n_) / square;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        matrix_(i, j) = matrix_(i, j) - dense[i] * w[j] - w[i] * dense[j] + s * dense[i] * dense[j];
    }
  }

 private:
  /// Mx, or Cx in factor form.
  [[nodiscard]] List<N> product(const SparseVector& x) const {
    const std::size_t length = m_ == 0 ? n_ : m_;
    spend_on(length, 5 * (n_ + x.support.size()));
    List<N> w(length);
    for (std::size_t l = 0; l < length; ++l) {
      for (std::size_t q = 0; q < x.support.size(); ++q)
        w[l] = w[l] + (m_ == 0 ? matrix_(l, x.support[q]) : column(x.support[q])[l]) * N(x.values[q]);
    }
    return w;
  }

  static void require(bool condition, const char* otherwise) {
    if (!condition) throw Unreadable(otherwise);
  }

  static void spend_on(std::size_t rows, std::size_t columns) {
    Meter::spend(static_cast<double>(rows) * static_cast<double>(columns) * cost_of<N>);
  }

  static N square_of(const SparseVector& x) {
    N sum;
    for (const double value : x.values) sum = sum + N(value) * N(value);
    return sum;
  }

  void take_covariance(const Table& table, const Preparation& how) {
    require(table.rows == n_, "a covariance must be square");
    const auto value = [&](std::size_t i, std::size_t j) { return table.values[i * n_ + j]; };
    matrix_ = Symmetric<N>(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      require(!how.standardize || value(i, i) >= 0.0, "a variance is negative");
      for (std::size_t j = 0; j <= i; ++j) {
        const double a = value(i, j);
        const double b = value(j, i);
        const double size =
            std::max({std::abs(a), std::abs(b), std::abs(value(i, i)), std::abs(value(j, j))});
        require(std::abs(a - b) <= 2e-3 * size, "the covariance is not symmetric");
        // First to where nothing underflows.
        const int p = how.standardize && value(i, i) > 0.0 ? std::ilogb(value(i, i)) / 2 : 0;
        const int q = how.standardize && value(j, j) > 0.0 ? std::ilogb(value(j, j)) / 2 : 0;
        const int power = -how.exponent - p - q;
        N entry = a == b ? scaled(N(a), power) : (scaled(N(a), power) + scaled(N(b), power)) / N(2.0);
        if (how.standardize && !entry.is_zero()) {
          require(value(i, i) > 0.0 && value(j, j) > 0.0, "a feature without variance has covariances");
          const N own = sqrt(scaled(N(value(i, i)), -2 * p)), other = sqrt(scaled(N(value(j, j)), -2 * q));
          entry = i == j ? N(1.0) : entry / own / other;
        }
        matrix_(i, j) = i == j ? entry + N(how.shift) : entry;
      }
    }
  }

  void take_samples(const Table& table, const Preparation& how) {
    m_ = table.rows;
    require(how.ddof >= 0 && static_cast<std::size_t>(how.ddof) < m_, "m - ddof is not positive");
    require(how.shift == 0.0 && how.exponent % 2 == 0, "samples have no shift, and an even exponent");
    columns_.resize(n_ * m_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t l = 0; l < m_; ++l) columns_[i * m_ + l] = N(table.values[l * n_ + i]);
      prepare_column(&columns_[i * m_], how);
    }
    measure();
  }

  void prepare_column(N* column, const Preparation& how) {
    N* const end = column + m_;
    double largest = 0.0;
    for (const N* value = column; value < end; ++value) largest = std::max(largest, std::abs(value->mid()));
    const bool constant = std::all_of(column, end, [column](const N& y) { return y.mid() == column->mid(); });
    if (largest == 0.0 || (how.center && constant)) {  // exactly zero
      std::fill(column, end, N());
      return;
    }
    // Correlations do not notice a scale of each feature's own.
    const int exponent = how.standardize ? std::ilogb(largest) : how.exponent / 2;
    for (N* value = column; value < end; ++value) *value = scaled(*value, -exponent);
    // First a number near the mean, which costs no more than the roundings of the differences; then the mean
    // of those.
    for (int pass = 0; how.center && pass < 2; ++pass) {
      N sum;
      for (const N* value = column; value < end; ++value) sum = sum + *value;
      const N mean = sum / N(static_cast<double>(m_));
      for (N* value = column; value < end; ++value) *value = *value - (pass == 0 ? N(mean.mid()) : mean);
    }
    const auto divisor = static_cast<double>(m_ - static_cast<std::size_t>(how.ddof));
    const N unit = sqrt(how.standardize ? dot(column, column, m_) : N(divisor));
    require(unit.lower() > 0.0, "a feature varies by less than the rounding of its values");
    for (N* value = column; value < end; ++value) *value = *value / unit;
  }

  void measure() {
    norms_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) norms_[i] = sqrt(dot(column(i), column(i), m_)).upper();
  }

  void reflect(double axis) {
    require(n_ <= 5000, "too many features for this side of the spectrum");
    Meter::spend(0.5 * static_cast<double>(n_) * static_cast<double>(n_) * cost());
    Symmetric<N> reflected(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) reflected(i, j) = i == j ? N(axis) - entry(i, i) : -entry(i, j);
    }
    matrix_ = std::move(reflected);
    List<N>().swap(columns_);
    m_ = 0;
  }

  std::size_t n_;
  std::size_t m_ = 0;
  List<N> columns_;
  Symmetric<N> matrix_;  // in covariance form
  List<double> norms_;   // not below |c_i|
};

}  // namespace spica_check
