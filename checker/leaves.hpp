#pragma once

// The inequalities that close a node of the tree: each test is true only if no support of the node is above
// tau, the claimed upper bound less what the tree's matrix may differ from M in.

#include <cstddef>
#include <vector>

#include "checker/points.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// The supports of at most k features that contain `in` and lie in `all`.
struct Node {
  std::size_t k;
  std::vector<std::size_t> in;   ///< ascending, as all lists of features
  std::vector<std::size_t> all;  ///< that are not out

  [[nodiscard]] bool contains(std::size_t feature) const;  ///< is it in
};

/// Bounds of g_j = v_j'x.
struct Box {
  std::vector<double> lower;
  std::vector<double> upper;
};

template <class N>
class Leaves {
 public:
  /// Over these features of the problem.
  Leaves(const Problem<N>& problem, std::vector<std::size_t> features, std::size_t k, double tau)
      : problem_(problem), features_(std::move(features)), k_(k), tau_(tau) {}

  [[nodiscard]] const std::vector<std::size_t>& features() const { return features_; }
  [[nodiscard]] bool has(std::size_t feature) const;

  /// Reads `COUNT` groups `N f... sign...` of features that may change places: M is replaced by the matrix
  /// that takes each entry from the first members of the two groups, and tau falls by k times the largest
  /// change.
  void take_groups(Tokens& tokens);
  [[nodiscard]] bool alike(std::size_t i, std::size_t j) const;
  /// Reads `R rho` and C, R numbers a feature, with M <= CC' + rho I: sample points are then about C.
  void take_factor(Tokens& tokens);
  [[nodiscard]] std::size_t factor_rows() const { return given_.empty() ? problem_.rows() : rows_; }
  /// Reads `D rho slack`, D numbers lam and V, D numbers a feature, with V'V <= I and M <= V Diag(lam) V' +
  /// rho (I - VV') + slack I. Returns what |v_j'x| is at most.
  Box take_directions(Tokens& tokens);
  [[nodiscard]] std::size_t directions() const { return lam_.size(); }

  /// M itself: all of it, the one support that is left, or for k = 1 its diagonal.
  [[nodiscard]] bool spectral(const Node& node, const Tokens& tokens) const;
  /// The matrix of the point; of those supports only that touch `touched`, if that is not empty.
  [[nodiscard]] bool pairs(const Node& node, const PairsPoint& point, const std::vector<std::size_t>& touched,
                           const std::vector<double>& levels, const Tokens& tokens) const;
  /// x'Zx <= k sum of Z_ii x_i^2 for Z = RR' and k nonzeros (Cauchy-Schwarz), so M + k Diag(Z) - Z serves.
  [[nodiscard]] bool cauchy(const Node& node, const std::vector<double>& r, std::size_t rank) const;
  [[nodiscard]] bool sample(const Node& node, const SamplePoint& point, const Tokens& tokens) const;
  /// With Q = (L - rho)(I - VV'), x'Mx <= L + sum of ((lam_j - L) g_j^2 - d_j g_j) + (Vd - 2Qy)'x + y'Qy +
  /// slack.
  [[nodiscard]] bool box(const Node& node, const Box& box, BoxPoint& point) const;

  /// Of a matrix that is to be factorised.
  static void require_small(std::size_t features, const Tokens& tokens);

 private:
  [[nodiscard]] N entry(std::size_t i, std::size_t j) const;
  [[nodiscard]] std::vector<N> column(std::size_t feature) const;
  [[nodiscard]] double without_inner_maxima(const Node& node, const BoxPoint& point) const;
  [[nodiscard]] std::size_t place(std::size_t feature) const;
  void lower_tau(const N& by) { tau_ = (N(tau_) - by).lower(); }

  const Problem<N>& problem_;
  std::vector<std::size_t> features_;
  std::size_t k_;
  double tau_;

  std::vector<std::vector<std::size_t>> groups_;
  std::vector<std::size_t> group_;  // of each feature; groups_.size() for those alone; empty without groups
  std::vector<double> sign_;

  std::size_t rows_ = 0;  // of a factor that is given
  std::vector<double> given_;

  double rho_ = 0.0;  // of the factor or the directions
  double slack_ = 0.0;
  std::vector<double> lam_;
  std::vector<N> v_;  // feature by feature
};

}  // namespace spica_check
