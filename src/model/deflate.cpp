// Deflation: the matrix that the next component is sought in (maths.md, 2.7), for the doubles in x.
//
//   projection   P A P, P = I - xx'/(x'x)
//     factor       c_i <- c_i - x_i t,  t = C'x/(x'x): only the columns of the support change
//     covariance   A <- A - x w' - w x' + s x x',  w = Ax/(x'x), s = x'w/(x'x)
//   schur        A - A x x'A / (x'Ax): what the scores s = C'x leave over of every feature
//     factor       c_i <- c_i - s (s'c_i)/(s's)
//     covariance   A <- A - w w'/v,  w = Ax, v = x'w
//
// Earlier errors pass through, new roundings join them; both are enclosed again in error_radius
// (maths.md, 4.3).

#include <cmath>
#include <memory>

#include "model/problem_data.hpp"
#include "numerics/rounding.hpp"

namespace spica {

namespace {

void project_factor(Problem::Data& data, const SparseVector& x) {
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
  t_error += (2.0 * size + 8.0) * numerics::unit_roundoff * t_size;
  std::map<Index, Vector> changed;
  for (Index i = 0; i < x.values.size(); ++i) {
    const Index j = x.support[i];
    const double weight = std::abs(x.values(i));
    const double size_before = std::sqrt(data.variances(j)) + weight * t_size;
    changed[j] = columns.col(i) - x.values(i) * t;
    data.column_radius(j) =
        (data.column_radius(j) + weight * t_error + 4.0 * numerics::unit_roundoff * size_before) *
            radius_slack +
        0x1p-1060;  // of products that underflow
  }
  data.factor = with_replaced(data.factor, std::move(changed));
  finish_factor(data);
}

void project_covariance(Problem::Data& data, const Vector& ax, const SparseVector& x) {
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
  const double epsilon = (4.0 * static_cast<double>(x.support.size()) + 16.0) * numerics::unit_roundoff;
  const Vector old_error = data.error_radius + carried * weight;
  const Vector magnitude = root + size * weight;

  a.noalias() -= dense * w.transpose();
  a.noalias() -= w * dense.transpose();
  a.noalias() += s * dense * dense.transpose();
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();  // the two triangles round differently
  data.error_radius =
      (old_error.array().square() + epsilon * magnitude.array().square()).sqrt() * radius_slack;
  finish_covariance(data);
}

/// Upper bounds of |c_i|.
Vector lengths(const Problem::Data& data) {
  if (const SparseStorage* sparse = data.factor->sparse()) return sparse->sizes;
  const double rounded = 1.0 + numerics::gamma(static_cast<double>(data.factor->rows() + 16));
  return (data.variances.cwiseMax(0.0).cwiseSqrt() * rounded).array() + 0x1p-450;
}

/// The exact scores are within `error` of s, so the projector off them is within error/|s| of the one off q =
/// s/|s|; that q is no unit vector costs gamma_{m+8}, and so does working a column out.
void take_off_scores(Problem::Data& data, const SparseVector& x) {
  const Matrix columns = data.factor->gather(x.support);
  const auto roundings = static_cast<double>(columns.rows() + 2 * columns.cols() + 32);
  const Vector length = lengths(data);
  double error = 0.0;
  double size = 0.0;
  for (Index i = 0; i < x.values.size(); ++i) {
    error += std::abs(x.values(i)) * data.column_radius(x.support[i]);
    size += std::abs(x.values(i)) * length(x.support[i]);
  }
  error = (error + numerics::gamma(roundings) * size) * radius_slack + 0x1p-1000;
  const Vector s = columns * x.values;
  const double norm = s.stableNorm();
  const double least = norm * (1.0 - numerics::gamma(roundings)) - error;
  if (!(least > 0.0)) return;  // not told from zero: nothing is explained
  const double moved = error / least + 4.0 * numerics::gamma(roundings);
  for (Index i = 0; i < data.features; ++i) {
    double& radius = data.column_radius(i);
    if (radius > 0.0)
      radius = (radius + moved * length(i)) * radius_slack + 0x1p-1060;  // a zero feature stays one
  }
  data.factor = projected_off(data.factor, s / norm);
  finish_factor(data);
}

/// With E the error of A, the exact w is within b_i = rho_i r + (roundings) of the computed one, r = sum
/// |x_l| rho_l, and the exact v within v_error. Then |ww'/v exact - computed|_ij is at most
///
///     (|w_i| b_j + b_i |w_j| + b_i b_j)/v_least + |w_i||w_j| v_error/(v v_least),
///
/// and |w_i| b_j + b_i |w_j| <= (t |w_i| + b_i/t)(t |w_j| + b_j/t) for every t > 0.
void take_off_explained(Problem::Data& data, const Vector& w, const SparseVector& x) {
  Matrix& a = data.covariance;
  const Vector root = a.cwiseAbs().rowwise().maxCoeff().cwiseSqrt();  // |A_ij| <= root_i root_j
  double v = 0.0;
  double r = 0.0;
  double size = 0.0;
  for (Index i = 0; i < x.values.size(); ++i) {
    v += x.values(i) * w(x.support[i]);
    r += std::abs(x.values(i)) * data.error_radius(x.support[i]);
    size += std::abs(x.values(i)) * root(x.support[i]);
  }
  const double rounding = numerics::gamma(2.0 * static_cast<double>(x.support.size()) + 16.0);
  const double v_error = (r * r + rounding * size * size) * radius_slack + 0x1p-1000;
  const double v_least = v - v_error;
  if (!(v_least > 0.0)) return;  // not told from zero: nothing is explained
  const Vector b = (r * data.error_radius + rounding * size * root) * radius_slack;
  const Vector size_of_w = w.cwiseAbs();
  const double t = std::sqrt(std::max(b.norm() / std::max(size_of_w.norm(), 0x1p-400), 0x1p-80));
  const Vector mixed = t * size_of_w + b / t;
  const double of_w = v_error / (v * v_least) + 4.0 * numerics::unit_roundoff / v;
  const Vector square = (mixed.cwiseAbs2() + b.cwiseAbs2()) / v_least + of_w * size_of_w.cwiseAbs2() +
                        4.0 * numerics::unit_roundoff * root.cwiseAbs2();

  a.noalias() -= (w / v) * w.transpose();
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();  // the two triangles round differently
  const Vector before = data.error_radius.cwiseAbs2();
  for (Index i = 0; i < data.features; ++i)
    data.error_radius(i) =
        root(i) > 0.0 || before(i) > 0.0 ? std::sqrt(before(i) + square(i)) * radius_slack + 0x1p-480 : 0.0;
  finish_covariance(data);
}

}  // namespace

Problem Problem::deflated(const SparseVector& x, Deflation how) const {
  std::shared_ptr<Data> next = copy_of(*data_);
  if (how == Deflation::schur) {
    next->factor_given ? take_off_scores(*next, x) : take_off_explained(*next, multiply(x), x);
  } else {
    next->factor_given ? project_factor(*next, x) : project_covariance(*next, multiply(x), x);
  }
  return Problem(std::move(next));
}

}  // namespace spica
