#pragma once

// A factor of samples with their zeros left out, c_i = s_i (y_i - mean_i 1) (maths.md, 4.2). Centring would
// fill the zeros in, so the mean is taken off products instead: y'c_i = s_i (y'y_i - mean_i y'1). Cost of a
// product: the number of values of y_i that are stored.
//
// Valid under rounding: c_i stands for s_i (y_i - mean_i 1) of the doubles s_i, y_i and mean_i, without
// rounding. That is within column_radius_i of what the input defines: s_i is off by a few roundings, the mean
// by one. A product computed as above is off by gamma_{m+24} times |y_i| + sqrt(m) |mean_i|, which is what
// SparseStorage::sizes holds. With z zeros among m samples it is at most 3 sqrt(m/z) |c_i|; a feature without
// any is centred in its place, as it would be elsewhere (sample_transform.hpp).

#include "factor/factor.hpp"
#include "factor/sample_transform.hpp"
#include "spica/samples.hpp"

namespace spica {

class SparseFactor : public Factor {
 public:
  SparseFactor(SparseSamples samples, const SampleOptions& options);

  void copy(std::span<const Index> features, Matrix& out) const override;
  [[nodiscard]] std::unique_ptr<FactorProducts> products(const Matrix& y) const override;
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override;
  /// Cost: m^2, and for each feature the square of the number of its values.
  [[nodiscard]] Matrix gram() const override;
  [[nodiscard]] Vector squared_norms() const override;
  [[nodiscard]] const SparseStorage* sparse() const override { return &storage_; }
  [[nodiscard]] double product_roundings() const override { return static_cast<double>(rows() + 24); }

  /// Copies the values of the features.
  [[nodiscard]] FactorRef selected(const FactorRef& self, const Support& features, int power) const override;

  /// Moves the scaling out, to be called once: radii may take as much memory as sparse features do.
  [[nodiscard]] Scaling take_scaling();

 private:
  friend class SparseProducts;
  SparseFactor(const SparseFactor& all, const Support& features, int power);
  [[nodiscard]] std::span<const std::int32_t> rows_of(Index feature) const;
  [[nodiscard]] std::span<const double> values_of(Index feature) const;
  [[nodiscard]] std::span<double> values_of(Index feature);
  [[nodiscard]] Vector magnitudes(const SampleOptions& options) const;
  void scale_values(const Vector& magnitude, bool each);
  void center_full_features(const Vector& magnitude);
  void measure(Index feature, const SampleOptions& options);
  [[nodiscard]] double spread(Index feature) const;  // the sum of (y - mean)^2
  [[nodiscard]] double scale(Index feature) const {
    return own_scales_.size() > 0 ? own_scales_(feature) : scale_;
  }

  SparseSamples samples_;
  int exponent_ = 0;
  Vector mean_;
  double scale_ = 1.0;  // of all features, unless they are standardised
  Vector own_scales_;
  SparseStorage storage_;
  Vector column_radius_;
};

}  // namespace spica
