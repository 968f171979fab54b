#pragma once

// The inequalities that close a node of the tree: each test is true only if no support of the node is above
// tau, the claimed upper bound less what the tree's matrix may differ from M in.

#include "checker/group_limits.hpp"
#include "checker/payments.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// The supports of at most k features that contain `in`, lie in `all` and keep to the limits of their groups.
struct Node {
  std::size_t k;
  Features in;              ///< ascending, as all lists of features
  Features all;             ///< that are not out
  bool impossible = false;  ///< more features are in than k, or more of a group than its limit
};

/// Bounds of g_j = v_j'x.
struct Box {
  List<double> lower;
  List<double> upper;
};

template <class N>
class Leaves {
 public:
  /// Over these features of the problem. A support is worth its eigenvalue less the prices of its features.
  Leaves(Tokens& tokens, const Problem<N>& problem, Features features, std::size_t k,
         const GroupLimits& limits, double tau, Prices prices = {})
      : tokens_(tokens),
        problem_(problem),
        features_(std::move(features)),
        k_(k),
        limits_(limits),
        tau_(tau),
        prices_(std::move(prices)) {}

  [[nodiscard]] const Features& features() const { return features_; }
  [[nodiscard]] bool has(std::size_t feature) const { return place(features_, feature) < features_.size(); }
  [[nodiscard]] bool alike(std::size_t i, std::size_t j) const {
    return !group_.empty() && group_[i] == group_[j] && group_[i] < groups_.size();
  }
  /// Length of the columns that sample points are about.
  [[nodiscard]] std::size_t factor_rows() const { return given_.empty() ? problem_.rows() : rows_; }
  [[nodiscard]] std::size_t directions() const { return lam_.size(); }

  /// Reads `COUNT` groups `N f... sign...` of features that may change places: M is replaced by the matrix
  /// that takes each entry from the first members of the two groups, and tau falls by k times the largest
  /// change.
  void take_groups(bool nonnegative) {
    const std::size_t count = tokens_.count();
    groups_.resize(count);
    group_.assign(problem_.features(), count);
    sign_.assign(problem_.features(), 1.0);
    for (std::size_t g = 0; g < count; ++g) {
      groups_[g] = tokens_.features(problem_.features());
      if (groups_[g].size() < 2) tokens_.reject("a group of fewer than two features");
      for (const std::size_t i : groups_[g]) {
        if (group_[i] != count || !has(i))
          tokens_.reject("feature " + std::to_string(i) + " is in two groups, or not in the tree");
        group_[i] = g;
        sign_[i] = tokens_.integer(-1, 1) < 0 ? -1.0 : 1.0;
        if (nonnegative && sign_[i] < 0.0)
          tokens_.reject("features of different signs may not change places");
        if (limits_.of(i) != limits_.of(groups_[g].front()))
          tokens_.reject("features of groups with different limits may not change places");
      }
    }
    double change = 0.0;
    for (const std::size_t i : features_) {
      if (group_[i] == count) continue;
      Meter::spend(2.0 * static_cast<double>(features_.size()) * problem_.cost());
      for (const std::size_t j : features_)
        change = std::max(change, abs(entry(i, j) - problem_.entry(i, j)).upper());
    }
    tau_ = (N(tau_) - N(static_cast<double>(k_)) * N(change)).lower();
  }

  /// Reads `R rho` and C, R numbers a feature, with M <= CC' + rho I: sample points are then about C.
  void take_factor() {
    const std::size_t n = features_.size();
    rows_ = tokens_.index(n + 1);
    rho_ = tokens_.number();
    const List<double> given = tokens_.numbers(n, rows_);
    spend(n, n, rows_);
    given_.assign(given.begin(), given.end());
    Symmetric<N> rest = matrix(features_);
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q <= p; ++q)
        rest(p, q) = rest(p, q) - dot(given_.data() + p * rows_, given_.data() + q * rows_, rows_);
    }
    if (!largest_eigenvalue_is_at_most(std::move(rest), rho_))
      tokens_.reject("the factor does not cover the matrix");
  }

  /// Reads `D rho slack`, D numbers lam and V, D numbers a feature, with V'V <= I and M <= V Diag(lam) V' +
  /// rho (I - VV') + slack I. Returns what |v_j'x| is at most.
  Box take_directions() {
    const std::size_t n = features_.size();
    const std::size_t count = tokens_.index(n + 1);
    rho_ = tokens_.number();
    slack_ = tokens_.number();
    lam_ = tokens_.numbers(count);
    const List<double> v = tokens_.numbers(n, count);
    spend(n, n, count);
    v_.assign(v.begin(), v.end());
    List<N> across(n * count), weighted(n * count);
    for (std::size_t i = 0; i < n * count; ++i) {
      across[i % count * n + i / count] = v_[i];
      weighted[i] = (N(lam_[i % count]) - N(rho_)) * v_[i];
    }
    Box reach{List<double>(count), List<double>(count)};
    for (std::size_t j = 0; j < count; ++j) {
      List<double> squares(n);
      for (std::size_t p = 0; p < n; ++p) squares[p] = (across[j * n + p] * across[j * n + p]).upper();
      reach.upper[j] = std::min(1.0, sqrt(sum_of_largest<N>(squares, k_)).upper());
      reach.lower[j] = -reach.upper[j];
    }
    if (!largest_eigenvalue_is_at_most(gram(across, count), 1.0)) tokens_.reject("V'V is above the identity");
    Symmetric<N> rest = matrix(features_);
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q <= p; ++q)
        rest(p, q) = rest(p, q) - dot(weighted.data() + p * count, v_.data() + q * count, count);
      rest(p, p) = rest(p, p) - N(rho_);
    }
    if (!largest_eigenvalue_is_at_most(std::move(rest), slack_))
      tokens_.reject("the directions do not cover the matrix");
    return reach;
  }

  /// M itself: all of it, the one support that is left, or for k = 1 its diagonal. A support with i in it costs at
  /// least the prices of i and of all that are in.
  [[nodiscard]] bool spectral(const Node& node) const {
    if (node.impossible) return true;
    const Features& features = node.in.size() == node.k ? node.in : node.all;
    const auto small = [this](std::size_t i) { return (entry(i, i) - N(prices_.of(i))).upper() <= tau_; };
    if (node.k == 1) return std::all_of(features.begin(), features.end(), small);
    const bool thin = problem_.rows() > 0 && problem_.rows() < features.size();
    if (thin && given_.empty() && group_.empty() && prices_.empty()) {
      SamplePoint none;
      return sample({features.size(), features, features}, none);  // CC' has the same eigenvalues
    }
    Symmetric<N> b = matrix(features);
    N paid;  // by every support
    for (const std::size_t i : node.in) paid = paid + N(prices_.of(i));
    for (std::size_t p = 0; p < features.size() && !prices_.empty(); ++p) {
      const bool is_in = place(node.in, features[p]) < node.in.size();
      b(p, p) = b(p, p) - (is_in ? paid : paid + N(prices_.of(features[p])));
    }
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  /// x'Zx <= k sum of Z_ii x_i^2 for Z = RR' and k nonzeros (Cauchy-Schwarz), so M + k Diag(Z) - Z serves.
  /// Reads the rank of R and a row for each feature of the node.
  [[nodiscard]] bool cauchy(const Node& node) const {
    const std::size_t rank = tokens_.count();
    const List<double> numbers = tokens_.numbers(node.all.size(), rank);
    spend(node.all.size(), node.all.size(), rank);
    const List<N> r(numbers.begin(), numbers.end());
    Symmetric<N> b = matrix(node.all);
    for (std::size_t p = 0; p < node.all.size(); ++p) {
      for (std::size_t q = 0; q <= p; ++q) {
        const N weight(p == q ? static_cast<double>(k_) - 1.0 : -1.0);
        b(p, q) = b(p, q) + weight * dot(r.data() + p * rank, r.data() + q * rank, rank);
      }
    }
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  /// The matrix of the point; of those supports only that touch `touched`, if that is not empty. A touched
  /// feature may pay its level for one that is not, and be paid the less for it.
  [[nodiscard]] bool pairs(const Node& node, const PairsPoint& point, const Features& touched = {},
                           const List<double>& levels = {}) const {
    if (node.impossible) return true;
    const std::size_t room = node.k - node.in.size();
    if (room == 0) return !touched.empty() || one_support(node, point);
    const std::size_t n = node.all.size();
    for (const std::size_t feature : node.all) {
      if (place(point.features(), feature) == point.features().size())
        tokens_.reject("the dual point does not know feature " + std::to_string(feature));
    }
    List<char> in(n, 0);
    List<double> level(n, -1.0);  // of those touched
    for (std::size_t p = 0; p < n; ++p) {
      in[p] = place(node.in, node.all[p]) < node.in.size() ? 1 : 0;
      const std::size_t t = place(touched, node.all[p]);
      if (t < touched.size()) level[p] = std::max(levels[t], 0.0);
    }
    Symmetric<N> b = matrix(node.all);
    List<double> paid = payments(node.all, point, in, level, b);
    RowSum row(limits_, node.in);
    for (std::size_t p = 0; p < n; ++p) {
      row.begin(node.all[p], in[p] != 0);
      N certain = -N(prices_.of(node.all[p]));  // and partners that are in, each less its price
      double dearest = -HUGE_VAL;               // of those touched, of which one must be among the partners
      std::size_t dearest_feature = 0;
      for (std::size_t q = 0; q < n; ++q) {
        if (q == p) continue;
        const N net = N(paid[p * n + q]) - N(prices_.of(node.all[q]));
        if (in[q] != 0) {
          certain = certain + net;
          continue;
        }
        if (!row.takes(node.all[q])) continue;  // no support has both
        double value = net.upper();
        std::size_t feature = node.all[q];
        if (level[p] < 0.0 && level[q] >= 0.0 && value > dearest) {
          std::swap(value, dearest);
          std::swap(feature, dearest_feature);
        }
        if (value > -HUGE_VAL) row.add(feature, std::max(value, 0.0));
      }
      std::size_t partners = in[p] != 0 ? room : room - 1;
      if (partners > 0 && dearest > -HUGE_VAL) {  // without room for it no support has p and touches
        certain = certain + N(dearest);
        --partners;
      }
      b(p, p) = b(p, p) + certain + row.largest<N>(partners);
    }
    List<double>().swap(paid);
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  /// As many features are in as may be: M on them, less what is free of the point.
  [[nodiscard]] bool one_support(const Node& node, const PairsPoint& point) const {
    if (!point.nonnegative()) return spectral(node);
    const std::size_t n = node.in.size();
    Symmetric<N> b = matrix(node.in);
    payments(node.in, point, List<char>(n, 1), List<double>(n, -1.0), b);
    N paid;
    for (const std::size_t i : node.in) paid = paid + N(prices_.of(i));
    for (std::size_t p = 0; p < n; ++p) b(p, p) = b(p, p) - paid;
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  [[nodiscard]] bool sample(const Node& node, SamplePoint& point) const {
    if (node.impossible) return true;
    const std::size_t rows = factor_rows();
    if (rows == 0 || (given_.empty() && !group_.empty())) tokens_.reject("a sample point without a factor");
    spend(node.all.size(), 50, 1);
    if (point.held.empty()) point.held.resize(problem_.features(), SamplePoint::unknown);
    List<N> vectors;  // whose squares make the matrix
    for (const std::size_t feature : node.all) {
      const N* const c =
          given_.empty() ? problem_.column(feature) : &given_[place(features_, feature) * rows];
      if (place(node.in, feature) < node.in.size()) {
        vectors.insert(vectors.end(), c, c + rows);
        continue;
      }
      const std::size_t listed = place(point.features, feature);
      const double* const q = listed < point.features.size() ? &point.q[listed * rows] : nullptr;
      char& held = point.held[feature];
      if (held == SamplePoint::unknown) held = holds(c, q, point.nu) ? SamplePoint::yes : SamplePoint::no;
      if (held == SamplePoint::no) return false;
      if (q != nullptr) vectors.insert(vectors.end(), q, q + rows);
    }
    List<N> across(vectors.size());
    const std::size_t count = vectors.size() / rows;
    for (std::size_t i = 0; i < vectors.size(); ++i) across[i % rows * count + i / rows] = vectors[i];
    N paid = N(static_cast<double>(node.k - node.in.size())) * N(point.nu);
    if (!given_.empty()) paid = paid + N(rho_);
    return largest_eigenvalue_is_at_most(gram(across, rows), (N(tau_) - paid).lower());
  }

  /// With Q = (L - rho)(I - VV'), x'Mx <= L + sum of ((lam_j - L) g_j^2 - d_j g_j) + (Vd - 2Qy)'x + y'Qy +
  /// slack.
  [[nodiscard]] bool box(const Node& node, const Box& box, BoxPoint& point) const {
    if (lam_.empty() || !(point.level >= rho_)) return false;
    if (node.impossible) return true;
    const bool undecided = node.in.empty() && node.all.size() == features_.size();
    spend(lam_.size(), 8, 1);
    if (undecided && point.rest == HUGE_VAL) point.rest = without_inner_maxima(node, point);
    N upper(undecided ? point.rest : without_inner_maxima(node, point));
    for (std::size_t j = 0; j < lam_.size(); ++j) {
      if (box.lower[j] > box.upper[j]) return true;
      const N low(box.lower[j]), high(box.upper[j]), d(point.d[j]);
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

 private:
  static void spend(std::size_t rows, std::size_t columns, std::size_t length) {
    Meter::spend(static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(length) *
                 cost_of<N>);
  }

  /// cc' - qq' <= nu I; without q it is zero.
  [[nodiscard]] bool holds(const N* c, const double* q, double nu) const {
    const std::size_t rows = factor_rows();
    spend(1, rows + 50, 4);
    // cc' - qq' = (de' + ed')/2 has the eigenvalues (d'e +- |d||e|)/2.
    List<N> d(rows), e(rows);
    for (std::size_t l = 0; l < rows; ++l) {
      const N entry_of_q = q == nullptr ? N() : N(q[l]);
      d[l] = c[l] - entry_of_q;
      e[l] = c[l] + entry_of_q;
    }
    const N lengths = sqrt(dot(d.data(), d.data(), rows)) * sqrt(dot(e.data(), e.data(), rows));
    return ((dot(d.data(), e.data(), rows) + lengths) / N(2.0)).upper() <= nu;
  }

  /// From the first members of the two groups; within a group from its first two.
  [[nodiscard]] N entry(std::size_t i, std::size_t j) const {
    if (group_.empty()) return problem_.entry(i, j);
    const auto first = [this](std::size_t f) {
      return group_[f] < groups_.size() ? groups_[group_[f]][0] : f;
    };
    const std::size_t p = first(i);
    const std::size_t q = i != j && alike(i, j) ? groups_[group_[i]][1] : first(j);
    return N(sign_[i] * sign_[j] * sign_[p] * sign_[q]) * problem_.entry(p, q);
  }

  [[nodiscard]] Symmetric<N> matrix(const Features& features) const {
    Symmetric<N>::require_small(features.size(), tokens_);
    if (group_.empty()) return problem_.block(features);
    Meter::spend(0.5 * static_cast<double>(features.size() * features.size()) * problem_.cost());
    Symmetric<N> result(features.size());
    for (std::size_t p = 0; p < features.size(); ++p) {
      for (std::size_t q = 0; q <= p; ++q) result(p, q) = entry(features[p], features[q]);
    }
    return result;
  }

  /// Of as many rows of equal length.
  [[nodiscard]] Symmetric<N> gram(const List<N>& across, std::size_t rows) const {
    Symmetric<N>::require_small(rows, tokens_);
    const std::size_t length = rows == 0 ? 0 : across.size() / rows;
    spend(rows, rows, length);
    Symmetric<N> result(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        result(i, j) = dot(across.data() + i * length, across.data() + j * length, length);
    }
    return result;
  }

  [[nodiscard]] double without_inner_maxima(const Node& node, const BoxPoint& point) const {
    const std::size_t count = lam_.size();
    spend(features_.size(), count, 3);
    const List<N> d(point.d.begin(), point.d.end());
    List<N> projected(count);  // V'y
    for (std::size_t i = 0; i < point.y.size() * count; ++i)
      projected[i % count] = projected[i % count] + v_[i] * N(point.y[i / count]);
    N upper = N(point.level) + N(slack_);
    N certain;
    List<double> others;
    for (std::size_t p = 0; p < features_.size(); ++p) {
      N c = dot(v_.data() + p * count, d.data(), count);
      if (!point.y.empty()) {
        const N y(point.y[p]);
        const N qy = (N(point.level) - N(rho_)) * (y - dot(v_.data() + p * count, projected.data(), count));
        upper = upper + y * qy;
        c = c - N(2.0) * qy;
      }
      if (place(node.in, features_[p]) < node.in.size()) {
        certain = certain + c * c;
      } else if (place(node.all, features_[p]) < node.all.size()) {
        others.push_back(std::max(0.0, (c * c).upper()));
      }
    }
    return (upper + sqrt(certain + sum_of_largest<N>(others, node.k - node.in.size()))).upper();
  }

  Tokens& tokens_;
  const Problem<N>& problem_;
  Features features_;
  std::size_t k_;
  const GroupLimits& limits_;
  double tau_;
  Prices prices_;

  List<Features> groups_;
  Features group_;  // of each feature; groups_.size() for those alone; empty without groups
  List<double> sign_;

  double rho_ = 0.0;  // of the factor or the directions
  std::size_t rows_ = 0;
  List<N> given_;  // the factor, feature by feature
  double slack_ = 0.0;
  List<double> lam_;
  List<N> v_;  // feature by feature
};

}  // namespace spica_check
