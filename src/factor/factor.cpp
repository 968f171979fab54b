#include "factor/factor.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"
#include "factor/chunks.hpp"
#include "factor/factor_views.hpp"
#include "linalg/blas.hpp"
#include "linalg/product.hpp"

namespace spica {

namespace {

namespace blas = linalg::blas;

/// One block of consecutive features after another.
template <class Work>
void for_blocks(Index begin, Index count, const Work& work) {
  std::vector<Index> block;
  for (Index first = begin; first < begin + count; first += features_at_once) {
    block.resize(static_cast<std::size_t>(std::min(features_at_once, begin + count - first)));
    std::iota(block.begin(), block.end(), first);
    work(first, block);
  }
}

/// The sum over chunks of what work(first, count) returns, in their order. No features are one empty chunk.
template <class Work>
auto sum_of_chunks(Index n, const Work& work) {
  if (n == 0) return work(n, n);
  std::vector<decltype(work(n, n))> parts(
      static_cast<std::size_t>((n + features_per_chunk - 1) / features_per_chunk));
  for_chunks(n, features_per_chunk, [&](Index first, Index count) {
    parts[static_cast<std::size_t>(first / features_per_chunk)] = work(first, count);
  });
  auto sum = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) sum += parts[part];
  return sum;
}

class GatheredProducts : public FactorProducts {
 public:
  GatheredProducts(const Factor& factor, const Matrix& y) : factor_(factor), y_(y) {}

  const Matrix& operator()(std::span<const Index> features) override {
    const auto count = static_cast<Index>(features.size());
    if (gathered_.cols() < count) gathered_.resize(factor_.rows(), count);
    if (products_.cols() < count) products_.resize(y_.cols(), count);
    if (count == 0 || y_.size() == 0) {
      products_.setZero();
      return products_;
    }
    factor_.copy(features, gathered_);
    blas::multiply(blas::Op::transpose, y_, blas::Op::none, gathered_.leftCols(count), 0.0,
                   products_.leftCols(count));
    return products_;
  }

 private:
  const Factor& factor_;
  const Matrix& y_;
  Matrix gathered_;
  Matrix products_;
};

class DenseFactor : public Factor {
 public:
  explicit DenseFactor(Matrix columns)
      : Factor(columns.rows(), columns.cols()), columns_(std::move(columns)) {}

  void copy(std::span<const Index> features, Matrix& out) const override {
    constexpr std::size_t ahead = 6;
    for (std::size_t q = 0; q < features.size(); ++q) {
      if (q + ahead < features.size())
        linalg::prefetch(columns_.data() + features[q + ahead] * rows(), rows());
      out.col(static_cast<Index>(q)) = columns_.col(features[q]);
    }
  }
  [[nodiscard]] Vector transposed_times(const Vector& y) const override {
    if (columns_.cols() > features_per_chunk) return Factor::transposed_times(y);
    return linalg::transposed_product(columns_, y);
  }
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override {
    if (columns_.cols() > features_per_chunk) return Factor::times(x);
    return linalg::product(columns_, x);
  }
  [[nodiscard]] const Matrix& dense() const override { return columns_; }
  /// Worked out at once where that takes little memory.
  [[nodiscard]] FactorRef projected(const FactorRef& self, const Vector& q) const override {
    constexpr Index little = Index{1} << 23;
    if (columns_.size() > little) return Factor::projected(self, q);
    Matrix columns = columns_;
    project_columns(columns, q);
    return dense_factor(std::move(columns));
  }

 private:
  Matrix columns_;
};

}  // namespace

std::unique_ptr<FactorProducts> Factor::products(const Matrix& y) const {
  return std::make_unique<GatheredProducts>(*this, y);
}

Vector Factor::transposed_times(const Vector& y) const {
  Vector result(cols_);
  const Matrix one = y;
  for_chunks(cols_, features_per_chunk, [&](Index begin, Index size) {
    const std::unique_ptr<FactorProducts> with_y = products(one);
    for_blocks(begin, size, [&](Index first, const std::vector<Index>& block) {
      const auto count = static_cast<Index>(block.size());
      result.segment(first, count) = (*with_y)(block).row(0).head(count);
    });
  });
  return result;
}

Vector Factor::times(const Vector& x) const {
  return sum_of_chunks(cols_, [&](Index begin, Index size) {
    Vector result = Vector::Zero(rows_);
    Matrix columns(rows_, std::min(features_at_once, size));
    for_blocks(begin, size, [&](Index first, const std::vector<Index>& block) {
      const auto count = static_cast<Index>(block.size());
      copy(block, columns);
      result.noalias() += columns.leftCols(count) * x.segment(first, count);
    });
    return result;
  });
}

Matrix Factor::gram() const {
  Matrix result = sum_of_chunks(cols_, [&](Index begin, Index size) {
    Matrix part = Matrix::Zero(rows_, rows_);
    if (rows_ == 0) return part;
    Matrix columns(rows_, std::min(features_at_once, size));
    for_blocks(begin, size, [&](Index, const std::vector<Index>& block) {
      copy(block, columns);
      blas::add_square(blas::Op::none, columns.leftCols(static_cast<Index>(block.size())), 1.0, part);
    });
    return part;
  });
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return result;
}

Vector Factor::squared_norms() const {
  Vector result(cols_);
  for_chunks(cols_, features_per_chunk, [&](Index begin, Index size) {
    Matrix columns(rows_, std::min(features_at_once, size));
    for_blocks(begin, size, [&](Index first, const std::vector<Index>& block) {
      const auto count = static_cast<Index>(block.size());
      copy(block, columns);
      result.segment(first, count) = columns.leftCols(count).colwise().squaredNorm();
    });
  });
  return result;
}

const Matrix& Factor::dense() const {
  std::call_once(dense_made_, [this] {
    std::vector<Index> all(static_cast<std::size_t>(cols_));
    std::iota(all.begin(), all.end(), Index{0});
    dense_ = gather(all);
  });
  return dense_;
}

void Factor::for_rows_within(std::span<const Index> features, const TakeRows& take) const {
  const auto at_once =
      static_cast<std::size_t>(std::clamp<Index>(100'000 / std::max<Index>(rows(), 1), 16, 256));
  for (std::size_t first = 0; first < features.size(); first += at_once) {
    const Matrix columns = gather(features.subspan(first, std::min(at_once, features.size() - first)));
    const std::unique_ptr<FactorProducts> products_of = products(columns);
    take(static_cast<Index>(first), (*products_of)(features).leftCols(static_cast<Index>(features.size())));
  }
}

Matrix Factor::gather(std::span<const Index> features) const {
  Matrix result(rows_, static_cast<Index>(features.size()));
  copy(features, result);
  return result;
}

Vector Factor::column(Index feature) const {
  return gather({&feature, 1}).col(0);
}

Vector Factor::times(const SparseVector& x) const {
  return gather(x.support) * x.values;
}

FactorRef dense_factor(Matrix columns) {
  return std::make_shared<DenseFactor>(std::move(columns));
}

}  // namespace spica
