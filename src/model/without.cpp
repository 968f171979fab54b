// A without some features: they stay, as zeros, so that all others keep their numbers. A zero feature adds
// nothing to any component of a positive semidefinite matrix.

#include <algorithm>
#include <memory>

#include "model/problem_data.hpp"

namespace spica {

Problem Problem::without(const Support& features) const {
  std::shared_ptr<Data> next = copy_of(*data_);
  next->removed.insert(next->removed.end(), features.begin(), features.end());
  std::sort(next->removed.begin(), next->removed.end());
  if (next->factor_given) {
    std::map<Index, Vector> zeros;
    for (const Index i : features) {
      zeros[i] = Vector::Zero(next->factor->rows());
      next->column_radius(i) = 0.0;
    }
    next->factor = with_replaced(next->factor, std::move(zeros));
    finish_factor(*next);
  } else {
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
