#include "presolve/dense_row_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/feature_set.hpp"
#include "bounds/pairs/dual.hpp"
#include "linalg/largest.hpp"
#include "numerics/rounding.hpp"

namespace spica::presolve {

LargestEntries::LargestEntries(const Matrix& a, Index k, const std::function<bool()>& out_of_time,
                               const EntryListSettings& settings, bool nonnegative)
    : kept_(std::min(a.rows() - 1, settings.kept_factor * k)) {
  const Index n = a.rows();
  entries_.reserve(static_cast<std::size_t>(n * kept_));
  std::vector<Entry> row;
  constexpr Index rows_at_once = 64;
  for (Index i = 0; i < n; ++i) {
    if (i % rows_at_once == 0 && out_of_time && out_of_time()) return;
    row.clear();
    for (Index j = 0; j < n; ++j) {
      if (j != i) row.push_back({nonnegative ? std::max(a(j, i), 0.0) : std::abs(a(j, i)), j});
    }
    const auto larger = [](const Entry& x, const Entry& y) { return x.size > y.size; };
    if (kept_ < static_cast<Index>(row.size()))
      std::nth_element(row.begin(), row.begin() + kept_, row.end(), larger);
    std::sort(row.begin(), row.begin() + kept_, larger);
    entries_.insert(entries_.end(), row.begin(), row.begin() + kept_);
  }
  complete_ = true;
}

Vector DenseRowOracle::scores(const SparseVector& /*component*/, double /*tau*/, const Support& included) {
  Vector result = a_.diagonal();
  const Index terms = k_ - 1 - static_cast<Index>(included.size());
  for (Index i = 0; i < a_.rows(); ++i) {
    for (const Index j : included) result(i) += j == i ? 0.0 : std::abs(a_(j, i));
    Index found = 0;
    for (Index q = 0; q < largest_->kept() && found < terms; ++q) {
      if (contains(included, largest_->at(i, q).feature)) continue;
      result(i) += largest_->at(i, q).size;
      ++found;
    }
  }
  return result;
}

Reply DenseRowOracle::ask(const Query& query) {
  const Prepared prepared = prepare(query);
  Reply reply{{}, query.floor};
  std::vector<double> values;
  for (Index i = 0; i < a_.rows(); ++i) {
    if (prepared.in_core[static_cast<std::size_t>(i)] != 0) continue;
    const double value = row_value(i, prepared, values);
    if (!(value <= query.floor)) reply.rows.push_back({i, value});
  }
  return reply;
}

std::vector<Row> DenseRowOracle::ask_some(const Query& query, const std::vector<Row>& some) {
  const Prepared prepared = prepare(query);
  std::vector<Row> rows;
  rows.reserve(some.size());
  std::vector<double> values;
  for (const Row& row : some) rows.push_back({row.feature, row_value(row.feature, prepared, values)});
  return rows;
}

DenseRowOracle::Prepared DenseRowOracle::prepare(const Query& query) const {
  Prepared prepared{query.core,
                    std::vector<char>(static_cast<std::size_t>(a_.rows()), 0),
                    query.payments.cwiseInverse(),
                    query.conditions,
                    query.included,
                    features_to_positions(query.core, query.included),
                    std::max<Index>(0, k_ - 1 - static_cast<Index>(query.included.size()))};
  // A difference is as exact as its terms only if these are on the safe side.
  if (prepared.conditions.has_prices()) prepared.inverse_payments *= 1.0 + 0x1p-48;
  for (const Index j : query.core) prepared.in_core[static_cast<std::size_t>(j)] = 1;
  return prepared;
}

double DenseRowOracle::row_value(Index i, const Prepared& prepared, std::vector<double>& values) const {
  pay_core(i, prepared, values);
  double certain = 0.0;  // what is paid for I, whatever the others are
  for (const Index at : prepared.included_at)
    certain += std::exchange(values[static_cast<std::size_t>(at)], 0.0);
  if (limits_.empty()) {
    add_outside(i, prepared, values);
  } else {
    add_outside_limited(i, prepared, values);
  }
  const double sum = certain + linalg::sum_of_largest(values.data(), std::ssize(values), prepared.terms);
  // 2^-500 covers what is lost where a(j, i)^2 underflows, as payments are above 2^-500 (payments.hpp).
  return numerics::up(a_(i, i) + sum * (1.0 + numerics::gamma(static_cast<double>(k_ + 8))) + 0x1p-500);
}

void DenseRowOracle::pay_core(Index i, const Prepared& prepared, std::vector<double>& values) const {
  values.clear();
  for (std::size_t q = 0; q < prepared.core.size(); ++q) {
    const double entry = a_(prepared.core[q], i);
    const double a = prepared.conditions.nonnegative ? std::max(entry, 0.0) : entry;
    const double paid = a * a * prepared.inverse_payments(static_cast<Index>(q));
    values.push_back(prepared.conditions.has_prices()
                         ? std::max(0.0, paid - prepared.conditions.price(static_cast<Index>(q)))
                         : paid);
  }
}

void DenseRowOracle::add_outside(Index i, const Prepared& prepared, std::vector<double>& values) const {
  const Index kept = largest_->kept();
  Index found = 0;
  for (Index q = 0; q < kept && found < prepared.terms; ++q) {
    const LargestEntries::Entry& entry = largest_->at(i, q);
    if (prepared.in_core[static_cast<std::size_t>(entry.feature)] != 0) continue;
    values.push_back(entry.size);
    ++found;
  }
  // An entry that was not kept is at most the least one that was.
  if (kept < a_.rows() - 1) {
    const double rest = largest_->at(i, kept - 1).size;
    for (; found < prepared.terms; ++found) values.push_back(rest);
  }
}

/// Of each group as many of the largest as may join i and I.
void DenseRowOracle::add_outside_limited(Index i, const Prepared& prepared,
                                         std::vector<double>& values) const {
  bounds::pairs::LimitedValues limited(limits_);
  limited.begin(limits_.room_beside(with(prepared.included, i)));
  for (std::size_t q = 0; q < prepared.core.size(); ++q) {
    if (limited.takes(prepared.core[q])) limited.add(prepared.core[q], values[q]);
  }
  const Index kept = largest_->kept();
  for (Index q = 0; q < kept; ++q) {
    const LargestEntries::Entry& entry = largest_->at(i, q);
    if (prepared.in_core[static_cast<std::size_t>(entry.feature)] == 0 && limited.takes(entry.feature))
      limited.add(entry.feature, entry.size);
  }
  if (kept < a_.rows() - 1) {
    for (Index q = 0; q < prepared.terms; ++q) limited.add_without_group(largest_->at(i, kept - 1).size);
  }
  values.clear();
  limited.gather(values);
}

}  // namespace spica::presolve
