#include "presolve/flat_norms.hpp"

#include <algorithm>

namespace spica::presolve {

Index rows_above_by_norms(const NormOrder& order, Index k, double tau, const ScoreSettings& settings) {
  const Index n = order.size();
  double sum = 0.0;
  for (Index q = 0; q < k - 1; ++q) sum += order.norm_at(std::min(n - 1, settings.spared + q));
  return std::partition_point(order.norms.begin(), order.norms.end(),
                              [&](double norm) { return norm * norm + norm * sum > tau; }) -
         order.norms.begin();
}

bool are_flat(const NormOrder& order, Index k, double tau, const ScoreSettings& settings) {
  return rows_above_by_norms(order, k, tau, settings) > std::min(settings.many_flat, order.size() / 4);
}

}  // namespace spica::presolve
