// Deflation: the next component is sought in P A P with P = I - xx'/(x'x), the exact projector for the
// doubles in x.
//
//   factor form       c_i <- c_i - x_i t,  t = C'x/(x'x): only the columns of the support change
//   covariance form   A <- A - x w' - w x' + s x x',  w = Ax/(x'x), s = x'w/(x'x)
//
// Earlier errors pass through P, new roundings join them; both are enclosed again in error_radius
// (maths.md, 4.3).

#include <cmath>
#include <memory>

#include "model/problem_data.hpp"
#include "verify/rounding.hpp"

namespace spica {

namespace {

constexpr double slack = 1.0 + 1e-10;  // for the roundings of the radii themselves

void deflate_factor(Problem::Data& data, const SparseVector& x) {
  const double square = x.values.squaredNorm();
  const auto size = static_cast<double>(x.support.size());
  Matrix columns = data.factor->gather(x.support);
  Vector t = Vector::Zero(columns.rows());
  double t_error = 0.0;
  double t_size = 0.0;
  for (Index i = 0; i < x.values.size(); ++i) {
    const Index j = x.support[i];
    t += x.values(i) / square * columns.col(i);
    t_error += std::abs(x.values(i)) / square * data.column_radius(j);
    t_size += std::abs(x.values(i)) / square * std::sqrt(data.variances(j));
  }
  t_error += (2.0 * size + 8.0) * verify::unit_roundoff * t_size;
  std::map<Index, Vector> changed;
  for (Index i = 0; i < x.values.size(); ++i) {
    const Index j = x.support[i];
    const double weight = std::abs(x.values(i));
    const double size_before = std::sqrt(data.variances(j)) + weight * t_size;
    changed[j] = columns.col(i) - x.values(i) * t;
    data.column_radius(j) =
        (data.column_radius(j) + weight * t_error + 4.0 * verify::unit_roundoff * size_before) * slack +
        0x1p-1060;  // of products that underflow
  }
  data.factor = with_replaced(data.factor, std::move(changed));
  finish_factor(data);
}

void deflate_covariance(Problem::Data& data, const Vector& ax, const SparseVector& x) {
  const double square = x.values.squaredNorm();
  Matrix& a = data.covariance;
  Vector dense = Vector::Zero(data.features);
  for (Index i = 0; i < x.values.size(); ++i) dense(x.support[i]) = x.values(i);
  const Vector w = ax / square;
  const double s = dense.dot(w) / square;

  const Vector root = a.cwiseAbs().rowwise().maxCoeff().cwiseSqrt();  // |A_ij| <= root_i root_j
  const Vector weight = dense.cwiseAbs();
  const double carried = weight.dot(data.error_radius) / square;
  const double size = weight.dot(root) / square;
  const double epsilon = (4.0 * static_cast<double>(x.support.size()) + 16.0) * verify::unit_roundoff;
  const Vector old_error = data.error_radius + carried * weight;
  const Vector magnitude = root + size * weight;

  a.noalias() -= dense * w.transpose();
  a.noalias() -= w * dense.transpose();
  a.noalias() += s * dense * dense.transpose();
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();  // the two triangles round differently
  data.error_radius = (old_error.array().square() + epsilon * magnitude.array().square()).sqrt() * slack;
  finish_covariance(data);
}

}  // namespace

Problem Problem::deflated(const SparseVector& x) const {
  std::shared_ptr<Data> next = copy_of(*data_);
  if (next->factor_given) {
    deflate_factor(*next, x);
  } else {
    deflate_covariance(*next, multiply(x), x);
  }
  return Problem(std::move(next));
}

}  // namespace spica
