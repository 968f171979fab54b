// Components without negative loadings (maths.md, 2.10): max x'Ax over unit x >= 0 with at most k nonzeros. The
// alternating method (2.1) with two changes: a support is
//
//     S <- the k largest (Ax)_i that are positive,
//
// and on a support an active set method finds x (linalg/nonnegative.hpp). For positive semidefinite A it never loses.
// It runs from many starts; the best few are then improved by exchanges of one feature. An exchange of p for q is
// ranked by the larger eigenvalue of [l b; b A_qq], with l the value without p and b the positive part of (Ax)_q.
//
// Cost: a few products with A a start, and k for each round of exchanges.

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.hpp"
#include "linalg/eigen.hpp"
#include "linalg/nonnegative.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

Candidate climb(const Task& task, const Vector& direction) {
  return alternate(task, strongest(task, direction.cwiseMax(0.0)));
}

/// What each feature makes of a unit vector x, by (Ax) and its value; nothing for the features of a support.
Vector bordered_values(const Task& task, const Vector& product, double value, const Support& support) {
  Vector values(product.size());
  const Vector& variances = task.problem.variances();
  for (Index q = 0; q < values.size(); ++q) {
    const double border = std::max(product(q), 0.0);
    const double half = 0.5 * (value - variances(q));
    values(q) = std::max(0.0, 0.5 * (value + variances(q)) + std::sqrt(half * half + border * border));
  }
  values(support).setZero();
  return values;
}

/// The first exchange of the feature at a position of the support that gains; nothing if none does.
std::optional<Candidate> exchanged(const Task& task, const Candidate& current, Index position) {
  Vector rest = current.loadings;
  rest(position) = 0.0;
  const double length = rest.norm();
  if (length > 0.0) rest /= length;
  const Vector product = task.problem.multiply(SparseVector{current.support, rest});
  const double value = rest.dot(product(current.support));
  const Vector ranked = bordered_values(task, product, value, current.support);
  for (const Index feature :
       linalg::top_k_sorted(ranked, std::min(task.settings.nonnegative.shortlist, ranked.size()))) {
    if (!(ranked(feature) > 0.0)) break;
    Support support = current.support;
    support[static_cast<std::size_t>(position)] = feature;
    std::sort(support.begin(), support.end());
    if (!task.groups.admit(support)) continue;
    linalg::Eigenpair pair =
        linalg::climb_nonnegative(task.problem.block(support), product(support).cwiseMax(0.0));
    if (pair.value > current.value + task.settings.nonnegative.least_gain * std::abs(current.value))
      return Candidate{std::move(support), std::move(pair.vector), pair.value};
  }
  return std::nullopt;
}

}  // namespace

Candidate exchange_nonnegative(const Task& task, Candidate current) {
  const auto size = static_cast<Index>(current.support.size());
  Index position = 0;
  for (Index without_gain = 0; without_gain < size && !task.out_of_time(); position = (position + 1) % size) {
    const bool stays = task.must_stay(current.support[static_cast<std::size_t>(position)]);
    std::optional<Candidate> better = stays ? std::nullopt : exchanged(task, current, position);
    without_gain = better ? 0 : without_gain + 1;
    if (better) current = std::move(*better);
  }
  return current;
}

Candidate nonnegative(const Task& task, const OnImprovement& on_improvement) {
  const Problem& problem = task.problem;
  NonnegativeSettings settings = task.settings.nonnegative;
  std::int64_t random_starts = task.options.starts;
  if (problem.features() > settings.many_features) {
    settings.column_starts /= 4;
    settings.eigenvector_starts = (settings.eigenvector_starts + 3) / 4;
    settings.exchange_starts = (settings.exchange_starts + 3) / 4;
    random_starts /= 4;
  }
  std::vector<Candidate> found;  // the best first, supports all different
  const auto take = [&](Candidate candidate) {
    const auto same = [&](const Candidate& other) { return other.support == candidate.support; };
    if (std::any_of(found.begin(), found.end(), same)) return;
    const bool best = found.empty() || candidate.value > found.front().value;
    if (best && on_improvement) on_improvement(candidate, 'T');
    const auto worse = [&](const Candidate& other) { return other.value < candidate.value; };
    found.insert(std::find_if(found.begin(), found.end(), worse), std::move(candidate));
    if (found.size() > settings.exchange_starts) found.pop_back();
  };
  take(climb(task, problem.variances()));
  for (const Index i :
       linalg::top_k_sorted(problem.variances(), std::min(settings.column_starts, problem.features()))) {
    if (task.out_of_time()) return found.front();
    take(climb(task, problem.multiply(SparseVector{{i}, Vector::Ones(1)})));
  }
  const linalg::Eigenpairs leading =
      leading_eigenpairs(problem, settings.eigenvector_starts, [&task] { return task.out_of_time(); });
  for (Index j = 0; j < leading.vectors.cols() && !task.out_of_time(); ++j) {
    take(climb(task, leading.vectors.col(j)));
    take(climb(task, -leading.vectors.col(j)));
  }
  Random random(task.seed);
  for (std::int64_t start = 0; start < random_starts && !task.out_of_time(); ++start) {
    Vector x(problem.features());
    for (double& value : x) value = random.normal();
    take(climb(task, problem.multiply(x)));
  }
  const std::vector<Candidate> starts = found;
  for (const Candidate& start : starts) {
    if (task.out_of_time()) break;
    take(exchange_nonnegative(task, start));
  }
  return found.front();
}

}  // namespace spica::primal
