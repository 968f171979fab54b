#include "checker/problem.hpp"

#include <algorithm>
#include <cmath>

namespace spica_check {

namespace {

constexpr std::size_t largest_reflected = 5000;  // features of a matrix that has to be formed

void require(bool condition, const char* otherwise) {
  if (!condition) throw Unreadable(otherwise);
}

/// Not symmetric, but as little as a file with few digits may be.
bool nearly_equal(double a, double b, double variance, double other_variance) {
  const double largest = std::max({std::abs(a), std::abs(b), std::abs(variance), std::abs(other_variance)});
  return std::abs(a - b) <= 2e-3 * largest;
}

template <class N>
N square_of(const SparseVector& x) {
  N sum;
  for (const double value : x.values) sum = sum + N(value) * N(value);
  return sum;
}

}  // namespace

template <class N>
Problem<N>::Problem(const Table& table, const Preparation& how) {
  require(table.rows > 0 && table.columns > 0, "the matrix is empty");
  require(!how.standardize || how.exponent == 0, "correlations are not scaled");
  n_ = table.columns;
  if (how.samples) {
    take_samples(table, how);
  } else {
    take_covariance(table, how);
  }
  if (how.reflect) reflect(how.axis);
}

template <class N>
N Problem<N>::entry(std::size_t i, std::size_t j) const {
  return m_ == 0 ? matrix_(i, j) : dot(column(i), column(j), m_);
}

template <class N>
void Problem<N>::take_covariance(const Table& table, const Preparation& how) {
  require(table.rows == n_, "a covariance must be square");
  const auto value = [&](std::size_t i, std::size_t j) { return table.values[i * n_ + j]; };
  std::vector<N> deviation(how.standardize ? n_ : 0);
  for (std::size_t i = 0; i < deviation.size(); ++i) {
    require(value(i, i) >= 0.0, "a variance is negative");
    deviation[i] = sqrt(N(value(i, i)));
  }
  matrix_ = Symmetric<N>(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double a = value(i, j);
      const double b = value(j, i);
      require(a == b || nearly_equal(a, b, value(i, i), value(j, j)), "the covariance is not symmetric");
      N& entry = matrix_(i, j);
      entry = a == b ? N(a) : (N(a) + N(b)) / N(2.0);
      if (!how.standardize) {
        entry = scaled(entry, -how.exponent);
      } else if (!entry.is_zero()) {
        require(value(i, i) > 0.0 && value(j, j) > 0.0, "a feature without variance has covariances");
        entry = i == j ? N(1.0) : entry / deviation[i] / deviation[j];
      }
      if (i == j) entry = entry + N(how.shift);
    }
  }
}

template <class N>
void Problem<N>::take_samples(const Table& table, const Preparation& how) {
  m_ = table.rows;
  require(how.ddof >= 0 && static_cast<std::size_t>(how.ddof) < m_, "m - ddof is not positive");
  require(how.shift == 0.0, "samples are not shifted");
  require(how.exponent % 2 == 0, "the exponent of samples must be even");
  columns_.resize(n_ * m_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t l = 0; l < m_; ++l) columns_[i * m_ + l] = N(table.values[l * n_ + i]);
    prepare_column(&columns_[i * m_], how);
  }
  measure();
}

template <class N>
void Problem<N>::prepare_column(N* column, const Preparation& how) {
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
  // First a number near the mean, which costs no more than the roundings of the differences, then the mean of
  // those.
  for (int pass = 0; how.center && pass < 2; ++pass) {
    N sum;
    for (const N* value = column; value < end; ++value) sum = sum + *value;
    const N mean = sum / N(static_cast<double>(m_));
    for (N* value = column; value < end; ++value) *value = *value - (pass == 0 ? N(mean.mid()) : mean);
  }
  const N unit = how.standardize ? sqrt(dot(column, column, m_))
                                 : sqrt(N(static_cast<double>(m_ - static_cast<std::size_t>(how.ddof))));
  require(unit.lower() > 0.0, "a feature varies by less than the rounding of its values");
  for (N* value = column; value < end; ++value) *value = *value / unit;
}

template <class N>
void Problem<N>::measure() {
  norms_.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) norms_[i] = sqrt(dot(column(i), column(i), m_)).upper();
}

template <class N>
void Problem<N>::reflect(double axis) {
  require(n_ <= largest_reflected, "too many features for this side of the spectrum");
  Symmetric<N> reflected(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) reflected(i, j) = i == j ? N(axis) - entry(i, i) : -entry(i, j);
  }
  matrix_ = std::move(reflected);
  m_ = 0;
}

/// In factor form c_i <- c_i - x_i t with t = Cx/(x'x); else M - xw' - wx' + s xx' with w = Mx/(x'x) and s =
/// x'w/(x'x).
template <class N>
void Problem<N>::deflate(const SparseVector& x) {
  const N square = square_of<N>(x);
  const std::size_t length = m_ == 0 ? n_ : m_;
  std::vector<N> w(length);
  for (std::size_t l = 0; l < length; ++l) {
    for (std::size_t q = 0; q < x.support.size(); ++q)
      w[l] = w[l] + (m_ == 0 ? matrix_(l, x.support[q]) : columns_[x.support[q] * m_ + l]) * N(x.values[q]);
    w[l] = w[l] / square;
  }
  if (m_ > 0) {
    for (std::size_t q = 0; q < x.support.size(); ++q) {
      N* const column = &columns_[x.support[q] * m_];
      for (std::size_t l = 0; l < m_; ++l) column[l] = column[l] - N(x.values[q]) * w[l];
    }
    measure();
    return;
  }
  std::vector<N> dense(n_);
  N s;
  for (std::size_t q = 0; q < x.support.size(); ++q) {
    dense[x.support[q]] = N(x.values[q]);
    s = s + N(x.values[q]) * w[x.support[q]];
  }
  s = s / square;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      matrix_(i, j) = matrix_(i, j) - dense[i] * w[j] - w[i] * dense[j] + s * dense[i] * dense[j];
  }
}

template <class N>
double Problem<N>::rayleigh_below(const SparseVector& x) const {
  N value;
  for (std::size_t p = 0; p < x.support.size(); ++p) {
    for (std::size_t q = 0; q < x.support.size(); ++q)
      value = value + N(x.values[p]) * N(x.values[q]) * entry(x.support[p], x.support[q]);
  }
  return (value / square_of<N>(x)).lower();
}

template class Problem<Ball>;
template class Problem<Exact>;

}  // namespace spica_check
