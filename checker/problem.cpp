// Error analysis. In covariance form entries are those of the file, scaled by a power of two; averaging an
// almost symmetric matrix, correlations and the shift cost a few roundings relative to the largest entry.
// In factor form the columns c_i = (y_i - mean_i)/sqrt(m - ddof) are known up to `column_error` in length,
// and
//
//     |c_i'c_j - fl(c_i'c_j)| <= 2 L d + d^2 + gamma(m) L^2,   L = longest column, d = column_error.
//
// Centring subtracts a rounded mean twice: what the second mean leaves is bounded by the sum of what is left.

#include "checker/problem.hpp"

#include <algorithm>
#include <cmath>

#include "checker/definite.hpp"
#include "checker/rounding.hpp"

namespace spica_check {

namespace {

constexpr double tiny = 0x1p-1000;  // more than any underflow here can lose

/// |x| rounded upwards.
Up length_above(const double* x, std::size_t count) {
  Up sum;
  for (std::size_t i = 0; i < count; ++i) sum += Up(std::abs(x[i])) * Up(std::abs(x[i]));
  return sqrt(sum) + Up(0x1p-500);
}

/// 2^-exponent x, in two steps: the power itself may not be a double. Exact but for underflow.
double scaled(double x, int exponent) {
  return std::ldexp(std::ldexp(x, -(exponent / 2)), -(exponent - exponent / 2));
}

void require(bool condition, const char* otherwise) {
  if (!condition) throw Unreadable(otherwise);
}

}  // namespace

Problem::Problem(const Table& table, const Preparation& how) {
  require(table.rows > 0 && table.columns > 0, "the matrix is empty");
  require(!how.standardize || how.exponent == 0, "correlations are not scaled");
  if (how.samples) {
    take_samples(table, how);
  } else {
    take_covariance(table, how);
  }
  require(std::all_of(data_.begin(), data_.end(), [](double x) { return std::isfinite(x); }),
          "the certificate scales the matrix beyond the range of doubles");
}

double Problem::entry(std::size_t i, std::size_t j) const {
  if (m_ == 0) return data_[i * n_ + j];
  return dot(&data_[i * m_], &data_[j * m_], m_);
}

double Problem::norm(std::size_t i) const {
  return m_ == 0 ? std::numeric_limits<double>::infinity() : norms_[i];
}

void Problem::take_covariance(const Table& table, const Preparation& how) {
  require(table.rows == table.columns, "a covariance must be square");
  n_ = table.rows;
  data_.resize(n_ * n_);
  std::vector<double> inverse(n_, 1.0);
  int rounding = 0;  // roundings an entry went through
  if (how.standardize) {
    rounding = 8;
    for (std::size_t i = 0; i < n_; ++i) {
      const double variance = table.values[i * n_ + i];
      require(variance >= 0.0, "a variance is negative");
      inverse[i] = variance > 0.0 ? 1.0 / std::sqrt(variance) : 0.0;
    }
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double a = table.values[i * n_ + j];
      const double b = table.values[j * n_ + i];
      double value = a;
      if (a != b) {
        require(std::abs(a - b) <= 2e-3 * std::max(std::abs(a), std::abs(b)) ||
                    std::abs(a - b) <= 2e-3 * std::abs(table.values[i * n_ + i]) ||
                    std::abs(a - b) <= 2e-3 * std::abs(table.values[j * n_ + j]),
                "the covariance is not symmetric");
        value = 0.5 * a + 0.5 * b;
        rounding = std::max(rounding, 4);
      }
      value = how.standardize ? value * inverse[i] * inverse[j] : scaled(value, how.exponent);
      if (how.standardize) {
        require(a == 0.0 || (inverse[i] > 0.0 && inverse[j] > 0.0),
                "a feature without variance has covariances");
        if (i == j) value = inverse[i] > 0.0 ? 1.0 : 0.0;
      }
      if (i == j && how.shift != 0.0) {
        value += how.shift;
        rounding = std::max(rounding, 4);
      }
      largest = std::max(largest, std::abs(value));
      data_[i * n_ + j] = data_[j * n_ + i] = value;
    }
  }
  const bool zero = std::all_of(table.values.begin(), table.values.end(), [](double x) { return x == 0.0; });
  const bool exact = zero || (rounding == 0 && how.exponent <= 0);
  const double underflow = how.standardize ? 0x1p-480 : tiny;
  error_ = (gamma(static_cast<double>(rounding)) * Up(largest) + Up(exact ? 0.0 : underflow)).value();
}

/// Subtracts the mean in place and returns a bound of the error in length.
Up Problem::center(double* column) const {
  const auto m = static_cast<double>(m_);
  Up sizes;  // of what was rounded, added up over both passes
  for (int pass = 0; pass < 2; ++pass) {
    double mean = 0.0;
    for (std::size_t l = 0; l < m_; ++l) mean += column[l] / m;
    for (std::size_t l = 0; l < m_; ++l) column[l] -= mean;
    sizes += length_above(column, m_);  // the rounding of y - mean is relative to the difference
  }
  double sum = 0.0;
  Up total;
  for (std::size_t l = 0; l < m_; ++l) {
    sum += column[l];
    total += std::abs(column[l]);
  }
  // What is left of the mean moves every entry alike, the roundings are u times each difference, and their
  // own mean counts too.
  const Up left = (Up(std::abs(sum)) + gamma(m) * total) / m;
  return left * sqrt(Up(m)) + Up(4.0 * unit_roundoff) * sizes;
}

void Problem::take_samples(const Table& table, const Preparation& how) {
  n_ = table.columns;
  m_ = table.rows;
  require(how.ddof >= 0 && static_cast<std::size_t>(how.ddof) < m_, "m - ddof is not positive");
  require(how.shift == 0.0, "samples are not shifted");
  require(how.standardize || how.exponent % 2 == 0, "the exponent of samples must be even");
  const double divisor = std::sqrt(static_cast<double>(m_ - static_cast<std::size_t>(how.ddof)));
  data_.resize(n_ * m_);
  Up worst;
  for (std::size_t i = 0; i < n_; ++i) {
    double* column = &data_[i * m_];
    double largest = 0.0;
    for (std::size_t l = 0; l < m_; ++l) {
      column[l] = table.values[l * n_ + i];
      largest = std::max(largest, std::abs(column[l]));
    }
    const bool constant = std::all_of(column, column + m_, [column](double y) { return y == *column; });
    if (largest == 0.0 || (how.center && constant)) {  // exactly zero
      std::fill(column, column + m_, 0.0);
      continue;
    }
    // Correlations do not notice a scale of each feature's own.
    const int exponent = how.standardize ? std::ilogb(largest) : how.exponent / 2;
    for (std::size_t l = 0; l < m_; ++l) column[l] = scaled(column[l], exponent);
    Up wrong = how.center ? center(column) : Up();
    if (how.standardize) {
      const double unit = std::sqrt(dot(column, column, m_));
      require(unit > 0x1p-500, "a feature varies by less than the rounding of its values");
      for (std::size_t l = 0; l < m_; ++l) column[l] /= unit;
      // c/|c| moves by at most twice what c moves, relatively.
      wrong = Up(2.0) * (wrong / unit) + gamma(static_cast<double>(m_) + 8.0);
      require(wrong.value() < 0.25, "a feature varies by less than the rounding of its values");
    } else {
      const Up length = length_above(column, m_);
      for (std::size_t l = 0; l < m_; ++l) column[l] /= divisor;
      wrong = (wrong + Up(4.0 * unit_roundoff) * length) / below(divisor);
    }
    worst = max(worst, wrong * Up(1.0 + 0x1p-40) + Up(tiny));
  }
  finish_factor(worst);
}

void Problem::finish_factor(Up column_error) {
  column_error_ = column_error;
  const Up relative = gamma(static_cast<double>(m_) + 2.0);
  norms_.resize(n_);
  Up longest;
  for (std::size_t i = 0; i < n_; ++i) {
    const Up norm = length_above(&data_[i * m_], m_) * (Up(1.0) + relative);
    norms_[i] = norm.value();
    longest = max(longest, norm);
  }
  const Up products =
      (Up(2.0) * longest + column_error) * column_error + relative * longest * longest + Up(tiny);
  error_ = column_error.value() == 0.0 ? 0.0 : products.value();
}

void Problem::deflate(const SparseVector& x) {
  if (m_ == 0) {
    deflate_covariance(x);
  } else {
    deflate_factor(x);
  }
}

/// c_i <- c_i - x_i t with t = Cx/(x'x).
void Problem::deflate_factor(const SparseVector& x) {
  const double square = dot(x.values.data(), x.values.data(), x.values.size());
  std::vector<double> t(m_, 0.0);
  Up size;     // bounds |t| and the sums on the way to it
  Up weights;  // sum of |x_i|/x'x
  double largest = 0.0;
  double longest = 0.0;
  for (std::size_t q = 0; q < x.support.size(); ++q) {
    const double* column = &data_[x.support[q] * m_];
    for (std::size_t l = 0; l < m_; ++l) t[l] += x.values[q] / square * column[l];
    const Up weight = Up(std::abs(x.values[q])) / square;
    size += weight * Up(norms_[x.support[q]]);
    weights += weight;
    largest = std::max(largest, std::abs(x.values[q]));
    longest = std::max(longest, norms_[x.support[q]]);
  }
  for (std::size_t q = 0; q < x.support.size(); ++q) {
    double* column = &data_[x.support[q] * m_];
    for (std::size_t l = 0; l < m_; ++l) column[l] -= x.values[q] * t[l];
  }
  const Up relative = gamma(3.0 * static_cast<double>(x.support.size()) + 16.0);
  const Up carried = column_error_ + Up(largest) * weights * column_error_;
  finish_factor((carried + relative * (Up(longest) + Up(2.0 * largest) * size)) * Up(1.0 + 0x1p-40) +
                Up(tiny));
}

/// A - xw' - wx' + s xx' with w = Ax/(x'x), s = x'w/(x'x).
void Problem::deflate_covariance(const SparseVector& x) {
  const double square = dot(x.values.data(), x.values.data(), x.values.size());
  std::vector<double> dense(n_, 0.0);
  for (std::size_t q = 0; q < x.support.size(); ++q) dense[x.support[q]] = x.values[q];
  std::vector<double> w(n_, 0.0);
  double s = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t q = 0; q < x.support.size(); ++q) w[i] += data_[i * n_ + x.support[q]] * x.values[q];
    w[i] /= square;
    s += dense[i] * w[i];
  }
  s /= square;
  double largest = 0.0;
  for (const double value : data_) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = data_[i * n_ + j] - dense[i] * w[j] - w[i] * dense[j] + s * dense[i] * dense[j];
      data_[i * n_ + j] = data_[j * n_ + i] = value;
    }
  }
  const Up relative = gamma(4.0 * static_cast<double>(x.support.size()) + 24.0);
  Up sum;
  double most = 0.0;
  for (const double value : x.values) {
    sum += std::abs(value);
    most = std::max(most, std::abs(value));
  }
  // |P E P| and all terms on the way are at most (1 + |x_i| |x|_1/(x'x))^2 times the largest entry.
  const Up reach = Up(1.0) + Up(1.001 * most) * (sum / square);
  error_ = ((Up(error_) + relative * (Up(largest) + Up(error_))) * reach * reach + Up(tiny)).value();
}

double Problem::rayleigh_below(const SparseVector& x) const {
  const std::size_t k = x.support.size();
  double value = 0.0;  // x'Mx
  Up sizes;            // |x|'|M||x|
  Up square;
  Up sum;
  for (std::size_t p = 0; p < k; ++p) {
    square += Up(std::abs(x.values[p])) * Up(std::abs(x.values[p]));
    sum += std::abs(x.values[p]);
    for (std::size_t q = 0; q < k; ++q) {
      const double m = entry(x.support[p], x.support[q]);
      value += x.values[p] * x.values[q] * m;
      sizes += Up(std::abs(x.values[p])) * Up(std::abs(x.values[q])) * Up(std::abs(m));
    }
  }
  if (sizes.value() == 0.0 && error_ == 0.0) return 0.0;
  const auto terms = static_cast<double>(k * k);
  const Up rounding = gamma(terms + 4.0) * sizes + Up(terms * 0x1p-1070);
  const double least = below(value - rounding.value());
  // x'x is between this and `square`: each of its roundings was upwards by at most two units.
  const double square_below = square.value() * (1.0 - 4.0 * (static_cast<double>(k) + 2.0) * unit_roundoff);
  const double quotient = below(least / (least > 0.0 ? square.value() : square_below));
  const Up slack = Up(error_) * (sum * (sum / square_below));
  return slack.value() == 0.0 ? quotient : below(quotient - slack.value());
}

}  // namespace spica_check
