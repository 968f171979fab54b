// The generalised power method with l0 penalty (Journee, Nesterov, Richtarik, Sepulchre, JMLR 2010; maths.md,
// 2.3):
//
//     max over unit z in R^m of  sum_i ((c_i'z)^2 - penalty)_+                                          (2.2)
//
// by z <- the normalised sum of (c_i'z) c_i over the features with (c_i'z)^2 > penalty. With w_i = c_i'z a
// step needs A only: w <- Av / sqrt(v'Av), with v_i = w_i where w_i^2 > penalty and 0 elsewhere. The number
// of these features falls with the penalty; bisection finds the penalty that leaves k of them, each ascent
// from where the last one ended.
//
// Cost: one product with A a step, times the bisections.

#include <cmath>

#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

/// Where the ascent for one penalty ended.
struct Ascent {
  Index survivors = 0;  // features with w_i^2 > penalty
  Vector w;
};

Ascent ascend(const Task& task, double penalty, Vector w) {
  Support previous;
  for (std::int64_t step = 0; step < task.options.steps; ++step) {
    SparseVector v;
    for (Index i = 0; i < w.size(); ++i) {
      if (w(i) * w(i) > penalty) v.support.push_back(i);
    }
    if (v.support.empty() || v.support == previous)
      return {static_cast<Index>(v.support.size()), std::move(w)};
    v.values.resize(static_cast<Index>(v.support.size()));
    for (std::size_t i = 0; i < v.support.size(); ++i) v.values(static_cast<Index>(i)) = w(v.support[i]);
    const Vector av = task.problem.multiply(v);
    double square = 0.0;  // v'Av
    for (std::size_t i = 0; i < v.support.size(); ++i)
      square += v.values(static_cast<Index>(i)) * av(v.support[i]);
    if (!(square > 0.0)) return {0, std::move(w)};
    w = av / std::sqrt(square);
    previous = std::move(v.support);
  }
  return {static_cast<Index>(previous.size()), std::move(w)};
}

/// Bisects the penalty between 0, which all features survive, and the largest variance, which none does. The
/// first ascent starts from z = c_i/|c_i|, i = `first`.
Candidate search_penalty(const Task& task, Index first) {
  const double variance = task.problem.variances()(first);
  if (!(variance > 0.0))
    return best_on_support(task.problem, linalg::top_k(task.problem.variances(), task.k));
  const Vector w0 = task.problem.multiply(SparseVector{{first}, Vector::Ones(1)}) / std::sqrt(variance);
  Candidate best = best_on_support(task.problem, linalg::top_k(w0, task.k));
  double low = 0.0;
  double high = task.problem.variances().maxCoeff();
  Vector w = w0;
  for (int step = 0; step < task.settings.generalised_power.bisections && !task.out_of_time(); ++step) {
    const double penalty = 0.5 * (low + high);
    Ascent ascent = ascend(task, penalty, w);
    if (ascent.survivors == 0) {  // the penalty is too large for the point that the ascent started from
      high = penalty;
      w = w0;
      continue;
    }
    Candidate candidate = best_on_support(task.problem, linalg::top_k(ascent.w, task.k));
    if (candidate.value > best.value) best = std::move(candidate);
    if (ascent.survivors == task.k) break;
    (ascent.survivors > task.k ? low : high) = penalty;
    w = std::move(ascent.w);
  }
  return best;
}

}  // namespace

Candidate generalised_power(const Task& task) {
  return best_from_largest(task, task.settings.generalised_power.starts,
                           [&task](Index feature) { return search_penalty(task, feature); });
}

}  // namespace spica::primal
