#pragma once

#include "checker/group_limits.hpp"
#include "checker/payments.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// All features but a core, which is that of the dual point, are out: no support of k features with one of
/// them is above tau. With R the rest, take w_ij = M_ij, a_ji = e_j, a_ij = M_ij^2/e_j between i in R and j
/// in the core, and w_il = M_il, a_il = |M_il| theta_l/theta_i within R. M - w is then block diagonal, and
/// what is left is
///
///     the core with M_jj + e_j + the sum of the k-2 largest max(a_jl, e_j) on its diagonal, and
///     M_ii + the sum of the k-1 largest of { M_ij^2/e_j } and { |M_il| theta_l/theta_i } for each i in R.
///
/// Where all supports have the features I of the core, f = k - |I| places are free, and pairs inside of I have w = a = 0.
/// With l free, what a row pays is then
///
///     for j in I                  e_j + the sum of the f-1 largest max(a_jl, e_j),
///     for other j of the core     e_j + the sum of a_ji over I + the sum of the f-2 largest max(a_jl, e_j),
///     for i in R                  the sum of M_ij^2/e_j over I + the sum of the f-1 largest others;
///
/// if f = 1, no support that touches R has another feature of the core than those of I, and its block is that of I.
///
/// Where features of the core cost something, M_jj, a_jl and M_ij^2/e_j are less the prices of j, l and j, but no partner
/// is worse than none. Where no entry of x is negative, w_ij = M_ij costs nothing if it is not positive. With limits by group
/// only as many terms of a group count as a support with the row's feature may have.
template <class N>
class Core {
 public:
  /// Reads `pay e...`, one number for each feature of the core, and `weights N f... theta...`. Features that are excluded
  /// need not be ruled out; those that are included are in the core.
  Core(Tokens& tokens, const Problem<N>& problem, const PairsPoint& point, std::size_t k,
       const GroupLimits& limits, const Features& excluded, const Prices& prices = {}, Features included = {})
      : problem_(problem),
        point_(point),
        included_(std::move(included)),
        places_(k - std::min(k, included_.size())),
        limits_(limits),
        prices_(prices),
        in_core_(problem.features(), 0),
        weight_(problem.features(), 1.0) {
    tokens.expect("pay");
    for (const std::size_t feature : point.features()) {
      pay_.push_back(tokens.positive());
      in_core_[feature] = 1;
    }
    for (const std::size_t feature : excluded) in_core_[feature] = 1;
    tokens.expect("weights");
    const Features weighted = tokens.features(problem.features());
    for (const std::size_t i : weighted) weight_[i] = tokens.positive();
    for (std::size_t i = 0; i < problem.features(); ++i) {
      if (in_core_[i] == 0) largest_.push_back((N(problem.norm(i)) * N(weight_[i])).upper());
    }
    std::sort(largest_.begin(), largest_.end(), std::greater<>());
    largest_.resize(std::min(largest_.size(), others_outside()));
  }

  void check(const Tokens& tokens, double tau) const {
    RowSum row(limits_, included_);
    if (!core_is_below(row, tau)) tokens.reject("the core is not below the claimed upper bound");
    for (std::size_t i = 0; i < problem_.features(); ++i) {
      if (in_core_[i] == 0 && !row_is_below(i, row, tau))
        tokens.reject("feature " + std::to_string(i) + " outside of the core is not ruled out");
    }
  }

 private:
  [[nodiscard]] bool core_is_below(RowSum& row, double tau) const {
    const Features& rows = places_ == 1 ? included_ : point_.features();
    const std::size_t n = rows.size();
    Meter::spend(static_cast<double>(n) * static_cast<double>(n + places_));
    Symmetric<N> b = problem_.block(rows);
    List<char> in(n, 0);
    for (std::size_t p = 0; p < n; ++p) in[p] = is_included(rows[p]) ? 1 : 0;
    List<double> paid = payments(rows, point_, in, List<double>(n, -1.0), b);
    for (std::size_t p = 0; p < n; ++p) {
      const std::size_t others = in[p] != 0 || places_ < 2 ? others_outside() : places_ - 2;
      const double own = pay_[place(point_.features(), rows[p])];
      N certain;
      row.begin(rows[p], in[p] != 0);
      for (std::size_t q = 0; q < others; ++q) row.add_ungrouped(own);  // outside
      for (std::size_t q = 0; q < n; ++q) {
        if (q == p) continue;
        const double term = net(N(paid[p * n + q]), rows[q]);
        if (in[q] != 0) {
          certain = certain + N(term);
        } else {
          row.add(rows[q], term);
        }
      }
      b(p, p) = b(p, p) - N(prices_.of(rows[p])) + N(own) + certain + row.largest<N>(others);
    }
    List<double>().swap(paid);
    return largest_eigenvalue_is_at_most(std::move(b), tau);
  }

  /// From norms alone, then with the exact entries of the core, then with all of them.
  [[nodiscard]] bool row_is_below(std::size_t i, RowSum& row, double tau) const {
    const N own = problem_.entry(i, i);
    const auto below = [&](bool core_exactly, bool outside_exactly) {
      const std::size_t entries = (core_exactly ? pay_.size() : 0) + (outside_exactly ? weight_.size() : 0);
      Meter::spend(static_cast<double>(pay_.size() + largest_.size()) +
                   static_cast<double>(entries) * problem_.cost());
      row.begin(i);
      const N certain = add_core(i, core_exactly, row);
      add_outside(i, outside_exactly, row);
      return (own + certain + row.largest<N>(others_outside())).upper() <= tau;
    };
    return below(false, false) || below(true, false) || below(true, true);
  }

  /// Returns what row i pays in any case.
  N add_core(std::size_t i, bool exactly, RowSum& row) const {
    N certain;
    for (std::size_t q = 0; q < pay_.size(); ++q) {
      const std::size_t j = point_.features()[q];
      const N size = exactly ? weight(i, j) : N(problem_.norm(i)) * N(problem_.norm(j));
      const double term = net(size * size / N(pay_[q]), j);
      if (is_included(j)) {
        certain = certain + N(term);
      } else {
        row.add(j, term);
      }
    }
    return certain;
  }

  /// Norms alone do not say which features they are of.
  void add_outside(std::size_t i, bool exactly, RowSum& row) const {
    const N scale = N(1.0) / N(weight_[i]);
    if (!exactly) {
      for (const double most : largest_) row.add_ungrouped((N(problem_.norm(i)) * N(most) * scale).upper());
      return;
    }
    for (std::size_t l = 0; l < problem_.features(); ++l) {
      if (l == i || in_core_[l] != 0) continue;
      const N size = weight(i, l);
      if (!size.is_zero()) row.add(l, (size * N(weight_[l]) * scale).upper());
    }
  }

  [[nodiscard]] bool is_included(std::size_t feature) const {
    return place(included_, feature) < included_.size();
  }
  /// How many free features join one outside.
  [[nodiscard]] std::size_t others_outside() const { return places_ > 0 ? places_ - 1 : 0; }
  /// |M_ij|, or what of M_ij is positive where the rest is free.
  [[nodiscard]] N weight(std::size_t i, std::size_t j) const {
    const N entry = problem_.entry(i, j);
    return point_.nonnegative() ? N(std::max(entry.upper(), 0.0)) : abs(entry);
  }
  /// What a partner of the core adds, less its price.
  [[nodiscard]] double net(const N& value, std::size_t feature) const {
    return std::max((value - N(prices_.of(feature))).upper(), 0.0);
  }

  const Problem<N>& problem_;
  const PairsPoint& point_;
  Features included_;
  std::size_t places_;  // that are free
  const GroupLimits& limits_;
  const Prices prices_;
  List<double> pay_;
  List<char> in_core_;  // or excluded
  List<double> weight_;
  List<double> largest_;  // the largest norm x weight outside of the core
};

}  // namespace spica_check
