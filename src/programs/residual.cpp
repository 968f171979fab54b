#include "programs/residual.hpp"

#include "base/limits.hpp"
#include "bounds/sample/sample.hpp"
#include "primal/primal.hpp"
#include "search/support/node.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::programs {

double sample_bound(const Matrix& m, Index k, const std::function<bool()>& out_of_time,
                    const MethodSettings& methods) {
  CovarianceOptions as_it_is;
  as_it_is.allow_indefinite = true;
  const Problem problem = Problem::from_covariance(m, as_it_is);
  const bounds::Sample bound(problem, k, methods.sample);
  const bounds::Node root = search::expand_node(nullptr, problem.features(), k);
  const Stopwatch clock;
  HeuristicOptions quick;
  quick.method = HeuristicMethod::alternating;
  const primal::Candidate candidate = primal::best({problem, k, quick, 1, {&clock}, {}, methods.primal});
  bounds::Hint hint;
  hint.cutoff = verify::rayleigh_lower(problem, primal::component(candidate));  // no use in trying for less
  hint.out_of_time = out_of_time;
  return problem.to_user_up(bound.evaluate(root, hint).upper);
}

}  // namespace spica::programs
