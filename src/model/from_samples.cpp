// Samples in factor form: c_i = (y_i - mean_i 1) / sqrt(m - ddof), so that A = CC' is their covariance. How,
// and what that rounds, is in sample_transform.hpp and sparse_factor.hpp. Cost O(mn).

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "factor/raw_factor.hpp"
#include "factor/sample_transform.hpp"
#include "factor/sparse_factor.hpp"
#include "linalg/eigen.hpp"
#include "model/problem_data.hpp"
#include "model/refuse.hpp"
#include "numerics/rounding.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

using numerics::unit_roundoff;

void require_samples(Index rows, Index cols, const SampleOptions& options) {
  if (rows == 0 || cols == 0) refuse("there are no samples");
  if (rows > options.ddof) return;
  refuse(fmt::format("{} sample{} cannot be divided by m - ddof = {}; use `ddof=0` or more samples", rows,
                     rows == 1 ? "" : "s", rows - options.ddof));
}

void note_zeros(Problem::Data& data, Index zeros, const SampleOptions& options) {
  if (!options.standardize || zeros == 0) return;
  data.notes.push_back(options.center
                           ? constant_features_note(zeros)
                           : fmt::format("{} zero column{} zero", zeros, zeros == 1 ? " stays" : "s stay"));
}

std::shared_ptr<Problem::Data> describe(FactorRef factor, const SampleTransform& transform,
                                        const SampleOptions& options) {
  return data_of_samples(std::move(factor),
                         {transform.exponent(), transform.column_radius(), transform.zeros()}, options);
}

template <class Value>
std::shared_ptr<Problem::Data> keep(DenseSamples<Value> y, const SampleOptions& options) {
  require_samples(y.rows, y.cols, options);
  const auto read = [&y](Index j, Eigen::Ref<Vector> column) {
    column = Eigen::Map<const Eigen::Matrix<Value, Eigen::Dynamic, 1>>(y.values + j * y.rows, y.rows)
                 .template cast<double>();
  };
  const SampleTransform transform(y.rows, y.cols, read, options);
  return describe(std::make_shared<RawFactor<Value>>(std::move(y), transform), transform, options);
}

}  // namespace

std::shared_ptr<Problem::Data> data_of_samples(FactorRef factor, Scaling scaling,
                                               const SampleOptions& options) {
  linalg::use_one_blas_thread();
  auto data = std::make_shared<Problem::Data>();
  data->kind = InputKind::samples;
  data->factor_given = true;
  data->features = factor->cols();
  data->samples = factor->rows();
  data->exponent = scaling.exponent;
  data->column_radius = std::move(scaling.column_radius);
  data->factor = std::move(factor);
  data->removed = options.exclude;
  note_zeros(*data, scaling.zeros - static_cast<Index>(options.exclude.size()), options);
  finish_factor(*data);
  require_representable(*data);
  return data;
}

void finish_factor(Problem::Data& data) {
  data.variances = data.factor->squared_norms();
  // With M_i = |c_i| + radius_i/eps0:  |c_i'c_j computed - exact| <= (2 eps0 + eps0^2 + gamma_m) M_i M_j, for
  // any eps0 > 0 (maths.md, 4.3). The typical relative radius makes both terms of M_i alike.
  const double total = data.variances.sum();
  const double typical = total > 0.0 ? std::sqrt(data.column_radius.squaredNorm() / total) : 1.0;
  const double eps0 = std::max(8.0 * unit_roundoff, std::min(typical, 1.0));
  const double rounded = numerics::gamma(data.factor->product_roundings());
  const double factor = std::sqrt(2.0 * eps0 + eps0 * eps0 + rounded) * (1.0 + 1e-10);
  data.error_radius = data.column_radius / eps0;
  if (const SparseStorage* sparse = data.factor->sparse()) {
    data.error_radius += sparse->sizes;
  } else {
    data.error_radius += data.variances.cwiseSqrt();
  }
  data.error_radius *= factor;
  // A zero column is exact; elsewhere products of tiny numbers may underflow.
  data.error_radius = (data.column_radius.array() > 0.0).select(data.error_radius.array() + 0x1p-480, 0.0);
}

Problem Problem::from_samples(Matrix y, const SampleOptions& options) {
  require_samples(y.rows(), y.cols(), options);
  const auto read = [&y](Index j, Eigen::Ref<Vector> column) { column = y.col(j); };
  const SampleTransform transform(y.rows(), y.cols(), read, options);
  for (Index j = 0; j < y.cols(); ++j) transform.apply(j, y.col(j));
  return Problem(describe(dense_factor(std::move(y)), transform, options));
}

Problem Problem::from_samples(DenseSamples<double> y, const SampleOptions& options) {
  return Problem(keep(std::move(y), options));
}

Problem Problem::from_samples(DenseSamples<float> y, const SampleOptions& options) {
  return Problem(keep(std::move(y), options));
}

Problem Problem::from_samples(SparseSamples y, const SampleOptions& options) {
  require_samples(y.rows, y.cols(), options);
  const auto factor = std::make_shared<SparseFactor>(std::move(y), options);
  return Problem(data_of_samples(factor, factor->take_scaling(), options));
}

Problem Problem::from_sensing_matrix(Matrix a, bool normalize) {
  if (a.size() == 0) refuse("the sensing matrix is empty");
  const auto divide_by_one = static_cast<int>(a.rows() - 1);
  Problem problem = from_samples(std::move(a), {false, normalize, divide_by_one, {}});
  problem.data_->kind = InputKind::sensing;
  return problem;
}

}  // namespace spica
