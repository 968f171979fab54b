#include "linalg/top_k.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spica::linalg {

std::vector<Index> top_k_sorted(const Vector& scores, Index k) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto before = [&scores](Index i, Index j) {
    const double a = std::abs(scores(i));
    const double b = std::abs(scores(j));
    return a != b ? a > b : i < j;
  };
  const auto middle = order.begin() + std::min<Index>(k, scores.size());
  std::nth_element(order.begin(), middle, order.end(), before);
  order.erase(middle, order.end());
  std::sort(order.begin(), order.end(), before);
  return order;
}

Support top_k(const Vector& scores, Index k) {
  Support support = top_k_sorted(scores, k);
  std::sort(support.begin(), support.end());
  return support;
}

}  // namespace spica::linalg
