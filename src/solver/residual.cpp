#include "solver/residual.hpp"

#include "bounds/sample.hpp"
#include "search/support/node.hpp"

namespace spica::solver {

double sample_bound(const Matrix& m, Index k, const std::function<bool()>& out_of_time) {
  CovarianceOptions as_it_is;
  as_it_is.allow_indefinite = true;
  const Problem problem = Problem::from_covariance(m, as_it_is);
  const bounds::Sample bound(problem, k);
  const bounds::Node root = search::spell_out(nullptr, problem.features(), k);
  bounds::Hint hint;
  hint.out_of_time = out_of_time;
  return problem.to_user_up(bound.evaluate(root, hint).upper);
}

}  // namespace spica::solver
