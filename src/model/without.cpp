// A without some features: they stay, as zeros, so that all others keep their numbers. A zero feature adds
// nothing to any component of a positive semidefinite matrix.

#include <memory>

#include "model/problem_data.hpp"

namespace spica {

Problem Problem::without(const Support& features) const {
  auto next = std::make_shared<Data>();
  next->kind = data_->kind;
  next->factor_given = data_->factor_given;
  next->features = data_->features;
  next->samples = data_->samples;
  next->exponent = data_->exponent;
  next->shift = data_->shift;
  next->notes = data_->notes;
  next->feature_names = data_->feature_names;
  next->error_radius = data_->error_radius;
  next->column_radius = data_->column_radius;
  if (data_->factor_given) {
    next->factor = data_->factor;
    for (const Index i : features) {
      next->factor.col(i).setZero();
      next->column_radius(i) = 0.0;
    }
    finish_factor(*next);
  } else {
    next->covariance = data_->covariance;
    for (const Index i : features) {
      next->covariance.row(i).setZero();
      next->covariance.col(i).setZero();
      next->error_radius(i) = 0.0;
    }
    finish_covariance(*next);
  }
  return Problem(std::move(next));
}

}  // namespace spica
