#include "factor/sieve.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "factor/chunks.hpp"
#include "factor/factor.hpp"
#include "factor/passes.hpp"
#include "linalg/largest.hpp"
#include "numerics/rounding.hpp"
#include "numerics/row_sum.hpp"

namespace spica {

namespace {

constexpr std::size_t rows_at_once = 512;

/// The suspects that work(first, count) finds in each chunk, in the order of the chunks.
template <class Work>
Suspects in_chunks(Index n, Index chunk, const Work& work) {
  std::vector<Suspects> found(static_cast<std::size_t>((n + chunk - 1) / chunk));
  for_chunks(n, chunk, [&](Index begin, Index count) {
    found[static_cast<std::size_t>(begin / chunk)] = work(begin, count);
  });
  if (found.size() == 1) return std::move(found.front());
  std::size_t rows = 0;
  std::size_t parts = 0;
  for (const Suspects& some : found) {
    rows += some.rows.size();
    parts += some.core_parts.size();
  }
  Suspects result;
  result.rows.reserve(rows);
  result.core_parts.reserve(parts);
  for (Suspects& chunk_found : found) {
    const Suspects some = std::move(chunk_found);  // gone once it is copied: there may be as many as features
    result.rows.insert(result.rows.end(), some.rows.begin(), some.rows.end());
    result.core_parts.insert(result.core_parts.end(), some.core_parts.begin(), some.core_parts.end());
  }
  return result;
}

}  // namespace

Sieve::Sieve(const SievedFeatures& features, CoreFacts facts)
    : features_(features),
      facts_(std::move(facts)),
      terms_(static_cast<Index>(facts_.rest_norms.size())),
      in_core_(features.order.features.size(), 0),
      rest_sum_(std::accumulate(facts_.rest_norms.begin(), facts_.rest_norms.end(), 0.0)) {
  for (const Index j : facts_.core) {
    if (j >= 0 && j < features.order.size()) in_core_[static_cast<std::size_t>(j)] = 1;
  }
}

bool Sieve::in_core(Index position) const {
  return in_core_[static_cast<std::size_t>(features_.order.feature_at(position))] != 0;
}

Index Sieve::prefix() const {
  std::vector<double> core;  // nu_j^2/e_j
  for (std::size_t j = 0; j < facts_.core.size(); ++j)
    core.push_back(facts_.norms[j] * facts_.norms[j] * facts_.inverse_payments(static_cast<Index>(j)));
  const bool priced = facts_.prices.size() > 0;
  const auto terms = static_cast<std::size_t>(terms_);
  double included = 0.0;  // the sum of nu_j^2/e_j over I
  for (const Index at : facts_.included_at)
    included += std::exchange(core[static_cast<std::size_t>(at)], 0.0);
  if (!priced) {
    std::sort(core.begin(), core.end(), std::greater<>());
    core.resize(terms, 0.0);
  }

  std::vector<double> core_terms(std::max(core.size(), terms), 0.0);
  std::vector<double> rest_terms(terms);
  const auto below_floor = [&](double norm) {
    for (std::size_t q = 0; q < core.size(); ++q) {
      core_terms[q] = norm * norm * core[q];
      if (priced) core_terms[q] = std::max(0.0, core_terms[q] - facts_.prices(static_cast<Index>(q)));
    }
    if (priced) {
      std::fill(core_terms.begin() + static_cast<std::ptrdiff_t>(core.size()), core_terms.end(), 0.0);
      std::sort(core_terms.begin(), core_terms.end(), std::greater<>());
    }
    for (std::size_t q = 0; q < terms; ++q) rest_terms[q] = norm * facts_.rest_norms[q];
    const double certain = certain_of(numerics::up(norm * norm), norm * norm * included);
    return numerics::row_sum(certain, core_terms.data(), rest_terms.data(), terms_) <= facts_.floor;
  };
  const std::vector<double>& norms = features_.order.norms;
  return std::partition_point(norms.begin(), norms.end(), [&](double norm) { return !below_floor(norm); }) -
         norms.begin();
}

Suspects Sieve::all_suspects() const {
  if (const Passes* elsewhere = features_.factor.passes())
    return elsewhere->suspects(features_.order, facts_);
  return suspects_before(prefix());
}

Suspects Sieve::suspects_before(Index prefix) const {
  const NormOrder& order = features_.order;
  return in_chunks(order.size(), features_per_chunk, [&](Index begin, Index count) {
    return suspects(order.stored_between(0, prefix, begin, count));
  });
}

Suspects Sieve::suspects(std::span<const Index> features) const {
  return in_chunks(static_cast<Index>(features.size()), 512, [&](Index begin, Index count) {
    return examine_all(features.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
  });
}

Suspects Sieve::examine_all(std::span<const Index> features) const {
  Suspects result;
  const std::unique_ptr<FactorProducts> products = features_.factor.products(facts_.columns);
  Vector core_terms = Vector::Zero(std::max<Index>(facts_.columns.cols(), terms_));
  for (std::size_t first = 0; first < features.size(); first += rows_at_once) {
    const auto block = features.subspan(first, std::min(rows_at_once, features.size() - first));
    const Matrix& p = (*products)(block);
    for (std::size_t q = 0; q < block.size(); ++q) {
      if (in_core_[static_cast<std::size_t>(block[q])] == 0)
        examine(block[q], p.col(static_cast<Index>(q)).data(), core_terms, result);
    }
  }
  return result;
}

double Sieve::certain_of(double variance, double included) const {
  if (facts_.included_at.empty()) return variance;
  const auto count = static_cast<double>(facts_.included_at.size());
  return numerics::up(variance + included * (1.0 + numerics::gamma(count + 16.0)) + 0x1p-500);
}

void Sieve::examine(Index feature, const double* products, Vector& core_terms, Suspects& result) const {
  const NormOrder& order = features_.order;
  const Index position = order.positions[static_cast<std::size_t>(feature)];
  Suspect row{position, order.norm_at(position), 0.0, 0.0};
  const auto size = static_cast<Index>(facts_.core.size());
  const Eigen::Map<const Eigen::ArrayXd> entries(products, size);
  core_terms.head(size) = entries.square() * facts_.inverse_payments.array();
  if (facts_.nonnegative) core_terms.head(size) = (entries > 0.0).select(core_terms.head(size), 0.0);
  if (facts_.prices.size() > 0) core_terms.head(size) = (core_terms.head(size) - facts_.prices).cwiseMax(0.0);
  double included = 0.0;
  for (const Index at : facts_.included_at) included += std::exchange(core_terms(at), 0.0);
  row.certain = certain_of(features_.variances(feature), included);
  const double largest_core = core_terms.head(size).maxCoeff();
  const double largest = std::max(largest_core, row.norm * (terms_ > 0 ? facts_.rest_norms.front() : 0.0));
  constexpr double ample = 1.0 + 1e-10;  // for the roundings of this test
  const double low_enough = facts_.floor * (2.0 - ample);
  if (row.certain + static_cast<double>(terms_) * largest * ample <= low_enough) return;
  // The sum of the f-1 largest of all terms is at most (f-1) t + the sum of (term - t)_+ over all terms, for
  // any t. With t the least of the f-1 outside terms that is the outside terms and the core's excess above t.
  if (terms_ > 0) {
    const double least = row.norm * facts_.rest_norms.back();
    const double excess = (core_terms.head(size).array() - least).max(0.0).sum();
    if (row.certain + (row.norm * rest_sum_ + excess) * ample <= low_enough) return;
  }

  const auto begin = core_terms.begin();
  if (terms_ > 0 && terms_ < size) {
    const double least = linalg::kth_largest(core_terms.data(), size, terms_);
    std::fill(std::copy_if(begin, begin + size, begin, [least](double term) { return term > least; }),
              begin + terms_, least);
  }
  std::sort(begin, begin + std::min(terms_, size), std::greater<>());
  core_terms.tail(core_terms.size() - size).setZero();
  std::vector<double> rest_terms = facts_.rest_norms;
  for (double& term : rest_terms) term *= row.norm;
  row.value = numerics::row_sum(row.certain, core_terms.data(), rest_terms.data(), terms_);
  if (row.value <= facts_.floor) return;
  result.rows.push_back(row);
  result.core_parts.insert(result.core_parts.end(), begin, begin + terms_);
}

}  // namespace spica
