#include "linalg/top_k.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spica::linalg {

namespace {

/// A few of many, in one pass: a heap holds the best so far, the worst of them on top.
template <class Before>
std::vector<Index> few_of_many(const Vector& scores, Index k, const Before& before) {
  std::vector<Index> best(static_cast<std::size_t>(k));
  std::iota(best.begin(), best.end(), Index{0});
  std::make_heap(best.begin(), best.end(), before);
  for (Index i = k; i < scores.size(); ++i) {
    if (!before(i, best.front())) continue;
    std::pop_heap(best.begin(), best.end(), before);
    best.back() = i;
    std::push_heap(best.begin(), best.end(), before);
  }
  std::sort_heap(best.begin(), best.end(), before);
  return best;
}

}  // namespace

std::vector<Index> top_k_sorted(const Vector& scores, Index k) {
  const auto before = [&scores](Index i, Index j) {
    const double a = std::abs(scores(i));
    const double b = std::abs(scores(j));
    return a != b ? a > b : i < j;
  };
  constexpr Index many = 64;  // times as many as are wanted: then a heap seldom changes
  if (k > 0 && k < scores.size() / many) return few_of_many(scores, k, before);
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
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
