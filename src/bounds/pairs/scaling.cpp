#include "bounds/pairs/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "linalg/product.hpp"

namespace spica::bounds::pairs {

namespace {

constexpr double least_share = 0.5;  // no scale is less than this share of the one above it

}  // namespace

Vector scales_from_component(const Vector& x, const Vector& ax, double value) {
  const double largest = x.cwiseAbs().maxCoeff();
  double smallest = largest;
  double log_sum = 0.0;
  double count = 0.0;
  for (const double xi : x) {
    if (xi == 0.0) continue;
    const double scale = std::max(std::abs(xi), least_share * largest);
    smallest = std::min(smallest, scale);
    log_sum += std::log(scale);
    count += 1.0;
  }
  Vector scales(x.size());
  for (Index i = 0; i < x.size(); ++i) {
    scales(i) = x(i) != 0.0 ? std::max(std::abs(x(i)), least_share * largest)
                            : std::clamp(std::abs(ax(i)) / value, least_share * smallest, smallest);
  }
  return scales / std::exp(log_sum / count);
}

std::optional<Vector> scales_from_point(const Matrix& a, const Matrix& x, Index k,
                                        const linalg::OutOfTime& out_of_time) {
  const std::optional<Matrix> product = linalg::product(a, x, out_of_time);
  if (!product) return std::nullopt;
  Vector size(a.rows());
  for (Index i = 0; i < a.rows(); ++i) size(i) = std::sqrt(std::max(0.0, product->row(i).dot(a.col(i))));
  std::vector<double> sorted(size.begin(), size.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const auto top = static_cast<std::size_t>(std::min(k, a.rows()));
  const double least = std::max(sorted[top - 1], least_share * sorted.front());
  double log_sum = 0.0;
  for (std::size_t i = 0; i < top; ++i) log_sum += std::log(std::max(sorted[i], least));
  const double mean = std::exp(log_sum / static_cast<double>(top));
  return size.unaryExpr([=](double y) { return (y >= least ? y : std::max(y, least_share * least)) / mean; });
}

}  // namespace spica::bounds::pairs
