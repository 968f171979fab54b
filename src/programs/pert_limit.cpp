#include "programs/pert_limit.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/sample/sample.hpp"
#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "programs/residual.hpp"
#include "proof/cover.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::programs {

PerturbedModel perturb(const Problem& problem, const PertDirections& directions,
                       const search::SupportSettings& settings, const MethodSettings& methods) {
  const Matrix& a = problem.covariance();
  const Index n = problem.features();
  const Index count = std::min(directions.count, n);
  const linalg::Eigenpairs& pairs = directions.pairs;
  const bool raise = !directions.residual && count < pairs.values.size();
  const double next = raise ? std::max(0.0, pairs.values(count)) : 0.0;

  // The model is whatever these doubles define: A_model = Y'Y/Ipos. No exactness of the eigenpairs is
  // assumed.
  Matrix y = Matrix::Zero(count, n);
  for (Index i = 0; i < std::min(count, pairs.values.size()); ++i) {
    const double excess = std::max(0.0, pairs.values(i) - next);
    y.row(i) = std::sqrt(static_cast<double>(count) * excess) * pairs.vectors.col(i).transpose();
  }
  const Matrix rest = a - y.transpose() * y / static_cast<double>(count);
  const double roundings =
      2.0 * numerics::gamma(static_cast<double>(count) + 8.0) * (a.norm() + y.squaredNorm());
  const double radii =
      problem.error_radius().squaredNorm() * (1.0 + numerics::gamma(static_cast<double>(n) + 8.0));
  const double error = numerics::up(roundings + radii);
  const Matrix symmetric = 0.5 * (rest + rest.transpose());
  const double lambar =
      directions.residual
          ? numerics::up(sample_bound(
                             symmetric, settings.k, [&] { return settings.engine.limits.hit().has_value(); },
                             methods) +
                         error)
          : verify::lam_max_upper(symmetric, error, next);
  return {Problem::from_samples(std::move(y), {false, false, 0}), std::max(lambar, 0.0)};
}

PertLimit pert_limit(const Problem& problem, const PertDirections& directions, std::uint64_t seed,
                     const search::SupportSettings& settings, const MethodSettings& methods) {
  const PerturbedModel perturbed = perturb(problem, directions, settings, methods);
  const Problem& model = perturbed.model;
  const auto upper_of = [&](double model_upper) {
    return numerics::up(perturbed.lambar + model.to_user_up(model_upper));
  };

  const HeuristicOptions heuristics;
  const primal::Candidate candidate =
      primal::best({model, settings.k, heuristics, seed, settings.engine.limits, {}, methods.primal});
  const SparseVector x = primal::component(candidate);
  const double lower = verify::rayleigh_lower(model, x);

  search::SupportSettings inner = settings;
  const double lower_user = model.to_user_down(lower);
  const double gap = settings.engine.gap;
  inner.engine.gap = lower_user > 0.0 ? gap * (1.0 + perturbed.lambar / lower_user) : gap;
  inner.engine.on_event = [&](const search::Event& event) {
    search::Event outer = event;
    outer.lower = perturbed.lambar + model.to_user_down(event.lower);
    outer.upper = upper_of(event.upper);
    if (settings.engine.on_event) settings.engine.on_event(outer);
  };
  const bounds::Sample bound(model, settings.k, methods.sample);
  const search::Outcome outcome = search::branch_and_bound(model, bound, {x, lower}, inner);
  PertLimit limit{stopped_early(outcome.status) ? outcome.status : Status::finished, upper_of(outcome.upper),
                  outcome.nodes, perturbed.lambar + model.to_user_down(outcome.best.value)};
  if (settings.evidence && !directions.residual) {
    limit.model.sample_exponent = model.exponent();
    limit.model.factor =
        proof::cover(problem, factor_of(model).dense() * std::ldexp(1.0, model.exponent() / 2));
    limit.model.room = std::max(0.0, limit.model.factor->rho - perturbed.lambar);
  }
  return limit;
}

}  // namespace spica::programs
