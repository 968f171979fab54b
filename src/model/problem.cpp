#include "spica/problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "factor/norm_order.hpp"
#include "linalg/eigen.hpp"
#include "linalg/product.hpp"
#include "model/problem_data.hpp"
#include "numerics/rounding.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

/// c_i'c_j of the columns of a matrix.
Matrix product(const Matrix& factor) {
  return *linalg::gram_of_columns(factor, {});
}

/// Thrown out of std::call_once where time is out before a view is made, so that the next caller makes it.
struct TimeIsUp {};

/// c_i'c_j among some features of a sparse factor, of which a few at a time become dense columns.
Matrix products_within(const Factor& factor, std::span<const Index> features) {
  const auto n = static_cast<Index>(features.size());
  Matrix a(n, n);
  factor.for_rows_within(features,
                         [&](Index first, const auto& rows) { a.middleRows(first, rows.rows()) = rows; });
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
}

}  // namespace

std::string constant_features_note(Index count) {
  return fmt::format("{} zero-variance feature{} zero in the correlations", count,
                     count == 1 ? " stays" : "s stay");
}

void require_representable(const Problem::Data& data) {
  // lambda^k and every bound on it stay below the trace, give or take the room that rounding needs.
  if (!std::isfinite(std::ldexp(2.0 * data.variances.cwiseAbs().sum() + 1.0, data.exponent))) {
    throw Error(ErrorKind::input,
                "variances this large overflow double precision; divide the data by a constant first");
  }
  const double most = data.variances.cwiseAbs().maxCoeff();
  if (most > 0.0 && !std::isnormal(std::ldexp(most, data.exponent))) {
    throw Error(ErrorKind::input,
                "variances this small underflow double precision; multiply the data by a constant first");
  }
}

Problem::Problem(std::shared_ptr<Data> data) : data_(std::move(data)) {}

std::shared_ptr<Problem::Data> copy_of(const Problem::Data& data) {
  auto copy = std::make_shared<Problem::Data>();
  copy->kind = data.kind;
  copy->factor_given = data.factor_given;
  copy->features = data.features;
  copy->samples = data.samples;
  copy->exponent = data.exponent;
  copy->shift = data.shift;
  copy->feature_names = data.feature_names;
  copy->removed = data.removed;
  if (data.factor_given) {
    copy->factor = data.factor;
  } else {
    copy->covariance = data.covariance;
  }
  copy->variances = data.variances;
  copy->error_radius = data.error_radius;
  copy->column_radius = data.column_radius;
  return copy;
}

const Support& Problem::removed() const {
  return data_->removed;
}

InputKind Problem::kind() const {
  return data_->kind;
}
Index Problem::features() const {
  return data_->features;
}
Index Problem::samples() const {
  return data_->samples;
}
int Problem::exponent() const {
  return data_->exponent;
}
double Problem::shift() const {
  return data_->shift;
}
const std::vector<std::string>& Problem::notes() const {
  return data_->notes;
}
const std::vector<std::string>& Problem::feature_names() const {
  return data_->feature_names;
}
void Problem::set_feature_names(std::vector<std::string> names) {
  data_->feature_names = std::move(names);
}
const Vector& Problem::variances() const {
  return data_->variances;
}
double Problem::trace() const {
  return data_->variances.sum();
}
bool Problem::in_factor_form() const {
  return data_->factor_given;
}
const Vector& Problem::error_radius() const {
  return data_->error_radius;
}
double Problem::to_user_up(double value) const {
  return numerics::scale_up(value, data_->exponent);
}
double Problem::to_user_down(double value) const {
  return numerics::scale_down(value, data_->exponent);
}

const Matrix& Problem::covariance() const {
  (void)make_covariance({});
  return data_->covariance;
}

bool Problem::make_covariance(const std::function<bool()>& out_of_time) const {
  if (!data_->factor_given) return true;
  try {
    std::call_once(data_->covariance_made, [&] {
      std::optional<Matrix> made = linalg::gram_of_columns(data_->factor->dense(), out_of_time);
      if (!made) throw TimeIsUp();
      data_->covariance = std::move(*made);
    });
  } catch (const TimeIsUp&) {
    return false;
  }
  return true;
}

double Problem::entry(Index i, Index j) const {
  return data_->factor_given ? data_->factor->column(i).dot(data_->factor->column(j))
                             : data_->covariance(i, j);
}

Matrix Problem::block(const Support& s) const {
  if (data_->factor_given) {
    if (data_->factor->sparse() != nullptr) return products_within(*data_->factor, s);
    return product(data_->factor->gather(s));
  }
  const auto size = static_cast<Index>(s.size());
  Matrix result(size, size);
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) result(i, j) = data_->covariance(s[i], s[j]);
  }
  return result;
}

std::optional<Matrix> Problem::block(const Support& s, const std::function<bool()>& out_of_time) const {
  if (!data_->factor_given || data_->factor->sparse() != nullptr) return block(s);
  return linalg::gram_of_columns(data_->factor->gather(s), out_of_time);
}

Matrix Problem::columns(const Support& s) const {
  if (data_->factor_given) {
    Matrix result(data_->features, static_cast<Index>(s.size()));
    const Matrix chosen = data_->factor->gather(s);
    for (Index j = 0; j < chosen.cols(); ++j) result.col(j) = data_->factor->transposed_times(chosen.col(j));
    return result;
  }
  return linalg::gather(data_->covariance, s);
}

Problem Problem::restricted(const Support& s) const {
  Problem result = with_covariance(block(s), data_->error_radius(s));
  if (!data_->feature_names.empty()) {
    std::vector<std::string> names;
    for (const Index i : s) names.push_back(data_->feature_names[static_cast<std::size_t>(i)]);
    result.set_feature_names(std::move(names));
  }
  return result;
}

Problem Problem::with_covariance(Matrix a, Vector error_radius) const {
  auto data = std::make_shared<Data>();
  data->kind = InputKind::covariance;
  data->features = a.rows();
  data->exponent = data_->exponent;
  data->shift = data_->shift;
  data->covariance = std::move(a);
  data->error_radius = std::move(error_radius);
  finish_covariance(*data);
  return Problem(std::move(data));
}

Vector Problem::multiply(const Vector& x) const {
  if (data_->factor_given) return data_->factor->transposed_times(data_->factor->times(x));
  return data_->covariance * x;
}

Vector Problem::multiply(const SparseVector& x) const {
  if (data_->factor_given) return data_->factor->transposed_times(data_->factor->times(x));
  Vector sum = Vector::Zero(data_->features);
  for (std::size_t i = 0; i < x.support.size(); ++i)
    sum += x.values(static_cast<Index>(i)) * data_->covariance.col(x.support[i]);
  return sum;
}

}  // namespace spica
