#pragma once

#include "bounds/bound.hpp"
#include "bounds/sample/ascent.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// The numbers that the S-bound runs by; by experiment.
struct SampleSettings {
  int root_steps = 300;  ///< of the ascent, at most
  int node_steps = 40;   ///< from where the parent ended
  /// Of the relaxed indicator: the relaxation leans on such a feature, no use in screening it.
  double wanted = 0.3;
  double certain_relevance = 1e-3;  ///< of a whole indicator for branching, beside that of a fractional one
  AscentSettings ascent = {};
};

/// The S-bound (maths.md, 3.3), in the space of the samples: with A = CC' and rows c_i in R^m, for any nu >=
/// 0 and vectors q_i
///
///     lambda^k <= lam_max( sum over F1 of c_i c_i' + sum over free i of q_i q_i' ) + (k - |F1|) nu
///     whenever  c_i c_i' - q_i q_i' <= nu I  for every free i  (Loewner order)
///
/// (after d'Aspremont, Bach and El Ghaoui 2008). The spectral bound is q = c, nu = 0; a feature with |c_i|^2
/// <= nu may take q_i = 0 and is then out of the way. Good where m is small; a step costs O(m^3 + r m^2) with
/// r the features above nu.
class Sample : public Bound {
 public:
  /// In covariance form the factor of an eigendecomposition serves, and its residual is part of the bound.
  explicit Sample(const Problem& problem, Index k, const SampleSettings& settings = {},
                  const std::function<bool()>& out_of_time = {});

  [[nodiscard]] std::string_view name() const override { return "sample"; }
  using Bound::evaluate;
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override;
  /// The data, or in covariance form the factor made of it.
  [[nodiscard]] proof::Model model() const override;
  [[nodiscard]] std::string pack(const State& state) const override;
  [[nodiscard]] std::shared_ptr<const State> unpack(std::string_view packed) const override;

 private:
  Problem problem_;
  SampleSettings settings_;
  Vector squares_;  // |c_i|^2
  double slack_;    // lambda^k(A exact) <= lambda^k(CC') + slack for the doubles in C
};

}  // namespace spica::bounds
