#include "bounds/pairs/limited_row.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace spica::bounds::pairs {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int most_looks = 25;  // of newton(); it takes two or three

}  // namespace

LimitedRow::LimitedRow(const Shape& shape) : shape_(shape) {
  const GroupLimits& limits = shape.conditions.limits;
  if (limits.empty()) return;
  members_.resize(static_cast<std::size_t>(limits.groups() + 1));
  room_ = limits.at_most;
  for (Index j = 0; j < shape.size(); ++j) {
    const Index g = limits.of(j);
    const auto place = static_cast<std::size_t>(g == GroupLimits::no_group ? limits.groups() : g);
    if (!shape.is_in(j)) {
      members_[place].push_back(j);
    } else if (place < room_.size()) {
      --room_[place];
    }
  }
  thetas_ = Matrix::Zero(limits.groups() + 1, shape.size());
}

/// The free entries of the features that may join i, group by group.
void LimitedRow::gather(Index i, const double* f) {
  const Index own = shape_.is_in(i) ? GroupLimits::no_group : shape_.conditions.limits.of(i);
  parts_.clear();
  values_.clear();
  features_.clear();
  for (std::size_t g = 0; g < members_.size(); ++g) {
    const bool grouped = g < room_.size();
    const Index room = grouped ? room_[g] - (static_cast<Index>(g) == own ? 1 : 0) : 0;
    if (grouped && room <= 0) continue;
    Part part;
    part.group = g;
    part.begin = values_.size();
    for (const Index j : members_[g]) {
      if (j == i) continue;
      values_.push_back(f[j]);
      features_.push_back(j);
    }
    part.end = values_.size();
    if (part.end == part.begin) continue;
    const bool binds = grouped && static_cast<Index>(part.end - part.begin) > room;
    part.limit = binds ? static_cast<double>(room) : unlimited;
    part.theta = thetas_(static_cast<Index>(g), i);
    part.full = binds && part.theta > 0.0;
    parts_.push_back(part);
  }
}

void LimitedRow::split(Part& part, double s) {
  Sums sums;
  const double low = part.theta;
  for (std::size_t q = part.begin; q < part.end; ++q) {
    const double value = values_[q];
    const double capped = value >= low + s ? 1.0 : 0.0;
    const double between = value > low ? 1.0 - capped : 0.0;
    sums.capped += capped;
    sums.between += between;
    sums.capped_sum += capped * value;
    sums.between_sum += between * value;
  }
  part.sums = sums;
}

double LimitedRow::largest(const Part& part) const {
  return *std::max_element(values_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                           values_.begin() + static_cast<std::ptrdiff_t>(part.end));
}

void LimitedRow::project(Index i, const double* f, double s0, double& s, double& cut, double* out) {
  const Index n = shape_.size();
  Row row{static_cast<double>(std::max<Index>(shape_.room(i), 0)), s0, 1.0, s, std::max(cut, 0.0), cut > 0.0};
  for (Index j = 0; j < n && shape_.included > 0; ++j) {
    if (j == i || !shape_.is_in(j)) continue;
    row.own += f[j];
    row.fixed += 1.0;
  }
  gather(i, f);
  const bool rigid = row.room <= 0.0 || values_.empty();
  if (rigid) {
    row.s = std::max(0.0, row.own / row.fixed);
  } else if (!(row.s > 0.0) && (is_zero_by_last(row) || is_zero(row))) {
    row.s = 0.0;
  } else if (!newton(row) && !is_zero(row) && !newton(row)) {
    search(row);
  }
  std::fill(out, out + n, 0.0);
  for (Index j = 0; j < n && shape_.included > 0; ++j) {
    if (j != i && shape_.is_in(j)) out[j] = row.s;
  }
  for (const Part& part : parts_) {
    thetas_(static_cast<Index>(part.group), i) = part.full && std::isfinite(part.theta) ? part.theta : 0.0;
    for (std::size_t q = part.begin; q < part.end && !rigid && row.s > 0.0; ++q)
      out[features_[q]] = std::clamp(values_[q] - part.theta, 0.0, row.s);
  }
  s = row.s;
  cut = std::isfinite(row.alpha) ? row.alpha : 0.0;
}

/// Every ray of the cone points away from f, by the alpha and theta of the last step: what the entries of a ray earn is at
/// most m alpha + sum of c_g (theta_g - alpha) + sum of max(0, f_j - theta_g).
bool LimitedRow::is_zero_by_last(const Row& row) const {
  double sum = row.own + row.room * row.alpha;
  for (const Part& part : parts_) {
    const double theta = std::max(part.theta, row.alpha);
    if (part.full) sum += part.limit * (theta - row.alpha);
    for (std::size_t q = part.begin; q < part.end; ++q) sum += std::max(values_[q] - theta, 0.0);
  }
  return sum <= 0.0;
}

/// The same by the ray that earns the most: of each part the largest, and of those the m largest. If not, they are where
/// newton() may start.
bool LimitedRow::is_zero(Row& row) {
  keep_largest();
  const auto m = std::min(static_cast<std::size_t>(row.room), kept_.size());
  double sum = row.own;
  for (std::size_t q = 0; q < m; ++q) sum += std::max(kept_[q], 0.0);
  const bool zero = sum <= 0.0;
  row.s = zero ? 0.0 : sum / (row.fixed + static_cast<double>(m));  // as if they were all there is
  row.alpha = m < kept_.size() ? std::max(kept_[m - 1] - row.s, 0.0) : 0.0;
  row.is_tight = row.alpha > 0.0;
  for (Part& part : parts_) {
    part.full = part.limit != unlimited && part.least - row.s > row.alpha;
    part.theta = part.full ? part.least - row.s : row.alpha;
  }
  return zero;
}

/// Of each part as many values as may count, the largest of all first.
void LimitedRow::keep_largest() {
  kept_.clear();
  for (Part& part : parts_) {
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(part.begin);
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(part.end);
    if (part.limit == unlimited) {
      kept_.insert(kept_.end(), begin, end);
      continue;
    }
    const auto count = static_cast<std::ptrdiff_t>(part.limit);
    sorted_.assign(begin, end);
    std::nth_element(sorted_.begin(), sorted_.begin() + (count - 1), sorted_.end(), std::greater<>());
    kept_.insert(kept_.end(), sorted_.begin(), sorted_.begin() + count);
    part.least = sorted_[static_cast<std::size_t>(count - 1)];
  }
  std::sort(kept_.begin(), kept_.end(), std::greater<>());
}

/// From the sets of the last step until they repeat. False where they do not settle at an s above zero.
bool LimitedRow::newton(Row& row) {
  for (int step = 0; step < most_looks; ++step) {
    if (look(row) && step > 0) return true;
    if (!solve(row) || !(row.s > 0.0) || !std::isfinite(row.s)) return false;
  }
  return false;
}

/// Splits every part where it stands, and sees which sums exceed their limits. True if that is how it was.
bool LimitedRow::look(Row& row) {
  bool same = !row.changed;
  double total = 0.0;
  row.changed = false;
  for (Part& part : parts_) {
    if (!part.full) part.theta = row.alpha;
    const Sums before = part.sums;
    split(part, row.s);
    same = same && part.sums == before;
    if (!part.full && part.total(row.s) > part.limit * row.s * (1.0 + accuracy)) {
      part.full = true;
      same = false;
    }
    total += part.full ? part.limit * row.s : part.total(row.s);
  }
  if (!row.is_tight && total > row.room * row.s * (1.0 + accuracy)) {
    row.is_tight = true;
    same = false;
  }
  return same;
}

/// s, alpha and theta for the sets as they are. With d = capped - c_g and b entries between, a full part has
/// theta = (d s + sum of its b)/b, and costs (capped + d^2/b) s + c_g alpha - (sum of its capped) + d/b (sum of its b).
bool LimitedRow::solve(Row& row) {
  double of_s = row.fixed;
  double right = row.own;
  double held = -row.room;  // the coefficient of s in the sum of all entries, and that of alpha in the slope
  double between = 0.0;
  double between_sum = 0.0;
  for (Part& part : parts_) {
    if (part.full && part.sums.between == 0.0) settle(part, row.s);
    const Sums& sums = part.sums;
    of_s += sums.capped;
    right += sums.capped_sum;
    held += part.full ? part.limit : sums.capped;
    if (!part.full) {
      between += sums.between;
      between_sum += sums.between_sum;
    } else if (sums.between > 0.0) {
      const double more = sums.capped - part.limit;
      of_s += more * more / sums.between;
      right -= more * sums.between_sum / sums.between;
    }
  }
  if (!row.is_tight) {
    row.s = right / of_s;
    row.alpha = 0.0;
  } else if (between > 0.0) {
    row.s = (right - held * between_sum / between) / (of_s + held * held / between);
    row.alpha = (held * row.s + between_sum) / between;
  } else if (held == 0.0) {  // so they are, for any alpha near this one
    row.s = right / of_s;
  } else if (!settle_all(row)) {
    return false;
  }
  if (row.is_tight && row.alpha <= 0.0) {
    row.alpha = 0.0;
    row.is_tight = false;
    row.changed = true;
  }
  for (Part& part : parts_) {
    if (!part.full) continue;
    const Sums& sums = part.sums;
    if (sums.between > 0.0)
      part.theta = ((sums.capped - part.limit) * row.s + sums.between_sum) / sums.between;
    part.full = part.theta > row.alpha;
    row.changed = row.changed || !part.full;
  }
  return true;
}

/// A full part without an entry between: its largest are at s, and theta may be anything that keeps them there. Where
/// nothing does, it is a fresh guess.
void LimitedRow::settle(Part& part, double s) {
  if (part.sums.capped == part.limit) return;
  const auto count = static_cast<std::ptrdiff_t>(part.limit);
  sorted_.assign(values_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                 values_.begin() + static_cast<std::ptrdiff_t>(part.end));
  std::nth_element(sorted_.begin(), sorted_.begin() + (count - 1), sorted_.end(), std::greater<>());
  const double next = *std::max_element(sorted_.begin() + count, sorted_.end());
  part.theta = 0.5 * (sorted_[static_cast<std::size_t>(count - 1)] - s + next);
  part.sums.capped = part.limit;
  part.sums.capped_sum = std::accumulate(sorted_.begin(), sorted_.begin() + count, 0.0);
}

/// The same of the row: m entries at s, and no other above zero.
bool LimitedRow::settle_all(Row& row) {
  keep_largest();
  const auto m = static_cast<std::size_t>(row.room);
  if (kept_.size() <= m) {
    row.is_tight = false;
    return solve(row);
  }
  const double sum = std::accumulate(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(m), 0.0);
  row.s = (row.own + sum) / (row.fixed + row.room);
  row.alpha = 0.5 * (kept_[m - 1] - row.s + kept_[m]);
  return true;
}

}  // namespace spica::bounds::pairs
