#include "io/native_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/errors.hpp"

namespace spica::io {

namespace {

template <class Value>
auto view(const DenseSamples<Value>& samples) {
  using Values = Eigen::Matrix<Value, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Values>(samples.values, samples.rows, samples.cols);
}

Index columns(const SparseSamples& samples) {
  return samples.cols();
}
template <class Value>
Index columns(const DenseSamples<Value>& samples) {
  return samples.cols;
}

template <class Value>
Vector row(const DenseSamples<Value>& samples, Index i) {
  return view(samples).row(i).template cast<double>();
}
Vector row(const SparseSamples& samples, Index i) {
  Vector result = Vector::Zero(samples.cols());
  for (Index j = 0; j < samples.cols(); ++j) {
    const auto first = samples.row.begin() + samples.starts[static_cast<std::size_t>(j)];
    const auto last = samples.row.begin() + samples.starts[static_cast<std::size_t>(j) + 1];
    const auto at = std::lower_bound(first, last, i);
    if (at != last && *at == i) result(j) = samples.value[static_cast<std::size_t>(at - samples.row.begin())];
  }
  return result;
}

template <class Value>
Vector column(const DenseSamples<Value>& samples, Index j) {
  return view(samples).col(j).template cast<double>();
}
Vector column(const SparseSamples& samples, Index j) {
  Vector result = Vector::Zero(samples.rows);
  const auto last = static_cast<std::size_t>(samples.starts[static_cast<std::size_t>(j) + 1]);
  for (auto e = static_cast<std::size_t>(samples.starts[static_cast<std::size_t>(j)]); e < last; ++e)
    result(samples.row[e]) = samples.value[e];
  return result;
}

constexpr Index cells_at_once = Index{1} << 21;

/// Fills blocks of rows of samples that are stored by columns.
template <class Samples>
class Rows;

template <class Value>
class Rows<DenseSamples<Value>> {
 public:
  explicit Rows(const DenseSamples<Value>& samples) : samples_(samples) {}

  void fill(Index first, Eigen::Ref<RowBlock> block) {
    for (Index j = 0; j < samples_.cols; ++j) {
      const Value* values = samples_.values + j * samples_.rows + first;
      for (Index i = 0; i < block.rows(); ++i) block(i, j) = static_cast<double>(values[i]);
    }
  }

 private:
  const DenseSamples<Value>& samples_;
};

template <>
class Rows<SparseSamples> {
 public:
  explicit Rows(const SparseSamples& samples)
      : samples_(samples), next_(samples.starts.begin(), samples.starts.end() - 1) {}

  /// Blocks come in order: each column goes on where it stopped.
  void fill(Index first, Eigen::Ref<RowBlock> block) {
    block.setZero();
    for (Index j = 0; j < samples_.cols(); ++j) {
      const Index end = samples_.starts[static_cast<std::size_t>(j) + 1];
      Index& e = next_[static_cast<std::size_t>(j)];
      for (; e < end; ++e) {
        const Index i = samples_.row[static_cast<std::size_t>(e)] - first;
        if (i >= block.rows()) break;
        block(i, j) = samples_.value[static_cast<std::size_t>(e)];
      }
    }
  }

 private:
  const SparseSamples& samples_;
  std::vector<Index> next_;
};

Matrix whole(const SparseSamples& samples, const std::string& path) {
  if (samples.rows > most_cells / samples.cols())
    fail(path, fmt::format("{} x {} is too large for a dense matrix, which it has to become here; at most {} "
                           "cells are read, select columns first",
                           samples.rows, samples.cols(), most_cells));
  Matrix result = Matrix::Zero(samples.rows, samples.cols());
  for (Index j = 0; j < samples.cols(); ++j) result.col(j) = column(samples, j);
  return result;
}
template <class Value>
Matrix whole(const DenseSamples<Value>& samples, const std::string&) {
  return view(samples).template cast<double>();
}

}  // namespace

Index rows_of(const NativeSamples& samples) {
  return std::visit([](const auto& held) { return held.rows; }, samples);
}

Index columns_of(const NativeSamples& samples) {
  return std::visit([](const auto& held) { return columns(held); }, samples);
}

Vector row_of(const NativeSamples& samples, Index i) {
  return std::visit([i](const auto& held) { return row(held, i); }, samples);
}

Vector column_of(const NativeSamples& samples, Index j) {
  return std::visit([j](const auto& held) { return column(held, j); }, samples);
}

bool is_sparse_but_filled(const NativeSamples& samples) {
  const auto* sparse = std::get_if<SparseSamples>(&samples);
  return sparse != nullptr &&
         static_cast<Index>(sparse->value.size()) >= sparse->cols() * (sparse->rows / 2 + 1);
}

Matrix expanded(const NativeSamples& samples, const std::string& path) {
  return std::visit([&path](const auto& held) { return whole(held, path); }, samples);
}

void for_row_blocks(const NativeSamples& samples,
                    const std::function<void(const Eigen::Ref<const RowBlock>&)>& work) {
  const auto hand_out = [&work](const auto& held) {
    const Index at_once = std::clamp<Index>(cells_at_once / columns(held), 1, held.rows);
    Rows<std::decay_t<decltype(held)>> rows(held);
    RowBlock block(at_once, columns(held));
    for (Index first = 0; first < held.rows; first += at_once) {
      const Index count = std::min(at_once, held.rows - first);
      rows.fill(first, block.topRows(count));
      work(block.topRows(count));
    }
  };
  std::visit(hand_out, samples);
}

}  // namespace spica::io
