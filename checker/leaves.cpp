#include "checker/leaves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace spica_check {

bool Node::contains(std::size_t feature) const {
  return std::binary_search(in.begin(), in.end(), feature);
}

template <class N>
bool Leaves<N>::has(std::size_t feature) const {
  return std::binary_search(features_.begin(), features_.end(), feature);
}

template <class N>
std::size_t Leaves<N>::place(std::size_t feature) const {
  return static_cast<std::size_t>(std::lower_bound(features_.begin(), features_.end(), feature) -
                                  features_.begin());
}

template <class N>
void Leaves<N>::require_small(std::size_t features, const Tokens& tokens) {
  constexpr std::size_t largest = 5000;
  if (features > largest)
    tokens.reject("a matrix of " + std::to_string(features) + " features; this checker factorises up to " +
                  std::to_string(largest));
}

/// From the first members of the two groups; within a group from its first two.
template <class N>
N Leaves<N>::entry(std::size_t i, std::size_t j) const {
  if (group_.empty()) return problem_.entry(i, j);
  const auto first = [this](std::size_t f) { return group_[f] < groups_.size() ? groups_[group_[f]][0] : f; };
  const std::size_t p = first(i);
  const std::size_t q = i != j && alike(i, j) ? groups_[group_[i]][1] : first(j);
  return N(sign_[i] * sign_[j] * sign_[p] * sign_[q]) * problem_.entry(p, q);
}

template <class N>
bool Leaves<N>::alike(std::size_t i, std::size_t j) const {
  return !group_.empty() && group_[i] == group_[j] && group_[i] < groups_.size();
}

template <class N>
void Leaves<N>::take_groups(Tokens& tokens) {
  const std::size_t count = tokens.count();
  groups_.resize(count);
  group_.assign(problem_.features(), count);
  sign_.assign(problem_.features(), 1.0);
  for (std::size_t g = 0; g < count; ++g) {
    groups_[g] = tokens.features(problem_.features());
    if (groups_[g].size() < 2) tokens.reject("a group of fewer than two features");
    for (const std::size_t i : groups_[g]) {
      if (group_[i] != count || !has(i))
        tokens.reject("feature " + std::to_string(i) + " is in two groups, or not in the tree");
      group_[i] = g;
      sign_[i] = tokens.integer(-1, 1) < 0 ? -1.0 : 1.0;
    }
  }
  double change = 0.0;
  for (const std::size_t i : features_) {
    if (group_[i] == count) continue;
    for (const std::size_t j : features_)
      change = std::max(change, abs(entry(i, j) - problem_.entry(i, j)).upper());
  }
  lower_tau(N(static_cast<double>(k_)) * N(change));
}

template <class N>
void Leaves<N>::take_factor(Tokens& tokens) {
  require_small(features_.size(), tokens);
  rows_ = tokens.count();
  rho_ = tokens.number();
  given_ = tokens.numbers(features_.size(), rows_);
  std::vector<std::vector<N>> columns;
  for (const std::size_t feature : features_) columns.push_back(column(feature));
  Symmetric<N> rest(features_.size());
  for (std::size_t p = 0; p < columns.size(); ++p) {
    for (std::size_t q = 0; q <= p; ++q)
      rest(p, q) = entry(features_[p], features_[q]) - dot(columns[p].data(), columns[q].data(), rows_);
  }
  if (!largest_eigenvalue_is_at_most(std::move(rest), rho_))
    tokens.reject("the factor and rho do not cover the matrix");
}

template <class N>
std::vector<N> Leaves<N>::column(std::size_t feature) const {
  if (given_.empty()) return {problem_.column(feature), problem_.column(feature) + problem_.rows()};
  const double* const row = &given_[place(feature) * rows_];
  return {row, row + rows_};
}

template <class N>
Box Leaves<N>::take_directions(Tokens& tokens) {
  const std::size_t n = features_.size();
  require_small(n, tokens);
  const std::size_t count = tokens.count();
  rho_ = tokens.number();
  slack_ = tokens.number();
  lam_ = tokens.numbers(count, 1);
  const std::vector<double> v = tokens.numbers(n, count);
  v_.assign(v.begin(), v.end());
  std::vector<N> transposed(n * count);
  std::vector<N> weighted(n * count);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t j = 0; j < count; ++j) {
      transposed[j * n + p] = v_[p * count + j];
      weighted[p * count + j] = (N(lam_[j]) - N(rho_)) * v_[p * count + j];
    }
  }
  Symmetric<N> gram(count);
  Box reach{std::vector<double>(count), std::vector<double>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) gram(i, j) = dot(&transposed[i * n], &transposed[j * n], n);
    std::vector<double> squares(n);
    for (std::size_t p = 0; p < n; ++p) squares[p] = (transposed[i * n + p] * transposed[i * n + p]).upper();
    reach.upper[i] = std::min(1.0, sqrt(sum_of_largest<N>(squares, k_)).upper());
    reach.lower[i] = -reach.upper[i];
  }
  if (!largest_eigenvalue_is_at_most(std::move(gram), 1.0)) tokens.reject("V'V is above the identity");
  Symmetric<N> rest(n);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = 0; q <= p; ++q)
      rest(p, q) = entry(features_[p], features_[q]) - dot(&weighted[p * count], &v_[q * count], count);
    rest(p, p) = rest(p, p) - N(rho_);
  }
  if (!largest_eigenvalue_is_at_most(std::move(rest), slack_))
    tokens.reject("the directions do not cover the matrix");
  return reach;
}

template <class N>
bool Leaves<N>::spectral(const Node& node, const Tokens& tokens) const {
  if (node.in.size() > node.k) return true;
  const std::vector<std::size_t>& features = node.in.size() == node.k ? node.in : node.all;
  if (node.k == 1)
    return std::all_of(features.begin(), features.end(),
                       [this](std::size_t i) { return entry(i, i).upper() <= tau_; });
  if (problem_.rows() > 0 && problem_.rows() < features.size() && group_.empty())  // the eigenvalues of CC'
    return sample({features.size(), features, features}, SamplePoint(), tokens);
  require_small(features.size(), tokens);
  Symmetric<N> b(features.size());
  for (std::size_t p = 0; p < features.size(); ++p) {
    for (std::size_t q = 0; q <= p; ++q) b(p, q) = entry(features[p], features[q]);
  }
  return largest_eigenvalue_is_at_most(std::move(b), tau_);
}

template <class N>
bool Leaves<N>::cauchy(const Node& node, const std::vector<double>& r, std::size_t rank) const {
  const std::vector<N> factor(r.begin(), r.end());
  Symmetric<N> b(node.all.size());
  for (std::size_t p = 0; p < node.all.size(); ++p) {
    for (std::size_t q = 0; q <= p; ++q) {
      const N z = dot(factor.data() + p * rank, factor.data() + q * rank, rank);
      const double weight = p == q ? static_cast<double>(k_) - 1.0 : -1.0;
      b(p, q) = entry(node.all[p], node.all[q]) + N(weight) * z;
    }
  }
  return largest_eigenvalue_is_at_most(std::move(b), tau_);
}

template <class N>
bool Leaves<N>::pairs(const Node& node, const PairsPoint& point, const std::vector<std::size_t>& touched,
                      const std::vector<double>& levels, const Tokens& tokens) const {
  if (node.in.size() > node.k) return true;
  const std::size_t room = node.k - node.in.size();
  if (room == 0) return !touched.empty() || spectral(node, tokens);
  const std::size_t n = node.all.size();
  require_small(n, tokens);
  const std::vector<std::size_t> at = point.positions(node.all, tokens);
  std::vector<double> level(n, 0.0);
  std::vector<char> flagged(n, 0);
  std::vector<char> in(n, 0);
  const auto place_of = [&node](std::size_t feature) {
    return static_cast<std::size_t>(std::lower_bound(node.all.begin(), node.all.end(), feature) -
                                    node.all.begin());
  };
  for (const std::size_t feature : node.in) in[place_of(feature)] = 1;
  for (std::size_t t = 0; t < touched.size(); ++t) {
    flagged[place_of(touched[t])] = 1;
    level[place_of(touched[t])] = levels[t];
  }
  // A flagged feature may pay `level` for one that is not, and be paid the less for it.
  const auto paid = [&](std::size_t p, std::size_t q) {
    const double plain = point.a<N>(at[p], at[q]);
    if (flagged[p] == flagged[q]) return plain;
    const std::size_t f = flagged[p] != 0 ? p : q;
    if (!(level[f] > point.a<N>(at[f], at[f == p ? q : p]))) return plain;
    if (f == p) return level[p];
    const N weight = N(point.w(at[p], at[q]));
    return std::min(plain, (weight * weight / N(level[q])).upper());
  };
  Symmetric<N> b(n);
  for (std::size_t p = 0; p < n; ++p) {
    N certain;              // partners that are in
    double dearest = -1.0;  // of the flagged ones, of which one must be among the partners
    std::vector<double> terms;
    for (std::size_t q = 0; q < n; ++q) {
      const bool both_in = in[p] != 0 && in[q] != 0;
      if (q < p) b(p, q) = entry(node.all[p], node.all[q]) - N(both_in ? 0.0 : point.w(at[p], at[q]));
      if (q == p || both_in) continue;
      const double value = paid(p, q);
      if (in[q] != 0) {
        certain = certain + N(value);
      } else if (flagged[p] == 0 && flagged[q] != 0) {
        if (dearest >= 0.0) terms.push_back(std::min(value, dearest));
        dearest = std::max(dearest, value);
      } else {
        terms.push_back(value);
      }
    }
    std::size_t partners = in[p] != 0 ? room : room - 1;
    if (partners > 0 && dearest >= 0.0) {  // without room for it no support has p and touches
      certain = certain + N(dearest);
      --partners;
    }
    b(p, p) = entry(node.all[p], node.all[p]) + certain + sum_of_largest<N>(terms, partners);
  }
  return largest_eigenvalue_is_at_most(std::move(b), tau_);
}

template <class N>
bool Leaves<N>::sample(const Node& node, const SamplePoint& point, const Tokens& tokens) const {
  if (node.in.size() > node.k) return true;
  const std::size_t rows = factor_rows();
  if (rows == 0 || (given_.empty() && !group_.empty())) tokens.reject("a sample point without a factor");
  require_small(rows, tokens);
  std::vector<std::vector<N>> vectors;  // whose squares make the matrix
  for (const std::size_t feature : node.all) {
    std::vector<N> c = column(feature);
    if (!node.contains(feature)) {
      const auto found = std::lower_bound(point.features.begin(), point.features.end(), feature);
      const bool listed = found != point.features.end() && *found == feature;
      std::vector<N> q(rows);
      if (listed)
        std::copy_n(&point.q[static_cast<std::size_t>(found - point.features.begin()) * rows], rows,
                    q.begin());
      // cc' - qq' = (de' + ed')/2 has the eigenvalues (d'e +- |d||e|)/2.
      std::vector<N> d(rows);
      std::vector<N> e(rows);
      for (std::size_t l = 0; l < rows; ++l) {
        d[l] = c[l] - q[l];
        e[l] = c[l] + q[l];
      }
      const auto product = [rows](const std::vector<N>& x, const std::vector<N>& y) {
        return dot(x.data(), y.data(), rows);
      };
      const N least = (product(d, e) + sqrt(product(d, d)) * sqrt(product(e, e))) / N(2.0);
      if (!(least.upper() <= point.nu)) return false;
      if (!listed) continue;
      c = std::move(q);
    }
    vectors.push_back(std::move(c));
  }
  std::vector<N> across(vectors.size() * rows);  // row by row
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t l = 0; l < rows; ++l) across[l * vectors.size() + i] = vectors[i][l];
  }
  Symmetric<N> g(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      g(i, j) = dot(across.data() + i * vectors.size(), across.data() + j * vectors.size(), vectors.size());
  }
  N paid = N(static_cast<double>(node.k - node.in.size())) * N(point.nu);
  if (!given_.empty()) paid = paid + N(rho_);
  return largest_eigenvalue_is_at_most(std::move(g), (N(tau_) - paid).lower());
}

template <class N>
double Leaves<N>::without_inner_maxima(const Node& node, const BoxPoint& point) const {
  const std::size_t count = lam_.size();
  const std::size_t n = features_.size();
  const N level(point.level);
  const std::vector<N> slopes(point.d.begin(), point.d.end());
  std::vector<N> q(n);  // 2Qy
  N upper = level + N(slack_);
  if (!point.y.empty()) {
    std::vector<N> projected(count);
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t j = 0; j < count; ++j) projected[j] = projected[j] + v_[p * count + j] * N(point.y[p]);
    }
    for (std::size_t p = 0; p < n; ++p) {
      q[p] = (level - N(rho_)) * (N(point.y[p]) - dot(v_.data() + p * count, projected.data(), count));
      upper = upper + N(point.y[p]) * q[p];
      q[p] = N(2.0) * q[p];
    }
  }
  N certain;
  std::vector<double> others;
  for (const std::size_t feature : node.all) {
    const std::size_t p = place(feature);
    const N c = dot(v_.data() + p * count, slopes.data(), count) - q[p];
    if (node.contains(feature)) {
      certain = certain + c * c;
    } else {
      others.push_back(std::max(0.0, (c * c).upper()));
    }
  }
  return (upper + sqrt(certain + sum_of_largest<N>(others, node.k - node.in.size()))).upper();
}

template <class N>
bool Leaves<N>::box(const Node& node, const Box& box, BoxPoint& point) const {
  if (!(point.level >= rho_)) return false;
  if (node.in.size() > node.k) return true;
  const bool undecided = node.in.empty() && node.all.size() == features_.size();
  if (undecided && point.rest == HUGE_VAL) point.rest = without_inner_maxima(node, point);
  N upper(undecided ? point.rest : without_inner_maxima(node, point));
  for (std::size_t j = 0; j < lam_.size(); ++j) {
    const N low(box.lower[j]);
    const N high(box.upper[j]);
    const N d(point.d[j]);
    if (box.lower[j] > box.upper[j]) return true;
    const N weight = N(lam_[j]) - N(point.level);
    const auto value = [&](const N& g) { return (weight * g - d) * g; };
    double best = std::max(value(low).upper(), value(high).upper());
    if (weight.lower() < 0.0) {  // maybe concave: below any tangent
      const double vertex = point.d[j] / (2.0 * weight.mid());
      const N at(std::isfinite(vertex) ? std::clamp(vertex, box.lower[j], box.upper[j]) : box.lower[j]);
      const N slope = N(2.0) * weight * at - d;
      const double tangent = std::max((slope * (low - at)).upper(), (slope * (high - at)).upper());
      best = std::max(best, (value(at) + N(tangent)).upper());
    }
    upper = upper + N(best);
  }
  return upper.upper() <= tau_;
}

template class Leaves<Ball>;
template class Leaves<Exact>;

}  // namespace spica_check
