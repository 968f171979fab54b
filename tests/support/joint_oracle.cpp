#include "support/joint_oracle.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "support/supports.hpp"

namespace spica::test {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

Support support_of(std::size_t mask) {
  Support s;
  for (Index i = 0; mask >> static_cast<std::size_t>(i) != 0; ++i) {
    if ((mask >> static_cast<std::size_t>(i)) % 2 == 1) s.push_back(i);
  }
  return s;
}

/// The best of the first components for every set of features that they use up, and what the last of them has of it.
struct Stage {
  std::vector<double> best;
  std::vector<std::size_t> last;
};

Stage next_stage(const Stage& before, Index k, const std::vector<double>& values) {
  const std::size_t all = values.size() - 1;
  Stage stage{std::vector<double>(all + 1, impossible), std::vector<std::size_t>(all + 1, 0)};
  for (std::size_t used = 0; used <= all; ++used) {
    if (before.best[used] == impossible) continue;
    const std::size_t rest = all & ~used;
    for (std::size_t s = rest; s > 0; s = (s - 1) & rest) {
      const double total = before.best[used] + values[s];
      if (std::popcount(s) > k || total <= stage.best[used | s]) continue;
      stage.best[used | s] = total;
      stage.last[used | s] = s;
    }
  }
  return stage;
}

mpq_class scaled(const mpq_class& value, int exponent) {
  mpq_class result = value;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

/// lam_max on S, above `lower` and at most `upper`.
ExactTotal enclose(const ExactPencil& pencil, const Support& s, const mpq_class& guess,
                   const mpq_class& width) {
  mpq_class step = width / 4;
  ExactTotal range{guess - step, guess + step};
  while (pencil.bounded(s, range.lower, 1)) {
    range.upper = range.lower;
    step *= 16;
    range.lower -= step;
  }
  while (!pencil.bounded(s, range.upper, 1)) {
    range.lower = range.upper;
    step *= 16;
    range.upper += step;
  }
  while (range.upper - range.lower > width) {
    const mpq_class middle = (range.lower + range.upper) / 2;
    (pencil.bounded(s, middle, 1) ? range.upper : range.lower) = middle;
  }
  return range;
}

}  // namespace

BestChoice best_choice(const Matrix& a, const std::vector<Index>& cardinalities, const Support& included,
                       const GroupLimits& limits) {
  const std::size_t all = (std::size_t{1} << static_cast<std::size_t>(a.rows())) - 1;
  std::vector<double> values(all + 1, 0.0);
  for (std::size_t mask = 1; mask <= all; ++mask) {
    const Support s = support_of(mask);
    values[mask] = limits.admit(s) ? lam_max(a(s, s)) : impossible;
  }
  std::vector<Stage> stages = {{std::vector<double>(all + 1, impossible), {}}};
  stages.front().best[0] = 0.0;
  for (const Index k : cardinalities) stages.push_back(next_stage(stages.back(), k, values));
  std::size_t must = 0;
  for (const Index i : included) must |= std::size_t{1} << static_cast<std::size_t>(i);
  BestChoice result{{}, impossible};
  std::size_t used = 0;
  for (std::size_t mask = 0; mask <= all; ++mask) {
    if ((mask & must) != must || stages.back().best[mask] <= result.total) continue;
    result.total = stages.back().best[mask];
    used = mask;
  }
  if (result.total == impossible) return result;
  result.supports.resize(cardinalities.size());
  for (std::size_t t = cardinalities.size(); t > 0; --t) {
    const std::size_t s = stages[t].last[used];
    result.supports[t - 1] = support_of(s);
    used &= ~s;
  }
  return result;
}

ExactTotal exact_total(const Problem& problem, const ExactPencil& pencil,
                       const std::vector<Support>& supports, int bits) {
  std::vector<double> guesses;
  double largest = std::numeric_limits<double>::min();
  for (const Support& s : supports) {
    guesses.push_back(lam_max(problem.block(s)));
    largest = std::max(largest, std::abs(guesses.back()));
  }
  const mpq_class width = scaled(scaled(mpq_class(largest), -bits), problem.exponent());
  ExactTotal total;
  for (std::size_t t = 0; t < supports.size(); ++t) {
    const ExactTotal term =
        enclose(pencil, supports[t], scaled(mpq_class(guesses[t]), problem.exponent()), width);
    total.lower += term.lower;
    total.upper += term.upper;
  }
  return total;
}

}  // namespace spica::test
