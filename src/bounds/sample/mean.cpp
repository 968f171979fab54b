#include "bounds/sample/mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/rounding.hpp"

namespace spica::bounds {

void SampleMean::add(const SampleStep& step, double weight) {
  total_weight_ += weight;
  const double share = weight / total_weight_;
  if (with_vectors_) {
    add_vectors(step, share);
  } else {
    add_dual(step.dual, share);
  }
}

/// Each entry of the sum is rounded three times, relatively to what it is made of.
void SampleMean::add_dual(const SampleDual& dual, double share) {
  if (dual_.g.size() == 0) {
    dual_ = dual;
    return;
  }
  const double rounded = numerics::gamma(16.0) * (dual_.g.stableNorm() + dual.g.stableNorm()) + 0x1p-1000;
  dual_.g += share * (dual.g - dual_.g);
  dual_.g_error = numerics::up(std::max(dual_.g_error, dual.g_error) + rounded);
  dual_.nu = numerics::up(numerics::up(numerics::up(1.0 - share) * dual_.nu) + numerics::up(share * dual.nu));
}

/// W = UU' with U = (sqrt(1 - share) q_mean, sqrt(share) q): then Wp = Uz for z = (nu I + U'U)^-1 U'c, and p'Wp = z'z.
void SampleMean::add_vectors(const SampleStep& step, double share) {
  const SampleVectors& latest = *step.vectors;
  const Index known = mean_.cols();  // features are in the order of their length, so few have ever had a q
  const Index seen = latest.feature.empty() ? 0 : latest.feature.back() + 1;
  if (seen > known) {
    mean_.conservativeResize(latest.q.rows(), seen);
    mean_.rightCols(seen - known).setZero();
  }
  mean_nu_ += share * (step.dual.nu - mean_nu_);
  std::size_t next = 0;
  Matrix scratch;
  for (Index first = 0; first < mean_.cols(); first += sample_block) {
    const Index count = std::min(sample_block, mean_.cols() - first);
    const auto columns = node_.free.block(first, count, scratch);
    for (Index i = first; i < first + count; ++i) {
      const bool has_q = next < latest.feature.size() && latest.feature[next] == i;
      Eigen::Matrix<double, Eigen::Dynamic, 2> u(mean_.rows(), 2);
      u.col(0) = std::sqrt(1.0 - share) * mean_.col(i);
      u.col(1).setZero();
      if (has_q) u.col(1) = std::sqrt(share) * latest.q.col(static_cast<Index>(next++));
      if (!has_q && mean_.col(i).isZero(0.0)) continue;
      Eigen::Matrix2d gram = u.transpose() * u;
      gram.diagonal().array() += mean_nu_;
      const Eigen::Vector2d right = u.transpose() * columns.col(i - first);
      const Eigen::Vector2d z(gram(1, 1) * right(0) - gram(0, 1) * right(1),  // its length does not matter
                              gram(0, 0) * right(1) - gram(0, 1) * right(0));
      const double length = z.norm();
      mean_.col(i) = std::isfinite(length) && length > 0.0 ? Vector(u * (z / length)) : Vector(u.col(1));
    }
  }
}

SampleStep SampleMean::point(const linalg::OutOfTime& out_of_time) const {
  if (!with_vectors_) {
    SampleStep result{dual_};
    const std::optional<Vector> values = linalg::eigenvalues(dual_.g, out_of_time);
    result.dual.estimate =
        values ? (*values)(0) + node_.remaining * dual_.nu : std::numeric_limits<double>::infinity();
    return result;
  }
  SampleVectors vectors;
  for (Index i = 0; i < mean_.cols(); ++i) {
    if (!mean_.col(i).isZero(0.0)) vectors.feature.push_back(i);
  }
  vectors.q = mean_(Eigen::all, vectors.feature);
  SampleDual dual = dual_of(node_, vectors, out_of_time);
  return {std::move(dual), std::move(vectors)};
}

}  // namespace spica::bounds
