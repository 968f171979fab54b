#include "presolve/sieve.hpp"

#include <algorithm>
#include <functional>

#include "model/factor.hpp"
#include "presolve/row_sum.hpp"

namespace spica::presolve {

namespace {

constexpr std::size_t rows_at_once = 512;

/// The largest of A_ij^2/e_j over the core, all of which end up in `terms`.
double core_terms(const double* products, const Vector& inverse_payments, double* terms) {
  const Index size = inverse_payments.size();
  const Eigen::Map<const Eigen::ArrayXd> entries(products, size);
  Eigen::Map<Eigen::ArrayXd> result(terms, size);
  result = entries.square() * inverse_payments.array();
  return result.maxCoeff();
}

}  // namespace

Sieve::Sieve(const Problem& problem, const linalg::NormOrder& order, Index k, const Question& question)
    : problem_(problem),
      order_(order),
      terms_(k - 1),
      question_(question),
      in_core_(order.features.size(), 0),
      inverse_payments_(question.payments.cwiseInverse()),
      rest_terms_(static_cast<std::size_t>(terms_)) {
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

Suspects Sieve::suspects(std::span<const Index> positions) {
  const std::unique_ptr<FactorProducts> products =
      problem_.factor().products(problem_.factor().gather(question_.core));
  core_terms_.resize(std::max<std::size_t>(question_.core.size(), static_cast<std::size_t>(terms_)), 0.0);
  std::vector<Index> block;
  std::vector<Index> features;
  Suspects result;
  for (std::size_t next = 0; next < positions.size();) {
    block.clear();
    features.clear();
    for (; next < positions.size() && block.size() < rows_at_once; ++next) {
      if (in_core(positions[next])) continue;
      block.push_back(positions[next]);
      features.push_back(order_.features[static_cast<std::size_t>(positions[next])]);
    }
    const Matrix& p = (*products)(features);
    for (std::size_t q = 0; q < block.size(); ++q)
      examine(block[q], p.col(static_cast<Index>(q)).data(), result);
  }
  return result;
}

void Sieve::examine(Index position, const double* products, Suspects& result) {
  Suspect row{position, order_.norms[static_cast<std::size_t>(position)], 0.0, 0.0};
  row.variance = problem_.variances()(order_.features[static_cast<std::size_t>(position)]);
  const double largest_core = core_terms(products, inverse_payments_, core_terms_.data());
  const double largest = std::max(largest_core, row.norm * (terms_ > 0 ? rest_norms_.front() : 0.0));
  constexpr double ample = 1.0 + 1e-10;  // for the roundings of this test
  if (row.variance + static_cast<double>(terms_) * largest * ample <= question_.floor * (2.0 - ample)) return;

  const auto size = static_cast<Index>(question_.core.size());
  const auto begin = core_terms_.begin();
  if (terms_ < size) std::nth_element(begin, begin + terms_, begin + size, std::greater<>());
  std::sort(begin, begin + std::min(terms_, size), std::greater<>());
  std::fill(begin + size, core_terms_.end(), 0.0);
  for (std::size_t q = 0; q < rest_terms_.size(); ++q) rest_terms_[q] = row.norm * rest_norms_[q];
  row.value = row_sum(row.variance, core_terms_.data(), rest_terms_.data(), terms_);
  if (row.value <= question_.floor) return;
  result.rows.push_back(row);
  result.core_parts.insert(result.core_parts.end(), begin, begin + terms_);
}

}  // namespace spica::presolve
