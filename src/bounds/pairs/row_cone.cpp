#include "bounds/pairs/row_cone.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "bounds/pairs/selection.hpp"

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
  if (shape_.included > 0) {
    for (Index j = 0; j < n; ++j) {
      if (j == i || !shape_.is_in(j)) continue;
      row.fixed += 1.0;
      row.fixed_sum += f[j];
      row.fixed_largest = std::max(row.fixed_largest, f[j]);
      work_[static_cast<std::size_t>(j)] = excluded;
    }
    row.free -= row.fixed;
  }
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
  for (Index j = 0; j < n && shape_.included > 0; ++j) {
    if (j != i && shape_.is_in(j)) out[j] = s;
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
  double sum = row.s0 + row.fixed_sum + row.room * cut;
  for (const double value : work_) sum += std::max(value - cut, 0.0);
  return sum <= 0.0;
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

/// Over s; alpha(s) by a bisection of its own. The derivative in s of the distance is increasing.
void RowCone::bisect(const Row& row, double& s, double& cut) {
  if (is_zero(row, cut)) {
    s = 0.0;
    return;
  }
  std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
  prefix_.assign(1, 0.0);
  for (const double value : sorted_) prefix_.push_back(prefix_.back() + value);
  const auto m = static_cast<std::size_t>(row.room);
  const auto count_above = [this](double level, bool or_equal) {
    const auto end = or_equal ? std::upper_bound(sorted_.begin(), sorted_.end(), level, std::greater<>())
                              : std::lower_bound(sorted_.begin(), sorted_.end(), level, std::greater<>());
    return static_cast<std::size_t>(end - sorted_.begin());
  };
  const auto best_cut = [&](double at) {
    double low = sorted_[m - 1] - at;  // the first m are capped here
    double high = sorted_[m];          // no others are positive here
    if (low >= high) return 0.5 * (low + high);
    for (int step = 0; step < 60; ++step) {
      const double middle = 0.5 * (low + high);
      const std::size_t capped = count_above(middle + at, true);
      const std::size_t positive = count_above(middle, false);
      const double sum = static_cast<double>(capped) * at + prefix_[positive] - prefix_[capped] -
                         static_cast<double>(positive - capped) * middle;
      (sum > row.room * at ? low : high) = middle;
    }
    return 0.5 * (low + high);
  };
  const auto derivative = [&](double at) {
    const double own = at - row.s0 + row.fixed * at - row.fixed_sum;
    if (sorted_[m - 1] - at >= sorted_[m]) return own + row.room * at - prefix_[m];
    const double alpha = best_cut(at);
    const std::size_t capped = count_above(alpha + at, true);
    return own - row.room * alpha - (prefix_[capped] - static_cast<double>(capped) * (alpha + at));
  };
  double low = 0.0;
  double high = std::max({row.s0, sorted_.front(), row.fixed_largest, 0.0}) + 1e-9;
  while (derivative(high) <= 0.0) high *= 2.0;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (derivative(middle) > 0.0 ? high : low) = middle;
  }
  s = 0.5 * (low + high);
  cut = best_cut(s);
}

}  // namespace spica::bounds::pairs
