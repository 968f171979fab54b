#include "primal/primal.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "linalg/eigen.hpp"
#include "linalg/nonnegative.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"

namespace spica::primal {

namespace {

/// A feasible x for one product with the columns: x_i in proportion to c_i'c_l, l the feature of the largest
/// norm.
linalg::Eigenpair any_component(const Matrix& columns) {
  Index longest = 0;
  columns.colwise().squaredNorm().maxCoeff(&longest);
  Vector x = columns.transpose() * columns.col(longest);
  const double length = x.stableNorm();
  if (!(length > 0.0)) return {0.0, Vector::Unit(x.size(), 0)};
  x /= length;
  const double value = (columns * x).squaredNorm();
  return {value, std::move(x)};
}

/// The leading eigenvector of A_SS = C_S C_S' by way of the m x m matrix C_S'C_S, for a support of more than
/// m features: C_S'C_S v = lambda v gives A_SS C_S v = lambda C_S v.
linalg::Eigenpair leading_by_samples(const Factor& factor, const Support& support,
                                     const std::function<bool()>& out_of_time) {
  const Matrix columns = factor.gather(support);
  const std::optional<Matrix> gram = linalg::gram_of_rows(columns, out_of_time);
  if (!gram) return any_component(columns);
  const linalg::Eigenpair small = linalg::leading_eigenpair(*gram, out_of_time);
  Vector x = columns.transpose() * small.vector;
  const double length = x.stableNorm();
  if (length > 0.0) return {small.value, x / length};
  return {0.0, Vector::Unit(x.size(), 0)};
}

}  // namespace

Candidate best_on_support(const Problem& problem, Support support, const std::function<bool()>& out_of_time) {
  if (problem.in_factor_form() && static_cast<Index>(support.size()) > factor_of(problem).rows()) {
    linalg::Eigenpair pair = leading_by_samples(factor_of(problem), support, out_of_time);
    return {std::move(support), std::move(pair.vector), pair.value};
  }
  const std::optional<Matrix> block = problem.block(support, out_of_time);
  linalg::Eigenpair pair = block ? linalg::leading_eigenpair(*block, out_of_time)
                                 : any_component(factor_of(problem).gather(support));
  return {std::move(support), std::move(pair.vector), pair.value};
}

Candidate best_nonnegative_on_support(const Problem& problem, Support support) {
  linalg::Eigenpair pair = linalg::best_nonnegative(problem.block(support));
  return {std::move(support), std::move(pair.vector), pair.value};
}

Candidate best_on_support(const Task& task, Support support) {
  return task.options.nonnegative ? best_nonnegative_on_support(task.problem, std::move(support))
                                  : best_on_support(task.problem, std::move(support));
}

SparseVector component(const Candidate& candidate) {
  constexpr double negligible = 1e-10;  // its square changes a variance by less than rounding does
  const double largest = candidate.loadings.cwiseAbs().maxCoeff();
  SparseVector x;
  std::vector<double> kept;
  for (Index i = 0; i < candidate.loadings.size(); ++i) {
    if (std::abs(candidate.loadings(i)) <= negligible * largest) continue;
    x.support.push_back(candidate.support[static_cast<std::size_t>(i)]);
    kept.push_back(candidate.loadings(i));
  }
  x.values = Eigen::Map<const Vector>(kept.data(), static_cast<Index>(kept.size()));
  return x;
}

Vector scores(const Problem& problem, const Candidate& candidate) {
  return problem.multiply(SparseVector{candidate.support, candidate.loadings});
}

Vector scores(const Task& task, const Candidate& candidate) {
  Vector product = scores(task.problem, candidate);
  return task.options.nonnegative ? Vector(product.cwiseMax(0.0)) : product;
}

Support largest_within_limits(const Task& task, const Vector& sizes) {
  Support support = task.included;
  std::vector<Index> room = task.groups.room_beside(support);
  std::vector<Index> order(static_cast<std::size_t>(sizes.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return sizes(i) > sizes(j); });
  for (const Index i : order) {
    if (static_cast<Index>(support.size()) >= task.k) break;
    if (task.must_stay(i) || !task.groups.admit(i, room)) continue;
    support.push_back(i);
    if (task.groups.of(i) != GroupLimits::no_group) --room[static_cast<std::size_t>(task.groups.of(i))];
  }
  std::sort(support.begin(), support.end());
  return support;
}

Support strongest(const Task& task, const Vector& direction) {
  if (!task.groups.empty()) return largest_within_limits(task, direction.cwiseAbs());
  if (task.included.empty()) return linalg::top_k(direction, task.k);
  Vector sizes = direction.cwiseAbs();
  sizes(task.included).setConstant(std::numeric_limits<double>::infinity());
  return linalg::top_k(sizes, task.k);
}

Candidate best_from_largest(const Task& task, Index count, const std::function<Candidate(Index)>& run_from) {
  const std::vector<Index> features = linalg::top_k_sorted(task.problem.variances(), count);
  Candidate best = run_from(features.front());
  for (std::size_t i = 1; i < features.size() && !task.out_of_time(); ++i) {
    Candidate candidate = run_from(features[i]);
    if (candidate.value > best.value) best = std::move(candidate);
  }
  return best;
}

Candidate run(const Task& task, const OnImprovement& on_improvement) {
  const auto reported = [&](Candidate candidate, char source) {
    if (on_improvement) on_improvement(candidate, source);
    return candidate;
  };
  if (task.options.nonnegative) return nonnegative(task, on_improvement);
  switch (task.options.method) {
    case HeuristicMethod::alternating:
      return reported(alternating(task), 'A');
    case HeuristicMethod::tpm:
      return reported(truncated_power(task), 'T');
    case HeuristicMethod::gpm:
      return reported(generalised_power(task), 'P');
    case HeuristicMethod::greedy:
      return reported(greedy(task), 'G');
    case HeuristicMethod::swap:
      return reported(swap(task, greedy(task)), 'S');
    case HeuristicMethod::best:
      break;
  }
  return best(task, on_improvement);
}

}  // namespace spica::primal
