#include "presolve/sieve.hpp"

#include <algorithm>
#include <functional>

#include "linalg/parallel.hpp"
#include "model/factor.hpp"
#include "presolve/row_sum.hpp"

namespace spica::presolve {

namespace {

constexpr std::size_t rows_at_once = 512;

}  // namespace

Sieve::Sieve(const Problem& problem, const linalg::NormOrder& order, Index k, const Question& question)
    : problem_(problem),
      order_(order),
      terms_(k - 1),
      question_(question),
      in_core_(order.features.size(), 0),
      inverse_payments_(question.payments.cwiseInverse()),
      core_columns_(problem.factor().gather(question.core)) {
  for (const Index j : question.core) in_core_[static_cast<std::size_t>(j)] = 1;
  for (Index p = 0; p < order.size() && static_cast<Index>(rest_norms_.size()) < terms_; ++p) {
    if (!in_core(p)) rest_norms_.push_back(order.norms[static_cast<std::size_t>(p)]);
  }
  rest_norms_.resize(static_cast<std::size_t>(terms_), 0.0);
}

bool Sieve::in_core(Index position) const {
  const Index feature = order_.features[static_cast<std::size_t>(position)];
  return in_core_[static_cast<std::size_t>(feature)] != 0;
}

Index Sieve::prefix() const {
  std::vector<double> core;  // nu_j^2/e_j
  for (Index p = 0; p < order_.size() && core.size() < question_.core.size(); ++p) {
    if (!in_core(p)) continue;
    const Index feature = order_.features[static_cast<std::size_t>(p)];
    const auto at = std::lower_bound(question_.core.begin(), question_.core.end(), feature);
    const double norm = order_.norms[static_cast<std::size_t>(p)];
    core.push_back(norm * norm * inverse_payments_(at - question_.core.begin()));
  }
  std::sort(core.begin(), core.end(), std::greater<>());
  core.resize(static_cast<std::size_t>(terms_), 0.0);

  std::vector<double> core_terms(core.size());
  std::vector<double> rest_terms(core.size());
  const auto below_floor = [&](Index position) {
    const double norm = order_.norms[static_cast<std::size_t>(position)];
    for (std::size_t q = 0; q < core.size(); ++q) {
      core_terms[q] = norm * norm * core[q];
      rest_terms[q] = norm * rest_norms_[q];
    }
    const double variance = verify::up(norm * norm);
    return row_sum(variance, core_terms.data(), rest_terms.data(), terms_) <= question_.floor;
  };
  Index low = 0;
  Index high = order_.size();
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (below_floor(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

Suspects Sieve::suspects_before(Index prefix) const {
  constexpr Index chunk = 32768;
  std::vector<Suspects> found(static_cast<std::size_t>((order_.size() + chunk - 1) / chunk));
  linalg::for_chunks(order_.size(), chunk, [&](Index begin, Index count) {
    found[static_cast<std::size_t>(begin / chunk)] = suspects(order_.stored_between(0, prefix, begin, count));
  });
  Suspects result;
  for (const Suspects& some : found) {
    result.rows.insert(result.rows.end(), some.rows.begin(), some.rows.end());
    result.core_parts.insert(result.core_parts.end(), some.core_parts.begin(), some.core_parts.end());
  }
  return result;
}

Suspects Sieve::suspects(std::span<const Index> features) const {
  Suspects result;
  if (features.empty()) return result;
  const std::unique_ptr<FactorProducts> products = problem_.factor().products(core_columns_);
  Vector core_terms = Vector::Zero(std::max<Index>(core_columns_.cols(), terms_));
  for (std::size_t first = 0; first < features.size(); first += rows_at_once) {
    const auto block = features.subspan(first, std::min(rows_at_once, features.size() - first));
    const Matrix& p = (*products)(block);
    for (std::size_t q = 0; q < block.size(); ++q) {
      const Index position = order_.positions[static_cast<std::size_t>(block[q])];
      if (!in_core(position)) examine(position, p.col(static_cast<Index>(q)).data(), core_terms, result);
    }
  }
  return result;
}

void Sieve::examine(Index position, const double* products, Vector& core_terms, Suspects& result) const {
  Suspect row{position, order_.norm_at(position), problem_.variances()(order_.feature_at(position)), 0.0};
  const auto size = static_cast<Index>(question_.core.size());
  const Eigen::Map<const Eigen::ArrayXd> entries(products, size);
  core_terms.head(size) = entries.square() * inverse_payments_.array();
  const double largest_core = core_terms.head(size).maxCoeff();
  const double largest = std::max(largest_core, row.norm * (terms_ > 0 ? rest_norms_.front() : 0.0));
  constexpr double ample = 1.0 + 1e-10;  // for the roundings of this test
  if (row.variance + static_cast<double>(terms_) * largest * ample <= question_.floor * (2.0 - ample)) return;

  const auto begin = core_terms.begin();
  if (terms_ < size) std::nth_element(begin, begin + terms_, begin + size, std::greater<>());
  std::sort(begin, begin + std::min(terms_, size), std::greater<>());
  core_terms.tail(core_terms.size() - size).setZero();
  std::vector<double> rest_terms = rest_norms_;
  for (double& term : rest_terms) term *= row.norm;
  row.value = row_sum(row.variance, core_terms.data(), rest_terms.data(), terms_);
  if (row.value <= question_.floor) return;
  result.rows.push_back(row);
  result.core_parts.insert(result.core_parts.end(), begin, begin + terms_);
}

}  // namespace spica::presolve
