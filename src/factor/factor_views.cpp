#include "factor/factor_views.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/feature_set.hpp"
#include "numerics/rounding.hpp"

namespace spica {

namespace {

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

/// Another factor with some features replaced.
class ReplacedFactor : public Factor {
 public:
  ReplacedFactor(FactorRef base, std::map<Index, Vector> replaced)
      : Factor(base->rows(), base->cols()), base_(std::move(base)), replaced_(std::move(replaced)) {
    if (base_->sparse() == nullptr) return;
    storage_ = *base_->sparse();
    const double rounded = 1.0 + numerics::gamma(static_cast<double>(rows() + 16));
    for (const auto& [i, column] : replaced_) storage_->sizes(i) = column.stableNorm() * rounded;
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
  [[nodiscard]] const SparseStorage* sparse() const override { return storage_ ? &*storage_ : nullptr; }
  [[nodiscard]] double product_roundings() const override { return base_->product_roundings(); }

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
  std::optional<SparseStorage> storage_;
};

/// Another factor projected off some directions, P c_i with P = (I - q_r q_r') ... (I - q_1 q_1').
///
/// Where the other factor stores all numbers of a feature, P c_i is worked out when it is asked for, and this
/// factor is made of the doubles that come of it. Where zeros are left out, this factor is made of the exact
/// vectors P c_i, and y'P c_i is computed as (P'y)'c_i: each direction puts an error of gamma_{m+8} |y| into
/// P'y, and the product has the error of the other factor's products besides.
class ProjectedFactor : public Factor {
 public:
  ProjectedFactor(FactorRef base, Matrix directions)
      : Factor(base->rows(), base->cols()), base_(std::move(base)), directions_(std::move(directions)) {}

  void copy(std::span<const Index> features, Matrix& out) const override {
    base_->copy(features, out);
    project_columns(out.leftCols(static_cast<Index>(features.size())), directions_);
  }
  [[nodiscard]] std::unique_ptr<FactorProducts> products(const Matrix& y) const override {
    if (sparse() == nullptr) return Factor::products(y);
    return std::make_unique<Products>(*base_, transposed(y));
  }
  [[nodiscard]] Vector transposed_times(const Vector& y) const override {
    return base_->transposed_times(transposed(y));
  }
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override {
    Matrix sum = base_->times(x);
    project_columns(sum, directions_);
    return sum;
  }
  [[nodiscard]] Matrix gram() const override {
    Matrix half = base_->gram();
    project_columns(half, directions_);
    Matrix whole = half.transpose();
    project_columns(whole, directions_);
    return 0.5 * (whole + whole.transpose());
  }
  /// |P c|^2 is |c|^2 less the square of what each projection takes off.
  [[nodiscard]] Vector squared_norms() const override {
    if (sparse() == nullptr) return Factor::squared_norms();
    Vector result = base_->squared_norms();
    for (Index j = 0; j < directions_.cols(); ++j) {
      const Matrix before = directions_.leftCols(j).rowwise().reverse();
      Matrix q = directions_.col(j);
      project_columns(q, before);
      result -= base_->transposed_times(q).cwiseAbs2();
    }
    return result.cwiseMax(0.0);
  }
  [[nodiscard]] const SparseStorage* sparse() const override { return base_->sparse(); }
  [[nodiscard]] double product_roundings() const override {
    if (sparse() == nullptr) return Factor::product_roundings();
    return base_->product_roundings() + static_cast<double>(directions_.cols() * (rows() + 24));
  }
  void expect(std::span<const Index> features) const override { base_->expect(features); }

  [[nodiscard]] FactorRef selected(const FactorRef& /*self*/, const Support& features,
                                   int power) const override {
    return std::make_shared<ProjectedFactor>(selected_from(base_, features, power), directions_);
  }
  [[nodiscard]] FactorRef projected(const FactorRef& /*self*/, const Vector& q) const override {
    Matrix more(directions_.rows(), directions_.cols() + 1);
    more << directions_, q;
    return std::make_shared<ProjectedFactor>(base_, std::move(more));
  }

 private:
  class Products : public FactorProducts {
   public:
    Products(const Factor& base, Matrix y) : y_(std::move(y)), products_(base.products(y_)) {}
    const Matrix& operator()(std::span<const Index> features) override { return (*products_)(features); }

   private:
    Matrix y_;
    std::unique_ptr<FactorProducts> products_;
  };

  /// P'y: the directions in the opposite order.
  [[nodiscard]] Matrix transposed(Matrix y) const {
    project_columns(y, directions_.rowwise().reverse());
    return y;
  }

  FactorRef base_;
  Matrix directions_;
};

}  // namespace

void project_columns(Eigen::Ref<Matrix> columns, const Matrix& directions) {
  for (Index i = 0; i < columns.cols(); ++i) {
    auto c = columns.col(i);
    for (Index j = 0; j < directions.cols(); ++j) c -= directions.col(j).dot(c) * directions.col(j);
  }
}

FactorRef Factor::replaced(const FactorRef& self, std::map<Index, Vector> columns) const {
  return std::make_shared<ReplacedFactor>(self, std::move(columns));
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

FactorRef Factor::projected(const FactorRef& self, const Vector& q) const {
  return std::make_shared<ProjectedFactor>(self, q);
}

FactorRef projected_off(const FactorRef& factor, const Vector& q) {
  return factor->projected(factor, q);
}

}  // namespace spica
