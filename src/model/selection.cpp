// Some features of a problem: as a problem of their own (only), or with all others as zeros, so that they
// keep their numbers (without).
//
// A problem of its own is scaled anew (maths.md, 2.11). The features that are left may be far smaller than
// those that were taken out: in the old scale their squares would underflow, and tolerances relative to one
// would swallow them. Only for a certificate, which has one scale, the old one is kept.

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/feature_set.hpp"
#include "model/problem_data.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

constexpr int most_power = 1000;  // 2^power is a double, and so is its inverse

/// The power of two that brings a length near one. Nothing is made smaller: that might underflow.
int power_for(double length) {
  return length > 0.0 ? std::clamp(-std::ilogb(length), 0, most_power) : 0;
}

/// The length of the longest feature, where squares may underflow.
double longest_of(const Factor& factor) {
  constexpr Index at_once = 256;
  double longest = 0.0;
  Matrix columns(factor.rows(), at_once);
  std::vector<Index> block;
  for (Index first = 0; first < factor.cols(); first += at_once) {
    block.clear();
    for (Index i = first; i < std::min(first + at_once, factor.cols()); ++i) block.push_back(i);
    factor.copy(block, columns);
    for (std::size_t q = 0; q < block.size(); ++q)
      longest = std::max(longest, columns.col(static_cast<Index>(q)).stableNorm());
  }
  return longest;
}

int power_for(const Problem::Data& data, const Support& features) {
  constexpr double no_underflow = 0x1p-600;
  const double square = data.variances(features).maxCoeff();
  return power_for(square > no_underflow ? std::sqrt(square)
                                         : longest_of(*selected_from(data.factor, features, 0)));
}

void select_from_factor(const Problem::Data& data, const Support& features, bool keep_scale,
                        Problem::Data& selected) {
  const int power = keep_scale ? 0 : power_for(data, features);
  selected.factor = selected_from(data.factor, features, power);
  selected.column_radius = data.column_radius(features) * std::ldexp(1.0, power);
  selected.exponent = data.exponent - 2 * power;
  finish_factor(selected);
}

/// |A_ij - exact| <= rho_i rho_j: where A is scaled by 4^power, rho is by 2^power.
void select_from_covariance(const Problem::Data& data, const Support& features, bool keep_scale,
                            Problem::Data& selected) {
  selected.covariance = data.covariance(features, features);
  const int power = keep_scale ? 0 : power_for(std::sqrt(selected.covariance.cwiseAbs().maxCoeff()));
  const double factor = std::ldexp(1.0, power);
  selected.covariance *= factor;
  selected.covariance *= factor;
  selected.error_radius = data.error_radius(features) * factor;
  selected.exponent = data.exponent - 2 * power;
  finish_covariance(selected);
}

}  // namespace

Problem Problem::only(const Support& features, bool keep_scale) const {
  if (features.empty()) throw Error(ErrorKind::input, "no feature is left");
  auto selected = std::make_shared<Data>();
  selected->kind = data_->kind;
  selected->factor_given = data_->factor_given;
  selected->features = static_cast<Index>(features.size());
  selected->samples = data_->samples;
  selected->shift = data_->shift;
  if (data_->factor_given) {
    select_from_factor(*data_, features, keep_scale, *selected);
  } else {
    select_from_covariance(*data_, features, keep_scale, *selected);
  }
  return Problem(std::move(selected));
}

Problem Problem::without(const Support& features) const {
  std::shared_ptr<Data> next = copy_of(*data_);
  next->removed.insert(next->removed.end(), features.begin(), features.end());
  std::sort(next->removed.begin(), next->removed.end());
  next->removed.erase(std::unique(next->removed.begin(), next->removed.end()), next->removed.end());
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
