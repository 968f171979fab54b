#include "presolve/factor_outside.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "linalg/product.hpp"
#include "linalg/top_k.hpp"
#include "model/factor.hpp"
#include "presolve/balance.hpp"
#include "presolve/sieve.hpp"

namespace spica::presolve {

namespace {

constexpr Index longest_scored = 1500;
constexpr Index nearest_scored = 1000;

/// A_ii + the sum of the k-1 largest |A_ij| over these columns of a factor, for each of them.
Vector scores_within(const Matrix& c, Index k) {
  constexpr Index at_once = 256;
  const Index n = c.cols();
  const Index terms = std::min(k - 1, n - 1);
  Vector result(n);
  Vector row(n);
  for (Index first = 0; first < n; first += at_once) {
    const Matrix a = linalg::transposed_products(c, c.middleCols(first, std::min(at_once, n - first)));
    for (Index q = 0; q < a.cols(); ++q) {
      row = a.col(q).cwiseAbs();
      result(first + q) = row(first + q);
      row(first + q) = 0.0;
      std::nth_element(row.begin(), row.begin() + terms, row.end(), std::greater<>());
      result(first + q) += row.head(terms).sum();
    }
  }
  return result;
}

std::vector<Row> rows_of(const Suspects& suspects, const linalg::NormOrder& order, double floor) {
  std::vector<Row> rows;
  for (const Suspect& row : suspects.rows) {
    if (!(row.value <= floor))
      rows.push_back({order.features[static_cast<std::size_t>(row.position)], row.value});
  }
  return rows;
}

}  // namespace

FactorOutside::FactorOutside(const Problem& problem, Index k)
    : problem_(problem),
      k_(k),
      order_(problem),
      position_(order_.features.size()),
      lists_(problem, order_, static_cast<std::size_t>(3 * k)) {
  for (std::size_t p = 0; p < position_.size(); ++p)
    position_[static_cast<std::size_t>(order_.features[p])] = static_cast<Index>(p);
}

Vector FactorOutside::scores(const SparseVector& component) const {
  const Factor& factor = problem_.factor();
  Support set = linalg::top_k(factor.transposed_times(factor.times(component)), nearest_scored);
  set.insert(set.end(), order_.features.begin(),
             order_.features.begin() + std::min(longest_scored, order_.size()));
  set.insert(set.end(), component.support.begin(), component.support.end());
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const Vector exact = scores_within(factor.gather(set), k_);
  Vector result = Vector::Zero(problem_.features());
  for (std::size_t i = 0; i < set.size(); ++i) result(set[i]) = exact(static_cast<Index>(i));
  return result;
}

Answer FactorOutside::ask(const Question& question) {
  Sieve sieve(problem_, order_, k_, question);
  std::vector<Index> positions(static_cast<std::size_t>(sieve.prefix()));
  std::iota(positions.begin(), positions.end(), Index{0});
  Suspects suspects = sieve.suspects(positions);
  Balance balance(order_, sieve, question, suspects);
  balance.take_lists(lists_);
  balance.raise_weights();
  // A suspect's row may have fallen to the floor since: it is one of the others then.
  Answer answer{rows_of(suspects, order_, question.floor), balance.others()};
  for (const Suspect& row : suspects.rows) {
    const double weight = balance.weight(row.position);
    if (weight != 1.0)
      answer.weights.emplace_back(order_.features[static_cast<std::size_t>(row.position)], weight);
  }
  return answer;
}

std::vector<Row> FactorOutside::ask_some(const Question& question, const std::vector<Row>& some) {
  Sieve sieve(problem_, order_, k_, question);
  std::vector<Index> positions;
  for (const Row& row : some) positions.push_back(position_[static_cast<std::size_t>(row.feature)]);
  Suspects suspects = sieve.suspects(positions);
  Balance balance(order_, sieve, question, suspects);
  balance.take_lists(lists_);
  balance.raise_weights();
  return rows_of(suspects, order_, question.floor);
}

}  // namespace spica::presolve
