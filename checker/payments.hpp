#pragma once

#include "checker/definite.hpp"
#include "checker/points.hpp"

namespace spica_check {

/// What the feature of the row pays for that of the column by a dual point, n x n; takes w off the matrix.
/// Features that are both in have no pair but for a w that is free. One with a level from 0 on pays that for one without, if it is
/// more than what the point says, and is paid the less by it.
template <class N>
List<double> payments(const Features& features, const PairsPoint& point, const List<char>& in,
                      const List<double>& level, Symmetric<N>& b) {
  const std::size_t n = features.size();
  List<double> paid(n * n, 0.0);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = 0; q < n && level[p] > 0.0; ++q)
      if (level[q] < 0.0) paid[p * n + q] = level[p];
  }
  point.for_pairs<N>(features, [&](std::size_t p, std::size_t q, double w, double a, double back) {
    const bool free = a == 0.0;
    if (in[p] != 0 && in[q] != 0 && !free) return;
    b(p, q) = b(p, q) - N(w);
    const bool one_has_a_level = (level[p] < 0.0) != (level[q] < 0.0);
    const bool first = one_has_a_level && level[p] > a;
    const bool second = one_has_a_level && level[q] > back;
    const auto less = [w](double plain, double own) {
      return std::min(plain, (N(w) * N(w) / N(own)).upper());
    };
    paid[p * n + q] = first ? level[p] : second ? less(a, level[q]) : a;
    paid[q * n + p] = second ? level[q] : first ? less(back, level[p]) : back;
  });
  return paid;
}

}  // namespace spica_check
