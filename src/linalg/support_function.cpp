#include "linalg/support_function.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace spica::linalg {

namespace {

/// The k-th largest of the values that remain when the fixed features are taken out, 0 without any.
double threshold_of(std::vector<double>& values, Index k) {
  if (k <= 0 || static_cast<std::size_t>(k) > values.size()) return 0.0;
  const auto kth = values.begin() + (k - 1);
  std::nth_element(values.begin(), kth, values.end(), std::greater<>());
  return *kth;
}

/// tau with sum over candidates of clip((a - tau)/width, 0, 1) = k, between threshold - width and threshold.
double soft_threshold(const std::vector<double>& candidates, double k, double threshold, double width) {
  double low = threshold - width;
  double high = threshold;
  for (int step = 0; step < 30; ++step) {
    const double tau = 0.5 * (low + high);
    double sum = 0.0;
    for (const double a : candidates) sum += std::clamp((a - tau) / width, 0.0, 1.0);
    (sum > k ? low : high) = tau;
  }
  return 0.5 * (low + high);
}

}  // namespace

double top_k_norm(const Eigen::Ref<const Vector>& c, Index k) {
  std::vector<double> squares(static_cast<std::size_t>(c.size()));
  for (Index i = 0; i < c.size(); ++i) squares[static_cast<std::size_t>(i)] = c(i) * c(i);
  const auto kth = squares.begin() + std::min(k, c.size());
  std::nth_element(squares.begin(), kth, squares.end(), std::greater<>());
  double sum = 0.0;
  for (auto at = squares.begin(); at != kth; ++at) sum += *at;
  return std::sqrt(sum);
}

void soft_top_k(const Eigen::Ref<const Vector>& c, Index k, double width, const Fixing& fixing,
                SoftTopK& result) {
  static thread_local std::vector<double> squares;
  static thread_local std::vector<double> scratch;
  squares.resize(static_cast<std::size_t>(c.size()));
  for (Index i = 0; i < c.size(); ++i) squares[static_cast<std::size_t>(i)] = c(i) * c(i);
  constexpr double out = -1.0;
  double included = 0.0;
  for (const Index i : fixing.included) {
    included += squares[static_cast<std::size_t>(i)];
    squares[static_cast<std::size_t>(i)] = out;
  }
  for (const Index i : fixing.excluded) squares[static_cast<std::size_t>(i)] = out;
  const Index free = k - static_cast<Index>(fixing.included.size());

  scratch = squares;
  const double threshold = std::max(threshold_of(scratch, free), 0.0);
  double exact = included;
  Index ties = free;
  if (free > 0) {
    for (const double a : squares) {
      if (a > threshold) {
        exact += a;
        --ties;
      }
    }
    exact += static_cast<double>(std::max<Index>(ties, 0)) * threshold;
  }
  result.exact = std::sqrt(exact);
  result.support.clear();
  result.weights.clear();
  for (const Index i : fixing.included) {
    result.support.push_back(i);
    result.weights.push_back(1.0);
  }
  double smooth = exact;
  if (free > 0 && width > 0.0 && threshold > 0.0) {
    scratch.clear();
    for (Index i = 0; i < c.size(); ++i) {
      const double a = squares[static_cast<std::size_t>(i)];
      if (a > threshold - width && a >= 0.0) {
        scratch.push_back(a);
        result.support.push_back(i);
      }
    }
    const double tau = soft_threshold(scratch, static_cast<double>(free), threshold, width);
    double weight_sum = 0.0;
    smooth = included;
    for (std::size_t j = 0; j < scratch.size(); ++j) {
      const double s = std::clamp((scratch[j] - tau) / width, 0.0, 1.0);
      smooth += s * scratch[j] - 0.5 * width * s * s;
      weight_sum += s;
      result.weights.push_back(s);
    }
    const auto count = static_cast<double>(free);
    smooth += tau * (count - weight_sum) + 0.5 * width * count;
  } else if (free > 0) {
    for (Index i = 0; i < c.size(); ++i) {
      if (squares[static_cast<std::size_t>(i)] >= threshold && squares[static_cast<std::size_t>(i)] > 0.0) {
        result.support.push_back(i);
        result.weights.push_back(1.0);
      }
    }
  }
  result.smooth = std::sqrt(std::max(smooth, 0.0));
}

double best_tau(const Eigen::Ref<const Vector>& absolute, Index k, double width) {
  // Stationary where |x|_1 = sqrt(k); |x|_1 falls with tau.
  const double root = std::sqrt(static_cast<double>(k));
  const auto binds = [&](double tau) {
    double sum = 0.0;
    double square = 0.0;
    for (const double a : absolute) {
      const double rest = a - tau;
      if (rest > 0.0) {
        sum += rest;
        square += rest * rest;
      }
    }
    return sum > root * std::max(std::sqrt(square), width);
  };
  if (absolute.size() == 0 || !binds(0.0)) return 0.0;
  double low = 0.0;
  double high = absolute.maxCoeff();
  for (int step = 0; step < 50; ++step) {
    const double tau = 0.5 * (low + high);
    (binds(tau) ? low : high) = tau;
  }
  return low;
}

double balls_support(const Eigen::Ref<const Vector>& c, Index k) {
  const Vector absolute = c.cwiseAbs();
  const double tau = best_tau(absolute, k);
  return (absolute.array() - tau).max(0.0).matrix().norm() + tau * std::sqrt(static_cast<double>(k));
}

}  // namespace spica::linalg
