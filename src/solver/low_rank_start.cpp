#include "solver/low_rank_start.hpp"

#include <algorithm>
#include <utility>

#include "bounds/cauchy/descent.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "solver/run.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

std::optional<bounds::pairs::Iterate> low_rank_start(const Problem& problem, const SparseVector& component,
                                                     Index k, const bounds::Hint& hint,
                                                     const bounds::CauchySettings& settings) {
  namespace cauchy = bounds::cauchy;
  constexpr double no_variance = 1e-200;  // scales below it overflow
  const double unit = verify::rayleigh_lower(problem, component);
  if (!(unit > no_variance)) return std::nullopt;
  const cauchy::Data data(problem, all_features(problem), unit, settings.eigen);
  Matrix start = cauchy::starting_point(data, k, component, hint.out_of_time, settings.start);
  if (start.size() == 0) return std::nullopt;
  const double target = std::max(hint.cutoff / unit * (1.0 - 1e-6), 1.0 + settings.close_enough);
  cauchy::Descent descent =
      cauchy::descend(data, k, std::move(start), {target, hint.out_of_time}, settings.descent);
  if (descent.r.size() == 0) return std::nullopt;
  return bounds::pairs::warm_start(problem.covariance() / unit, k, component,
                                   {std::move(descent.r), descent.value});
}

}  // namespace spica::solver
