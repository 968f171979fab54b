#include "bounds/sample/dual_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/blas.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds {

namespace {

/// A bound in the 2-norm of the rounding error of a computed sum of squares qq' and cc', so many in all, in any order of
/// summation; `all_zero` says whether they are exactly zero.
double gram_error(const Matrix& g, Index squares, bool all_zero) {
  if (all_zero && g.isZero(0.0)) return 0.0;
  const auto roundings = static_cast<double>(squares + 4);
  return 2.0 * numerics::gamma(roundings) * g.trace() + 0x1p-1000;  // small products underflow
}

}  // namespace

double least_nu(const Eigen::Ref<const Vector>& c, const Eigen::Ref<const Vector>& q) {
  // cc' - qq' = (de' + ed')/2 has the eigenvalues (d'e +- |d||e|)/2. Each of the roundings is relative to
  // |d||e|. Both lengths are taken before they are multiplied: the squares of short vectors underflow.
  const Vector d = c - q;
  const Vector e = c + q;
  const double product = d.stableNorm() * e.stableNorm();
  // Twice as much again covers features that were only ranked, by their rounded squares, behind this one.
  const double error = 4.0 * numerics::gamma(static_cast<double>(c.size()) + 8.0) * product + 0x1p-1000;
  return numerics::up(std::max(0.0, 0.5 * (d.dot(e) + product)) + error);
}

DualSum::DualSum(const SampleNode& node, linalg::OutOfTime out_of_time)
    : node_(node),
      out_of_time_(std::move(out_of_time)),
      sum_(Matrix::Zero(node.free.rows(), node.free.rows())) {}

void DualSum::add(Index first, const Eigen::Ref<const Matrix>& c, std::span<const Index> feature,
                  const Eigen::Ref<const Matrix>& q) {
  finite_ = finite_ && q.allFinite();
  if (!finite_) return;
  std::size_t next = 0;
  for (Index i = first; i < first + c.cols(); ++i) {
    if (next < feature.size() && feature[next] == i) {
      nu_ = std::max(nu_, least_nu(c.col(i - first), q.col(static_cast<Index>(next++))));
    } else if (!paid_without_) {
      nu_ = std::max(nu_, least_nu(c.col(i - first), Vector::Zero(c.rows())));
      paid_without_ = true;
    }
  }
  if (q.cols() > 0 && q.rows() > 0) linalg::blas::add_square(linalg::blas::Op::none, q, 1.0, sum_);
  all_zero_ = all_zero_ && q.isZero(0.0);
  vectors_ += q.cols();
  seen_ = first + c.cols();
}

SampleDual DualSum::finish() {
  SampleDual dual;
  if (!finite_) {
    dual.estimate = std::numeric_limits<double>::infinity();
    return dual;
  }
  if (!paid_without_ && seen_ < node_.squares.size())
    nu_ = std::max(nu_, least_nu(node_.free.column(seen_), Vector::Zero(node_.free.rows())));
  dual.nu = nu_;
  sum_.triangularView<Eigen::StrictlyUpper>() = sum_.transpose();
  dual.g = std::move(sum_) + node_.included_sum;
  dual.g_error = gram_error(dual.g, vectors_ + node_.included, all_zero_);
  const bool is_zero = vectors_ == 0 && node_.included == 0;
  const std::optional<Vector> values =
      is_zero ? std::optional(Vector(Vector::Zero(1))) : linalg::eigenvalues(dual.g, out_of_time_);
  dual.estimate = values ? (*values)(0) + node_.remaining * dual.nu : std::numeric_limits<double>::infinity();
  return dual;
}

SampleDual dual_of(const SampleNode& node, const SampleVectors& vectors,
                   const linalg::OutOfTime& out_of_time) {
  DualSum sum(node, out_of_time);
  const Index end = vectors.feature.empty() ? 0 : vectors.feature.back() + 1;
  std::size_t next = 0;
  Matrix scratch;
  for (Index first = 0; first < end; first += sample_block) {
    const Index count = std::min(sample_block, end - first);
    const std::size_t begin = next;
    while (next < vectors.feature.size() && vectors.feature[next] < first + count) ++next;
    sum.add(first, node.free.block(first, count, scratch),
            std::span(vectors.feature).subspan(begin, next - begin),
            vectors.q.middleCols(static_cast<Index>(begin), static_cast<Index>(next - begin)));
  }
  return sum.finish();
}

SampleDual spectral_dual(const SampleNode& node, const linalg::OutOfTime& out_of_time) {
  SampleDual dual;
  dual.g = node.free_sum + node.included_sum;
  bool all_zero = dual.g.isZero(0.0);
  if (all_zero)
    node.free.for_each_block({}, [&](Index, const auto& c) { all_zero = all_zero && c.isZero(0.0); });
  dual.g_error = gram_error(dual.g, node.free.size() + node.included, all_zero);
  dual.estimate = linalg::leading_eigenpair(dual.g, out_of_time).value;
  return dual;
}

}  // namespace spica::bounds
