// Forward selection (maths.md, 2.4) for max lam_max(A_SS) over supports of k features (1.2): start at one
// feature and add, one at a time, the feature that raises lam_max(A_SS) most. With the leading eigenpair
// (l_1, x) of A_SS, the larger eigenvalue of
//
//     [ l_1      (Ax)_i ]
//     [ (Ax)_i   A_ii   ]
//
// is a lower bound of what feature i would give, and ranks all features in O(n). The secular equation (2.3)
// then gives the exact eigenvalue of the best of them, and the next leading eigenpair.
//
// Cost of a step: one column of A, O(nk), and one k x k eigendecomposition.

#include <algorithm>
#include <cmath>

#include "linalg/bordered.hpp"
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

/// The features chosen so far.
struct Path {
  const Problem& problem;
  std::vector<Index> chosen;
  std::vector<Vector> columns;  // of A, in the order chosen
  linalg::Eigenpair leading;
  Vector product;  // Ax, x the leading eigenvector

  [[nodiscard]] Matrix block() const {
    const auto size = static_cast<Index>(chosen.size());
    Matrix b(size, size);
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < size; ++i)
        b(i, j) = columns[static_cast<std::size_t>(j)](chosen[static_cast<std::size_t>(i)]);
    }
    return b;
  }

  [[nodiscard]] Vector border(Index feature) const {
    Vector b(static_cast<Index>(chosen.size()));
    for (std::size_t j = 0; j < chosen.size(); ++j) b(static_cast<Index>(j)) = columns[j](feature);
    return b;
  }

  void add(Index feature, linalg::Eigenpair pair) {
    chosen.push_back(feature);
    columns.emplace_back(problem.multiply(SparseVector{{feature}, Vector::Ones(1)}));
    leading = std::move(pair);
    product = Vector::Zero(problem.features());
    for (std::size_t j = 0; j < chosen.size(); ++j)
      product += leading.vector(static_cast<Index>(j)) * columns[j];
  }

  /// Adds a feature that must be in, unless it is there already.
  void take(Index feature) {
    if (std::find(chosen.begin(), chosen.end(), feature) != chosen.end()) return;
    const linalg::BorderedMatrix bordered(block());
    add(feature, bordered.leading_eigenpair(border(feature), problem.variances()(feature)));
  }

  /// Adds the best of the `shortlist` features that rank highest. False if the limits of groups allow none.
  bool extend(Index shortlist, const GroupLimits& limits) {
    const Vector& variances = problem.variances();
    Vector rank(problem.features());
    for (Index i = 0; i < rank.size(); ++i) {
      rank(i) = std::max(0.0, linalg::leading_value_2x2(leading.value, product(i), variances(i)));
    }
    for (const Index i : chosen) rank(i) = 0.0;
    const std::vector<Index> room = limits.room_beside(chosen);
    Index out = static_cast<Index>(chosen.size());
    for (Index i = 0; i < rank.size() && !limits.empty(); ++i) {
      if (limits.admit(i, room)) continue;
      rank(i) = 0.0;
      ++out;
    }
    const linalg::BorderedMatrix bordered(block());
    Index best_feature = -1;
    double best_value = 0.0;
    for (const Index i :
         linalg::top_k_sorted(rank, shortlist + (limits.empty() ? static_cast<Index>(chosen.size()) : out))) {
      if (!limits.admit(i, room) || std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
      const double value = bordered.leading_value(border(i), variances(i));
      if (best_feature < 0 || value > best_value) {
        best_feature = i;
        best_value = value;
      }
    }
    if (best_feature < 0) return false;
    add(best_feature, bordered.leading_eigenpair(border(best_feature), variances(best_feature)));
    return true;
  }
};

Candidate greedy_from(const Task& task, Index first) {
  Path path{task.problem, {}, {}, {}, {}};
  path.add(first, {task.problem.variances()(first), Vector::Ones(1)});
  for (const Index i : task.included) path.take(i);
  while (static_cast<Index>(path.chosen.size()) < task.k && !task.out_of_time() &&
         path.extend(task.settings.greedy.shortlist, task.groups))
    continue;
  std::sort(path.chosen.begin(), path.chosen.end());
  return best_on_support(task.problem, std::move(path.chosen));
}

}  // namespace

Candidate greedy(const Task& task) {
  if (!task.included.empty()) return greedy_from(task, task.included.front());
  return best_from_largest(task, task.settings.greedy.starts,
                           [&task](Index feature) { return greedy_from(task, feature); });
}

}  // namespace spica::primal
