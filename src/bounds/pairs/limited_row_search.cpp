// Where the sets of a limited row do not settle: s by Newton's method inside a bracket, and for each s alpha and theta likewise.
// Dozens of looks at the row where newton() takes two or three, and it always ends.

#include <algorithm>
#include <cmath>

#include "bounds/pairs/limited_row.hpp"

namespace spica::bounds::pairs {

void LimitedRow::search(Row& row) {
  const double most = std::max(0.0, *std::max_element(values_.begin(), values_.end()));
  double low = 0.0;
  double high = std::max(row.own, 0.0) / row.fixed + most;
  if (!(high > 0.0)) row.s = 0.0;
  if (!(row.s > 0.0) || row.s > high) row.s = 0.5 * high;
  for (int step = 0; step < most_search_steps && high > 0.0; ++step) {
    find_alpha(row);
    for (Part& part : parts_) {
      if (part.full) fill_up(part, row);
    }
    const Slope at = slope(row);
    (at.value > 0.0 ? high : low) = row.s;
    const double next = row.s - at.value / at.derivative;
    if (std::abs(next - row.s) <= accuracy * row.s || !(high - low > accuracy * high)) break;
    row.s = next > low && next < high ? next : 0.5 * (low + high);
    constexpr double nothing = 1e-14;
    if (row.s <= nothing * most) {
      row.s = 0.0;
      break;
    }
  }
}

/// alpha for a given s, from a guess; leaves every part split at alpha, and says which are full.
void LimitedRow::find_alpha(Row& row) {
  const double s = row.s;
  double low = 0.0;
  double high = std::max(0.0, *std::max_element(values_.begin(), values_.end()));
  row.alpha = std::clamp(row.alpha, low, high);
  for (int step = 0; step < most_search_steps; ++step) {
    double total = -row.room * s;
    double falling = 0.0;
    for (Part& part : parts_) {
      part.theta = row.alpha;
      split(part, s);
      const double sum = part.total(s);
      part.full = sum > part.limit * s;
      total += part.full ? part.limit * s : sum;
      if (!part.full) falling += part.sums.between;
    }
    if (std::abs(total) <= accuracy * row.room * s || (total < 0.0 && row.alpha <= 0.0)) return;
    (total > 0.0 ? low : high) = row.alpha;
    if (!(high - low > accuracy * high)) return;
    const double newton = falling > 0.0 ? row.alpha + total / falling : -1.0;
    if (total < 0.0 && newton <= 0.0 && low == 0.0 && falling > 0.0) {
      row.alpha = 0.0;
    } else {
      row.alpha = newton > low && newton < high ? newton : 0.5 * (low + high);
    }
  }
}

/// theta of a full part, which stays split there.
void LimitedRow::fill_up(Part& part, const Row& row) {
  double low = row.alpha;
  double high = largest(part);
  for (int step = 0; step < most_search_steps; ++step) {
    split(part, row.s);
    const double total = part.total(row.s) - part.limit * row.s;
    if (std::abs(total) <= accuracy * part.limit * row.s) return;
    (total > 0.0 ? low : high) = part.theta;
    if (!(high - low > accuracy * std::abs(high))) return;
    const double newton = part.sums.between > 0.0 ? part.theta + total / part.sums.between : low;
    part.theta = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
}

/// The derivative in s of half the squared distance, and its own.
LimitedRow::Slope LimitedRow::slope(const Row& row) const {
  Slope result{row.fixed * row.s - row.own - row.room * row.alpha, row.fixed};
  double held = -row.room;
  double between = 0.0;
  for (const Part& part : parts_) {
    const Sums& sums = part.sums;
    result.value += sums.capped * (row.s + part.theta) - sums.capped_sum;
    result.derivative += sums.capped;
    if (part.full) {
      result.value -= part.limit * (part.theta - row.alpha);
      held += part.limit;
      const double more = sums.capped - part.limit;
      if (sums.between > 0.0) result.derivative += more * more / sums.between;
    } else {
      held += sums.capped;
      between += sums.between;
    }
  }
  if (row.alpha > 0.0 && between > 0.0) result.derivative += held * held / between;
  return result;
}

}  // namespace spica::bounds::pairs
