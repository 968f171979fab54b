#include "bounds/pairs/row_cone.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "bounds/pairs/selection.hpp"
#include "linalg/largest.hpp"

namespace spica::bounds::pairs {

namespace {

constexpr double excluded = -std::numeric_limits<double>::max();

}  // namespace

struct RowCone::Row {
  double s0 = 0.0;
  double room = 0.0;       // m
  double fixed = 0.0;      // features of F1 other than the row's own
  double fixed_sum = 0.0;  // of their f
  double fixed_largest = 0.0;
  double free = 0.0;  // other free features
};

void RowCone::project(Index i, const double* f, double s0, double& s, double& cut, double* out) {
  if (shape_.has_limits()) return limited_.project(i, f, s0, s, cut, out);
  const Index n = shape_.size();
  Row row{s0, static_cast<double>(shape_.room(i)), 0.0, 0.0, 0.0, static_cast<double>(n - 1)};
  std::copy(f, f + n, work_.begin());
  work_[static_cast<std::size_t>(i)] = excluded;
  for (const Index j : shape_.forced) {
    if (j == i) continue;
    row.fixed += 1.0;
    row.fixed_sum += f[j];
    row.fixed_largest = std::max(row.fixed_largest, f[j]);
    work_[static_cast<std::size_t>(j)] = excluded;
  }
  row.free -= row.fixed;
  if (row.room <= 0.0 || row.free <= row.room) {
    project_rigid(row, s, cut);
  } else if (!(s > 0.0) && (is_zero_by(row, cut) || is_zero(row, cut))) {
    s = 0.0;
  } else if (!newton(row, s, cut)) {
    bisect(row, s, cut);
  }
  if (shape_.may_be_smaller() && cut < 0.0) {
    cut = 0.0;
    without_cut(row, s);
  }
  clip(work_.data(), n, cut, s, out);
  out[i] = 0.0;
  for (const Index j : shape_.forced) {
    if (j != i) out[j] = s;
  }
  if (!(std::abs(cut) < std::numeric_limits<double>::max())) cut = 0.0;
}

/// No free feature has room, so all are at zero; or all have, and are at s.
void RowCone::project_rigid(const Row& row, double& s, double& cut) const {
  const bool all = row.room > 0.0;
  double sum = row.s0 + row.fixed_sum;
  for (const double value : work_) sum += all && value != excluded ? value : 0.0;
  s = std::max(0.0, sum / (1.0 + row.fixed + (all ? row.free : 0.0)));
  cut = all ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

/// Every ray of the cone points away from f: the projection is the origin.
bool RowCone::is_zero(const Row& row, double& cut) {
  gather();
  const auto m = static_cast<Index>(row.room);
  select_largest(sorted_, m);
  double sum = row.s0 + row.fixed_sum;
  for (Index j = 0; j < m; ++j) sum += sorted_[static_cast<std::size_t>(j)];
  if (sum > 0.0) return false;
  cut = sorted_[static_cast<std::size_t>(m - 1)];
  return true;
}

/// The same by a guess of alpha, where that is good enough: the m largest entries sum up to at most
/// m alpha + sum of max(0, f_j - alpha).
bool RowCone::is_zero_by(const Row& row, double cut) const {
  return row.s0 + row.fixed_sum + row.room * cut +
             linalg::excess_above(work_.data(), std::ssize(work_), cut) <=
         0.0;
}

void RowCone::gather() {
  sorted_.clear();
  for (const double value : work_) {
    if (value != excluded) sorted_.push_back(value);
  }
}

bool RowCone::newton(const Row& row, double& s, double& cut) {
  if (!(s > 0.0)) s = std::max(1e-3, row.s0);
  Split last{-1.0, -1.0, 0.0, 0.0};
  bool tried_rigid = false;
  for (int step = 0; step < 15; ++step) {
    const Split at = split(work_.data(), shape_.size(), cut, cut + s);
    if (at == last) return true;
    last = at;
    if (at.between == 0.0) {
      if (tried_rigid) return false;
      tried_rigid = true;
      if (settle(row, s, cut)) return true;
    } else {
      const double a11 = 1.0 + row.fixed + at.capped;
      const double a12 = at.capped - row.room;
      const double b1 = row.s0 + row.fixed_sum + at.capped_sum;
      const double det = -a11 * at.between - a12 * a12;
      s = (-b1 * at.between + a12 * at.between_sum) / det;
      cut = (-a11 * at.between_sum - a12 * b1) / det;
    }
    if (!(s > 0.0)) return false;
  }
  return false;
}

/// The m largest entries at s and the others at zero: alpha may be anything that keeps them there. Where
/// nothing does, (s, alpha) is a fresh guess.
bool RowCone::settle(const Row& row, double& s, double& cut) {
  gather();
  const auto m = static_cast<std::ptrdiff_t>(row.room);
  select_largest(sorted_, m);
  const double capped_sum = std::accumulate(sorted_.begin(), sorted_.begin() + m, 0.0);
  const double least_capped = sorted_[static_cast<std::size_t>(m - 1)];
  const double largest_other = *std::max_element(sorted_.begin() + m, sorted_.end());
  s = (row.s0 + row.fixed_sum + capped_sum) / (1.0 + row.fixed + row.room);
  cut = 0.5 * (least_capped - s + largest_other);
  return s > 0.0 && least_capped - s >= largest_other;
}

/// alpha = 0: s from the entries above it, which are the fewer the larger s is.
void RowCone::without_cut(const Row& row, double& s) const {
  constexpr int most_passes = 100;
  double capped = std::numeric_limits<double>::infinity();
  for (int step = 0; step < most_passes; ++step) {
    double count = 0.0;
    double sum = 0.0;
    for (const double value : work_) {
      if (value == excluded || !(value > s)) continue;
      count += 1.0;
      sum += value;
    }
    s = std::max(0.0, (row.s0 + row.fixed_sum + sum) / (1.0 + row.fixed + count));
    if (count == capped) return;
    capped = count;
  }
}

/// Over s; alpha(s) by a bisection of its own. The derivative in s of the distance is increasing. What is sought is the
/// zero of a function that is linear as long as the same entries are capped and the same positive, so a bisection ends
/// where both ends of its interval have the same.
void RowCone::bisect(const Row& row, double& s, double& cut) {
  if (is_zero(row, cut)) {
    s = 0.0;
    return;
  }
  std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
  prefix_.assign(1, 0.0);
  for (const double value : sorted_) prefix_.push_back(prefix_.back() + value);
  constexpr int most_steps = 60;
  const auto m = static_cast<std::size_t>(row.room);
  struct Parts {
    std::size_t capped = 0;
    std::size_t positive = 0;
    bool operator==(const Parts&) const = default;
  };
  const auto parts_of = [this](double alpha, double at) {
    const auto begin = sorted_.begin();
    const auto positive = std::lower_bound(begin, sorted_.end(), alpha, std::greater<>());
    const auto capped = std::upper_bound(begin, positive, alpha + at, std::greater<>());
    return Parts{static_cast<std::size_t>(capped - begin), static_cast<std::size_t>(positive - begin)};
  };
  const auto sum_between = [this](const Parts& parts) {
    return prefix_[parts.positive] - prefix_[parts.capped];
  };
  const auto best_cut = [&](double at) {
    double low = sorted_[m - 1] - at;  // the first m are capped here
    double high = sorted_[m];          // no others are positive here
    if (low >= high) return 0.5 * (low + high);
    Parts at_low = parts_of(low, at);
    Parts at_high = parts_of(high, at);
    for (int step = 0; step < most_steps && !(at_low == at_high); ++step) {
      const double middle = 0.5 * (low + high);
      const Parts parts = parts_of(middle, at);
      const double sum = static_cast<double>(parts.capped) * at + sum_between(parts) -
                         static_cast<double>(parts.positive - parts.capped) * middle;
      const bool is_low = sum > row.room * at;
      (is_low ? low : high) = middle;
      (is_low ? at_low : at_high) = parts;
    }
    const auto between = static_cast<double>(at_low.positive - at_low.capped);
    if (!(at_low == at_high) || between == 0.0) return 0.5 * (low + high);
    const double alpha =
        (sum_between(at_low) - (row.room - static_cast<double>(at_low.capped)) * at) / between;
    return std::clamp(alpha, low, high);
  };
  struct Slope {
    double value = 0.0;
    Parts parts;
  };
  const auto derivative = [&](double at) {
    const double own = at - row.s0 + row.fixed * at - row.fixed_sum;
    if (sorted_[m - 1] - at >= sorted_[m]) return Slope{own + row.room * at - prefix_[m], {m, m}};
    const double alpha = best_cut(at);
    const Parts parts = parts_of(alpha, at);
    const auto capped = static_cast<double>(parts.capped);
    return Slope{own - row.room * alpha - (prefix_[parts.capped] - capped * (alpha + at)), parts};
  };
  double low = 0.0;
  double high = std::max({row.s0, sorted_.front(), row.fixed_largest, 0.0}) + 1e-9;
  Slope at_low = derivative(low);
  Slope at_high = derivative(high);
  while (at_high.value <= 0.0) {
    high *= 2.0;
    at_high = derivative(high);
  }
  for (int step = 0; step < most_steps && !(at_low.parts == at_high.parts); ++step) {
    const double middle = 0.5 * (low + high);
    const Slope slope = derivative(middle);
    const bool is_high = slope.value > 0.0;
    (is_high ? high : low) = middle;
    (is_high ? at_high : at_low) = slope;
  }
  s = at_low.parts == at_high.parts  // the one is not positive, the other is
          ? std::clamp(low - at_low.value * (high - low) / (at_high.value - at_low.value), low, high)
          : 0.5 * (low + high);
  cut = best_cut(s);
}

}  // namespace spica::bounds::pairs
