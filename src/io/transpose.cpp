#include "io/transpose.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace spica::io {

namespace {

template <class Value>
NativeSamples transposed(const DenseSamples<Value>& samples) {
  using Values = Eigen::Matrix<Value, Eigen::Dynamic, Eigen::Dynamic>;
  const std::shared_ptr<Value[]> buffer(new Value[static_cast<std::size_t>(samples.rows * samples.cols)]);
  Eigen::Map<Values>(buffer.get(), samples.cols, samples.rows) =
      Eigen::Map<const Values>(samples.values, samples.rows, samples.cols).transpose();
  return DenseSamples<Value>{buffer.get(), samples.cols, samples.rows, buffer};
}

/// Columns are taken in order, so that the rows of every new column ascend.
NativeSamples transposed(const SparseSamples& samples) {
  SparseSamples result;
  result.rows = samples.cols();
  result.starts.assign(static_cast<std::size_t>(samples.rows) + 1, 0);
  for (const std::int32_t i : samples.row) ++result.starts[static_cast<std::size_t>(i) + 1];
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.row.resize(samples.row.size());
  result.value.resize(samples.value.size());
  std::vector<Index> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t j = 0; j + 1 < samples.starts.size(); ++j) {
    for (auto e = static_cast<std::size_t>(samples.starts[j]);
         e < static_cast<std::size_t>(samples.starts[j + 1]); ++e) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(samples.row[e])]++);
      result.row[at] = static_cast<std::int32_t>(j);
      result.value[at] = samples.value[e];
    }
  }
  return result;
}

}  // namespace

void transpose(Table& table) {
  if (const NativeSamples* native = table.native()) {
    table.numbers = std::visit([](const auto& samples) { return transposed(samples); }, *native);
  } else {
    table.numbers = Matrix(table.values().transpose());
  }
  std::swap(table.column_names, table.row_names);
  table.transposed = !table.transposed;
}

}  // namespace spica::io
