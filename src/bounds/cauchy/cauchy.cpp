// lambda^k(A) <= lam_max(A + k Diag(|r_i|^2) - RR') for the R that the descent ends with, proven for the
// doubles in A or in its factor (cauchy/proof.hpp). The exact A of the input differs from that by at most the
// k largest rho_i^2 on k features (maths.md, 4.2), which are added. R = 0 is the spectral bound: the better
// of the two is reported.

#include "bounds/cauchy/cauchy.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "bounds/cauchy/descent.hpp"
#include "bounds/cauchy/proof.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

struct CauchyState : State {
  Support features;
  Matrix r;  // in units of sqrt(unit)
};

/// The component if all of it is among the features, renumbered; else nothing.
SparseVector localised(const SparseVector& component, const Support& features) {
  SparseVector local{positions_of_common(features, component.support), component.values};
  if (local.support.size() < component.support.size()) return {};
  return local;
}

double prove(const Problem& problem, const Support& features, Index k, const Matrix& r, double estimate,
             Index dense_up_to) {
  const bool dense = !problem.in_factor_form() || static_cast<Index>(features.size()) <= dense_up_to;
  const double upper = dense ? cauchy::prove_dense(problem.block(features), k, r, estimate)
                             : cauchy::prove_factor(factor_of(problem).gather(features), k, r, estimate);
  const Vector squares = problem.error_radius()(features).cwiseAbs2();
  Support worst;
  for (const Index i : linalg::top_k(squares, k)) worst.push_back(features[static_cast<std::size_t>(i)]);
  const double slack = verify::block_error(problem, worst);
  return slack == 0.0 ? upper : numerics::up(upper + slack);
}

}  // namespace

Cauchy::Cauchy(const Problem& problem, SparseVector component, const CauchySettings& settings)
    : problem_(problem), component_(std::move(component)), settings_(settings) {
  unit_ = verify::rayleigh_lower(problem_, component_);
}

Value Cauchy::evaluate(const Node& node, const Hint& hint) const {
  if (std::optional<Value> exact = closed_form(problem_, node, hint)) return *exact;
  Value value = Spectral(problem_).evaluate(node, hint);
  constexpr double no_variance = 1e-200;  // scales below it overflow
  const auto out_of_time = [&hint] { return hint.out_of_time && hint.out_of_time(); };
  if (!(unit_ > no_variance) || value.upper <= hint.cutoff || out_of_time()) return value;

  auto state = std::make_shared<CauchyState>();
  state->features = node.candidates();
  const cauchy::Data data(problem_, state->features, unit_, settings_.eigen);
  const auto* parent = dynamic_cast<const CauchyState*>(hint.parent);
  Matrix start = parent != nullptr
                     ? Matrix(parent->r(positions_of_common(parent->features, state->features), Eigen::all))
                     : cauchy::starting_point(data, node.k, localised(component_, state->features),
                                              hint.out_of_time, settings_.start);
  if (out_of_time()) return value;
  const double target =
      std::max(hint.cutoff / unit_ * (1.0 - settings_.below_cutoff), 1.0 + settings_.close_enough);
  cauchy::Descent descent =
      cauchy::descend(data, node.k, std::move(start), {target, hint.out_of_time}, settings_.descent);

  if (descent.r.size() == 0) return value;
  Matrix r = std::sqrt(unit_) * descent.r;
  cauchy::scrub(r);
  const double upper =
      prove(problem_, state->features, node.k, r, descent.value * unit_, settings_.dense_proof_up_to);
  if (hint.evidence != nullptr && upper < value.upper)
    hint.evidence->reason = proof::reason::Cauchy{std::make_shared<Matrix>(std::move(r))};
  value.upper = std::min(value.upper, upper);
  value.relevance = descent.weight(positions_of_common(state->features, node.free));
  state->r = std::move(descent.r);
  value.state = std::move(state);
  return value;
}

}  // namespace spica::bounds
