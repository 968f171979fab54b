#include "support/nonnegative_total.hpp"

#include <algorithm>
#include <limits>

#include "support/supports.hpp"

namespace spica::test {

double best_nonnegative_total(const Matrix& a, const std::vector<Index>& cardinalities,
                              const Support& included) {
  const auto n = static_cast<std::size_t>(a.rows());
  const std::size_t all = (std::size_t{1} << n) - 1;
  std::vector<double> values(all + 1, 0.0);
  std::vector<Index> sizes(all + 1, 0);
  for (std::size_t mask = 1; mask <= all; ++mask) {
    Support s;
    for (std::size_t i = 0; i < n; ++i) {
      if ((mask >> i) % 2 == 1) s.push_back(static_cast<Index>(i));
    }
    sizes[mask] = static_cast<Index>(s.size());
    const Spectrum all_of = spectrum(a(s, s));
    const Vector x = all_of.vectors.col(0);
    const bool one_sign = x.minCoeff() >= -1e-12 || x.maxCoeff() <= 1e-12;
    values[mask] = !one_sign ? -std::numeric_limits<double>::infinity() : all_of.values(0);
    for (std::size_t i = 0; i < n && s.size() > 1; ++i)
      values[mask] =
          std::max(values[mask], (mask >> i) % 2 == 1 ? values[mask & ~(std::size_t{1} << i)] : values[mask]);
  }
  constexpr double no_choice = -std::numeric_limits<double>::infinity();
  std::vector<double> best(all + 1, no_choice);  // of the components so far, with these features used up
  best[0] = 0.0;
  for (const Index k : cardinalities) {
    std::vector<double> next(all + 1, no_choice);
    for (std::size_t used = 0; used <= all; ++used) {
      if (best[used] == no_choice) continue;
      const std::size_t rest = all & ~used;
      for (std::size_t s = rest; s > 0; s = (s - 1) & rest) {
        if (sizes[s] <= k) next[used | s] = std::max(next[used | s], best[used] + values[s]);
      }
    }
    best = std::move(next);
  }
  std::size_t must = 0;
  for (const Index i : included) must |= std::size_t{1} << static_cast<std::size_t>(i);
  double result = no_choice;
  for (std::size_t used = 0; used <= all; ++used) {
    if ((used & must) == must) result = std::max(result, best[used]);
  }
  return result;
}

}  // namespace spica::test
