#include "bounds/pairs/limited_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spica::bounds::pairs {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int most_steps = 40;
constexpr double accuracy = 1e-12;

}  // namespace

LimitedRow::LimitedRow(const Shape& shape) : shape_(shape) {
  const GroupLimits& limits = shape.conditions.limits;
  members_.resize(static_cast<std::size_t>(limits.groups() + 1));
  for (Index j = 0; j < shape.size() && !limits.empty(); ++j) {
    const Index g = limits.of(j);
    members_[static_cast<std::size_t>(g == GroupLimits::no_group ? limits.groups() : g)].push_back(j);
  }
}

/// The free entries of the features that may join i, group by group.
void LimitedRow::gather(Index i, const double* f) {
  const std::vector<Index> room = shape_.group_room(i);
  parts_.clear();
  values_.clear();
  features_.clear();
  for (std::size_t g = 0; g < members_.size(); ++g) {
    const bool grouped = g < room.size();
    if (grouped && room[g] <= 0) continue;
    Part part;
    part.begin = values_.size();
    for (const Index j : members_[g]) {
      if (j == i || shape_.is_in(j)) continue;
      values_.push_back(f[j]);
      features_.push_back(j);
    }
    part.end = values_.size();
    if (part.end == part.begin) continue;
    const bool binds = grouped && static_cast<Index>(part.end - part.begin) > room[g];
    part.limit = binds ? static_cast<double>(room[g]) : unlimited;
    parts_.push_back(part);
  }
}

/// What clip(value - low, 0, s) makes of a part.
void LimitedRow::split(const std::vector<double>& values, Part& part, double low, double s) {
  part.capped = part.between = part.capped_sum = part.between_sum = 0.0;
  for (std::size_t q = part.begin; q < part.end; ++q) {
    const double value = values[q];
    const double capped = value >= low + s ? 1.0 : 0.0;
    const double between = value > low ? 1.0 - capped : 0.0;
    part.capped += capped;
    part.between += between;
    part.capped_sum += capped * value;
    part.between_sum += between * value;
  }
}

/// alpha for a given s, from a guess; leaves every part split at alpha, and says which are full.
void LimitedRow::find_alpha(double s, double room, double& alpha) {
  double low = 0.0;
  double high = std::max(0.0, *std::max_element(values_.begin(), values_.end()));
  alpha = std::clamp(alpha, low, high);
  for (int step = 0; step < most_steps; ++step) {
    double total = -room * s;
    double falling = 0.0;
    for (Part& part : parts_) {
      split(values_, part, alpha, s);
      const double sum = part.capped * s + part.between_sum - part.between * alpha;
      part.theta = alpha;
      part.full = sum > part.limit * s;
      total += part.full ? part.limit * s : sum;
      if (!part.full) falling += part.between;
    }
    if (std::abs(total) <= accuracy * room * s || (total < 0.0 && alpha <= 0.0)) return;
    (total > 0.0 ? low : high) = alpha;
    if (!(high - low > accuracy * high)) return;
    const double newton = falling > 0.0 ? alpha + total / falling : -1.0;
    if (total < 0.0 && newton <= 0.0 && low == 0.0 && falling > 0.0) {
      alpha = 0.0;
    } else {
      alpha = newton > low && newton < high ? newton : 0.5 * (low + high);
    }
  }
}

/// theta of a full part, which stays split there.
void LimitedRow::fill_up(Part& part, double s, double alpha) const {
  double low = alpha;
  double high = *std::max_element(values_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                  values_.begin() + static_cast<std::ptrdiff_t>(part.end));
  double theta = alpha;
  for (int step = 0; step < most_steps; ++step) {
    split(values_, part, theta, s);
    const double total = (part.capped - part.limit) * s + part.between_sum - part.between * theta;
    if (std::abs(total) <= accuracy * part.limit * s) break;
    (total > 0.0 ? low : high) = theta;
    if (!(high - low > accuracy * std::abs(high))) break;
    const double newton = part.between > 0.0 ? theta + total / part.between : low;
    theta = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  part.theta = theta;
}

/// The derivative in s of half the squared distance, and its own. `own` is s0 and the f of F1, `fixed` their number.
LimitedRow::Slope LimitedRow::slope(double s, double alpha, double room, double own, double fixed) const {
  Slope result{fixed * s - own - room * alpha, fixed};
  double held = -room;
  double between = 0.0;
  for (const Part& part : parts_) {
    result.value += part.capped * (s + part.theta) - part.capped_sum;
    result.derivative += part.capped;
    if (part.full) {
      result.value -= part.limit * (part.theta - alpha);
      held += part.limit;
      const double more = part.capped - part.limit;
      if (part.between > 0.0) result.derivative += more * more / part.between;
    } else {
      held += part.capped;
      between += part.between;
    }
  }
  if (alpha > 0.0 && between > 0.0) result.derivative += held * held / between;
  return result;
}

void LimitedRow::project(Index i, const double* f, double s0, double& s, double& cut, double* out) {
  const Index n = shape_.size();
  const auto room = static_cast<double>(std::max<Index>(shape_.room(i), 0));
  double own = s0;
  double fixed = 1.0;
  for (Index j = 0; j < n && shape_.included > 0; ++j) {
    if (j == i || !shape_.is_in(j)) continue;
    own += f[j];
    fixed += 1.0;
  }
  gather(i, f);
  const bool rigid = room <= 0.0 || values_.empty();
  const double largest = rigid ? 0.0 : std::max(0.0, *std::max_element(values_.begin(), values_.end()));
  double low = 0.0;
  double high = std::max(std::max(own, 0.0) / fixed, 0.0) + largest;
  double alpha = std::max(cut, 0.0);
  if (rigid) {
    s = std::max(0.0, own / fixed);
  } else {
    if (!(s > 0.0) || s > high) s = 0.5 * high;
    for (int step = 0; step < most_steps && high > 0.0; ++step) {
      find_alpha(s, room, alpha);
      for (Part& part : parts_) {
        if (part.full) fill_up(part, s, alpha);
      }
      const Slope at = slope(s, alpha, room, own, fixed);
      (at.value > 0.0 ? high : low) = s;
      const double next = s - at.value / at.derivative;
      if (std::abs(next - s) <= accuracy * s || !(high - low > accuracy * high)) break;
      s = next > low && next < high ? next : 0.5 * (low + high);
      constexpr double nothing = 1e-14;
      if (s <= nothing * largest) {
        s = 0.0;
        break;
      }
    }
    if (!(high > 0.0)) s = 0.0;
  }
  std::fill(out, out + n, 0.0);
  for (Index j = 0; j < n && shape_.included > 0; ++j) {
    if (j != i && shape_.is_in(j)) out[j] = s;
  }
  if (!rigid && s > 0.0) {
    for (const Part& part : parts_) {
      for (std::size_t q = part.begin; q < part.end; ++q)
        out[features_[q]] = std::clamp(values_[q] - part.theta, 0.0, s);
    }
  }
  cut = std::isfinite(alpha) ? alpha : 0.0;
}

}  // namespace spica::bounds::pairs
