#include "solver/components.hpp"

#include <algorithm>
#include <cmath>

#include "model/views.hpp"

namespace spica::solver {

namespace {

/// X'AX. In factor form by the scores C'x, which takes no pass over all features.
Matrix products(const Problem& problem, const std::vector<SparseVector>& components) {
  const auto count = static_cast<Index>(components.size());
  if (problem.in_factor_form()) {
    const Factor& factor = factor_of(problem);
    Matrix scores(factor.rows(), count);
    for (Index j = 0; j < count; ++j) scores.col(j) = factor.times(components[static_cast<std::size_t>(j)]);
    return scores.transpose() * scores;
  }
  Matrix gram(count, count);
  for (Index j = 0; j < count; ++j) {
    const Vector product = problem.multiply(components[static_cast<std::size_t>(j)]);
    for (Index i = 0; i < count; ++i) {
      const SparseVector& x = components[static_cast<std::size_t>(i)];
      double sum = 0.0;
      for (Index a = 0; a < x.values.size(); ++a)
        sum += x.values(a) * product(x.support[static_cast<std::size_t>(a)]);
      gram(i, j) = sum;
    }
  }
  return gram;
}

}  // namespace

ExplainedVariance explained_variance(const Problem& problem, const std::vector<SparseVector>& components) {
  const auto count = static_cast<Index>(components.size());
  const Matrix gram = products(problem, components);
  ExplainedVariance result{gram.diagonal(), Vector::Zero(count), Matrix::Identity(count, count)};
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < i; ++j) {
      const double lengths = std::sqrt(std::max(gram(i, i), 0.0)) * std::sqrt(std::max(gram(j, j), 0.0));
      const double cosine = lengths > 0.0 ? std::clamp(gram(i, j) / lengths, -1.0, 1.0) : 0.0;
      result.correlations(i, j) = result.correlations(j, i) = cosine;
    }
  }
  Matrix lower = Matrix::Zero(count, count);
  for (Index j = 0; j < count; ++j) {
    const double rest = gram(j, j) - lower.row(j).head(j).squaredNorm();
    result.adjusted(j) = std::max(0.0, rest);
    // Scores that add nothing but rounding to those before them contribute no direction.
    constexpr double rounding = 1e-14;
    if (rest <= rounding * std::max(gram(j, j), 0.0)) continue;
    lower(j, j) = std::sqrt(rest);
    for (Index i = j + 1; i < count; ++i) {
      lower(i, j) = (gram(i, j) - lower.row(i).head(j).dot(lower.row(j).head(j))) / lower(j, j);
    }
  }
  return result;
}

double variance_of(const Problem& problem, const SparseVector& x) {
  return products(problem, {x})(0, 0) / x.values.squaredNorm();
}

}  // namespace spica::solver
