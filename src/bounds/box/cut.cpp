#include "bounds/box/cut.hpp"

#include <cmath>

#include "linalg/top_k.hpp"
#include "verify/support_function.hpp"

namespace spica::bounds {

Region::Cut cut_at(const Vector& x, Index k) {
  const std::vector<Index> order = linalg::top_k_sorted(x, x.size());
  const auto entry = [&](Index i) { return std::abs(x(order[static_cast<std::size_t>(i)])); };
  double tail = 0.0;
  for (Index i = k - 1; i < x.size(); ++i) tail += entry(i);
  Index head = k - 1;  // entries that stay as they are
  while (head > 0 && entry(head - 1) <= tail / static_cast<double>(k - head)) tail += entry(--head);
  Region::Cut cut;
  cut.normal = Vector::Constant(x.size(), tail / static_cast<double>(k - head));
  for (Index i = 0; i < head; ++i) cut.normal(order[static_cast<std::size_t>(i)]) = entry(i);
  cut.bound = verify::top_k_upper(cut.normal, k);
  return cut;
}

}  // namespace spica::bounds
