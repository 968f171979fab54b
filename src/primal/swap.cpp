// Local search by exchanges (maths.md, 2.5) for max lam_max(A_SS) over supports of k features (1.2). For each
// feature a of the support, with R = S without a, the leading eigenvector of A_RR ranks all other features in
// O(nk), as in greedy.cpp. For the best ranked b the exact eigenvalue with b in the place of a is a root of
// (2.3). The best exchange is made until none gains. With exchange = 2, pairs are exchanged where single
// features no longer gain.
//
// Cost: k eigendecompositions of size k-1 and O(nk^2) for all exchanges of one feature.

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "linalg/bordered.hpp"
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

/// The current candidate, whose exchanges are tried, and the columns of A that belong to its support.
struct Neighbourhood {
  const Problem& problem;
  Candidate current;
  Matrix columns;  // n x k: A restricted to the support's columns

  Neighbourhood(const Problem& p, Candidate start)
      : problem(p), current(std::move(start)), columns(p.columns(current.support)) {}

  void move_to(Support support) {
    std::sort(support.begin(), support.end());
    current = best_on_support(problem, std::move(support));
    columns = problem.columns(current.support);
  }

  [[nodiscard]] Support without(const std::vector<Index>& positions) const {
    Support rest;
    for (Index i = 0; i < static_cast<Index>(current.support.size()); ++i) {
      if (std::find(positions.begin(), positions.end(), i) == positions.end())
        rest.push_back(current.support[static_cast<std::size_t>(i)]);
    }
    return rest;
  }
};

/// What is left of the support after one or two features are taken out.
struct Removal {
  Support rest;
  Matrix rows;  // |rest| x n: A restricted to the rows of the rest
  linalg::BorderedMatrix bordered;

  Removal(const Neighbourhood& at, const std::vector<Index>& positions)
      : rest(at.without(positions)), rows(rows_of(at, positions)), bordered(block(rows, rest)) {}

  /// The `size` features that would raise the leading eigenvalue of the rest most, by the lower bound of
  /// greedy.cpp.
  [[nodiscard]] std::vector<Index> shortlist(const Task& task, Index size) const {
    const Problem& problem = task.problem;
    const linalg::Eigenpairs& pairs = bordered.pairs();
    const Vector z = rows.transpose() * pairs.vectors.col(0);
    Vector rank(problem.features());
    for (Index i = 0; i < rank.size(); ++i) {
      rank(i) = std::max(0.0, linalg::leading_value_2x2(pairs.values(0), z(i), problem.variances()(i)));
    }
    for (const Index i : rest) rank(i) = 0.0;
    const std::vector<Index> room = task.groups.room_beside(rest);
    for (Index i = 0; i < rank.size() && !task.groups.empty(); ++i) {
      if (!task.groups.admit(i, room)) rank(i) = 0.0;
    }
    std::vector<Index> list = linalg::top_k_sorted(rank, size);
    std::erase_if(list, [&](Index i) { return contains(rest, i) || !task.groups.admit(i, room); });
    return list;
  }

 private:
  static Matrix rows_of(const Neighbourhood& at, const std::vector<Index>& positions) {
    Matrix rows(at.columns.cols() - static_cast<Index>(positions.size()), at.columns.rows());
    Index row = 0;
    for (Index i = 0; i < at.columns.cols(); ++i) {
      if (std::find(positions.begin(), positions.end(), i) == positions.end())
        rows.row(row++) = at.columns.col(i);
    }
    return rows;
  }

  static Matrix block(const Matrix& rows, const Support& rest) {
    Matrix b(rows.rows(), rows.rows());
    for (Index j = 0; j < b.cols(); ++j) b.col(j) = rows.col(rest[static_cast<std::size_t>(j)]);
    return b;
  }
};

/// Makes the best exchange of one feature; false if none gains.
bool exchange_one(const Task& task, Neighbourhood& at) {
  double best_value = at.current.value * (1.0 + task.settings.swap.least_gain);
  Support best_support;
  const Vector sizes = at.current.loadings.cwiseAbs();
  const Vector weakness = sizes.maxCoeff() - sizes.array();
  for (const Index a : linalg::top_k(weakness, task.settings.swap.most_removals)) {
    if (task.out_of_time()) break;
    if (task.must_stay(at.current.support[static_cast<std::size_t>(a)])) continue;
    const Removal removal(at, {a});
    for (const Index b : removal.shortlist(task, task.settings.swap.single_shortlist)) {
      const double value = removal.bordered.leading_value(removal.rows.col(b), task.problem.variances()(b));
      if (value > best_value) {
        best_value = value;
        best_support = removal.rest;
        best_support.push_back(b);
      }
    }
  }
  if (best_support.empty()) return false;
  const double before = at.current.value;
  at.move_to(std::move(best_support));
  return at.current.value > before;
}

/// Makes the first exchange of two features that gains; false if none does.
bool exchange_two(const Task& task, Neighbourhood& at) {
  const double goal = at.current.value * (1.0 + task.settings.swap.least_gain);
  for (Index a = 0; a < at.columns.cols(); ++a) {
    for (Index b = a + 1; b < at.columns.cols(); ++b) {
      if (task.out_of_time()) return false;
      const Support& support = at.current.support;
      if (task.must_stay(support[static_cast<std::size_t>(a)]) ||
          task.must_stay(support[static_cast<std::size_t>(b)]))
        continue;
      const Removal removal(at, {a, b});
      const std::vector<Index> list = removal.shortlist(task, task.settings.swap.pair_shortlist);
      for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = i + 1; j < list.size(); ++j) {
          Support exchanged = removal.rest;
          exchanged.push_back(list[i]);
          exchanged.push_back(list[j]);
          if (!task.groups.admit(exchanged)) continue;
          if (best_on_support(task.problem, exchanged).value > goal) {
            at.move_to(std::move(exchanged));
            return true;
          }
        }
      }
    }
  }
  return false;
}

}  // namespace

Candidate swap(const Task& task, Candidate start, std::set<Support>& searched) {
  if (task.k < 2 || (static_cast<Index>(start.support.size()) < task.k && task.groups.empty()) ||
      start.support.size() < 2 || task.k >= task.problem.features())
    return start;
  Neighbourhood at(task.problem, std::move(start));
  for (bool moved = true; moved && !task.out_of_time();) {
    if (!searched.insert(at.current.support).second) break;
    moved = exchange_one(task, at);
    if (!moved && task.options.exchange >= 2 && task.k > 2) moved = exchange_two(task, at);
  }
  return at.current;
}

}  // namespace spica::primal
