#include "presolve/outside.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/pairs/dual.hpp"
#include "verify/rounding.hpp"

namespace spica::presolve {

DenseOutside::DenseOutside(const Matrix& a, Index k) : a_(a), k_(k), kept_(std::min(a.rows() - 1, 3 * k)) {
  const Index n = a.rows();
  largest_.reserve(static_cast<std::size_t>(n * kept_));
  std::vector<Entry> row;
  for (Index i = 0; i < n; ++i) {
    row.clear();
    for (Index j = 0; j < n; ++j) {
      if (j != i) row.push_back({std::abs(a(j, i)), j});
    }
    const auto larger = [](const Entry& x, const Entry& y) { return x.size > y.size; };
    if (kept_ < static_cast<Index>(row.size()))
      std::nth_element(row.begin(), row.begin() + kept_, row.end(), larger);
    std::sort(row.begin(), row.begin() + kept_, larger);
    largest_.insert(largest_.end(), row.begin(), row.begin() + kept_);
  }
}

Vector DenseOutside::scores() const {
  Vector result = a_.diagonal();
  for (Index i = 0; i < a_.rows(); ++i) {
    for (Index q = 0; q < std::min(k_ - 1, kept_); ++q)
      result(i) += largest_[static_cast<std::size_t>(i * kept_ + q)].size;
  }
  return result;
}

std::vector<Row> DenseOutside::rows_above(const Support& core, const Vector& payments, double floor) const {
  std::vector<char> in_core(static_cast<std::size_t>(a_.rows()), 0);
  for (const Index j : core) in_core[static_cast<std::size_t>(j)] = 1;
  const Vector inverse = payments.cwiseInverse();
  std::vector<Row> rows;
  std::vector<double> values;
  for (Index i = 0; i < a_.rows(); ++i) {
    if (in_core[static_cast<std::size_t>(i)] != 0) continue;
    const double value = row_value(i, core, in_core, inverse, values);
    if (!(value <= floor)) rows.push_back({i, value});
  }
  return rows;
}

double DenseOutside::row_value(Index i, const Support& core, const std::vector<char>& in_core,
                               const Vector& inverse_payments, std::vector<double>& values) const {
  values.clear();
  for (std::size_t q = 0; q < core.size(); ++q) {
    const double a = a_(core[q], i);
    values.push_back(a * a * inverse_payments(static_cast<Index>(q)));
  }
  Index found = 0;
  for (Index q = 0; q < kept_ && found < k_ - 1; ++q) {
    const Entry& entry = largest_[static_cast<std::size_t>(i * kept_ + q)];
    if (in_core[static_cast<std::size_t>(entry.feature)] != 0) continue;
    values.push_back(entry.size);
    ++found;
  }
  // What was not kept is no larger than the last that was.
  if (kept_ < a_.rows() - 1) {
    const double rest = largest_[static_cast<std::size_t>(i * kept_ + kept_ - 1)].size;
    for (; found < k_ - 1; ++found) values.push_back(rest);
  }
  const double sum = bounds::pairs::sum_of_largest(values, k_ - 1);
  return verify::up(a_(i, i) + sum * (1.0 + verify::gamma(static_cast<double>(k_ + 8))));
}

}  // namespace spica::presolve
