#include "model/factor.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linalg/parallel.hpp"
#include "linalg/product.hpp"
#include "model/feature_set.hpp"
#include "verify/rounding.hpp"

namespace spica {

namespace {

constexpr Index features_at_once = 1024;

constexpr Index chunk = 32768;

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
  std::vector<decltype(work(n, n))> parts(static_cast<std::size_t>((n + chunk - 1) / chunk));
  linalg::for_chunks(n, chunk, [&](Index first, Index count) {
    parts[static_cast<std::size_t>(first / chunk)] = work(first, count);
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
    const auto rows = static_cast<blasint>(y_.cols());
    const auto inner = static_cast<blasint>(y_.rows());
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, rows, static_cast<blasint>(count), inner, 1.0,
                y_.data(), inner, gathered_.data(), inner, 0.0, products_.data(), rows);
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
    if (columns_.cols() > chunk) return Factor::transposed_times(y);
    return linalg::transposed_product(columns_, y);
  }
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override {
    if (columns_.cols() > chunk) return Factor::times(x);
    return linalg::product(columns_, x);
  }
  [[nodiscard]] const Matrix& dense() const override { return columns_; }

 private:
  Matrix columns_;
};

/// Some features of another factor, scaled by a power of two.
class SelectedFactor : public Factor {
 public:
  SelectedFactor(FactorRef base, Support features, int power)
      : Factor(base->rows(), static_cast<Index>(features.size())),
        base_(std::move(base)),
        features_(std::move(features)),
        power_(power) {}

  void copy(std::span<const Index> features, Matrix& out) const override {
    base_->copy(numbers_in_base(features), out);
    if (power_ != 0) out.leftCols(static_cast<Index>(features.size())) *= std::ldexp(1.0, power_);
  }
  void expect(std::span<const Index> features) const override { base_->expect(numbers_in_base(features)); }

  [[nodiscard]] FactorRef selected(const FactorRef& /*self*/, const Support& features,
                                   int power) const override {
    return std::make_shared<SelectedFactor>(base_, numbers_in_base(features), power_ + power);
  }

 private:
  [[nodiscard]] std::vector<Index> numbers_in_base(std::span<const Index> features) const {
    return positions_to_features(features_, features);
  }

  FactorRef base_;
  Support features_;
  int power_;
};

/// What another factor holds, but for some features.
class ReplacedFactor : public Factor {
 public:
  ReplacedFactor(FactorRef base, std::map<Index, Vector> replaced)
      : Factor(base->rows(), base->cols()),
        base_(std::move(base)),
        replaced_(std::move(replaced)),
        sizes_(base_->sizes()) {
    if (sizes_.size() == 0) return;
    const double rounded = 1.0 + verify::gamma(static_cast<double>(rows() + 16));
    for (const auto& [i, column] : replaced_) sizes_(i) = column.stableNorm() * rounded;
  }

  void copy(std::span<const Index> features, Matrix& out) const override {
    base_->copy(features, out);
    for (std::size_t q = 0; q < features.size(); ++q) {
      if (const Vector* column = find(features[q])) out.col(static_cast<Index>(q)) = *column;
    }
  }
  [[nodiscard]] std::unique_ptr<FactorProducts> products(const Matrix& y) const override {
    return std::make_unique<Products>(*this, y);
  }
  [[nodiscard]] Vector transposed_times(const Vector& y) const override {
    Vector result = base_->transposed_times(y);
    for (const auto& [i, column] : replaced_) result(i) = column.dot(y);
    return result;
  }
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override {
    Vector others = x;
    for (const auto& [i, column] : replaced_) others(i) = 0.0;
    Vector result = base_->times(others);
    for (const auto& [i, column] : replaced_) result += x(i) * column;
    return result;
  }
  [[nodiscard]] Vector squared_norms() const override {
    Vector result = base_->squared_norms();
    for (const auto& [i, column] : replaced_) result(i) = column.squaredNorm();
    return result;
  }
  [[nodiscard]] const Vector& sizes() const override { return sizes_; }

  [[nodiscard]] FactorRef replaced(const FactorRef& /*self*/, std::map<Index, Vector> more) const override {
    more.insert(replaced_.begin(), replaced_.end());
    return std::make_shared<ReplacedFactor>(base_, std::move(more));
  }
  [[nodiscard]] FactorRef selected(const FactorRef& /*self*/, const Support& features,
                                   int power) const override {
    std::map<Index, Vector> columns;
    for (std::size_t q = 0; q < features.size(); ++q) {
      if (const Vector* column = find(features[q]))
        columns[static_cast<Index>(q)] = *column * std::ldexp(1.0, power);
    }
    const FactorRef base = selected_from(base_, features, power);
    return columns.empty() ? base : with_replaced(base, std::move(columns));
  }

 private:
  class Products : public FactorProducts {
   public:
    Products(const ReplacedFactor& factor, const Matrix& y)
        : factor_(factor), y_(y), base_(factor.base_->products(y)) {}

    const Matrix& operator()(std::span<const Index> features) override {
      const Matrix& found = (*base_)(features);
      bool any = false;
      for (const Index i : features) any = any || factor_.find(i) != nullptr;
      if (!any) return found;
      mended_ = found;
      for (std::size_t q = 0; q < features.size(); ++q) {
        if (const Vector* column = factor_.find(features[q]))
          mended_.col(static_cast<Index>(q)) = y_.transpose() * *column;
      }
      return mended_;
    }

   private:
    const ReplacedFactor& factor_;
    const Matrix& y_;
    std::unique_ptr<FactorProducts> base_;
    Matrix mended_;
  };

  [[nodiscard]] const Vector* find(Index feature) const {
    const auto at = replaced_.find(feature);
    return at == replaced_.end() ? nullptr : &at->second;
  }

  FactorRef base_;
  std::map<Index, Vector> replaced_;
  Vector sizes_;
};

}  // namespace

std::unique_ptr<FactorProducts> Factor::products(const Matrix& y) const {
  return std::make_unique<GatheredProducts>(*this, y);
}

Vector Factor::transposed_times(const Vector& y) const {
  Vector result(cols_);
  const Matrix one = y;
  linalg::for_chunks(cols_, chunk, [&](Index begin, Index size) {
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
  const auto m = static_cast<blasint>(rows_);
  Matrix result = sum_of_chunks(cols_, [&](Index begin, Index size) {
    Matrix part = Matrix::Zero(rows_, rows_);
    if (m == 0) return part;
    Matrix columns(rows_, std::min(features_at_once, size));
    for_blocks(begin, size, [&](Index, const std::vector<Index>& block) {
      copy(block, columns);
      cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, m, static_cast<blasint>(block.size()), 1.0,
                  columns.data(), m, 1.0, part.data(), m);
    });
    return part;
  });
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return result;
}

Vector Factor::squared_norms() const {
  Vector result(cols_);
  linalg::for_chunks(cols_, chunk, [&](Index begin, Index size) {
    Matrix columns(rows_, std::min(features_at_once, size));
    for_blocks(begin, size, [&](Index first, const std::vector<Index>& block) {
      const auto count = static_cast<Index>(block.size());
      copy(block, columns);
      result.segment(first, count) = columns.leftCols(count).colwise().squaredNorm();
    });
  });
  return result;
}

const Vector& Factor::sizes() const {
  static const Vector norms;
  return norms;
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

FactorRef Factor::replaced(const FactorRef& self, std::map<Index, Vector> columns) const {
  return std::make_shared<ReplacedFactor>(self, std::move(columns));
}

FactorRef dense_factor(Matrix columns) {
  return std::make_shared<DenseFactor>(std::move(columns));
}

FactorRef with_replaced(const FactorRef& factor, std::map<Index, Vector> columns) {
  return factor->replaced(factor, std::move(columns));
}

FactorRef Factor::selected(const FactorRef& self, const Support& features, int power) const {
  return std::make_shared<SelectedFactor>(self, features, power);
}

FactorRef selected_from(const FactorRef& factor, const Support& features, int power) {
  return factor->selected(factor, features, power);
}

}  // namespace spica
