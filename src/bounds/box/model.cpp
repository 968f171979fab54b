#include "bounds/box/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "proof/cover.hpp"
#include "verify/eigenvalue.hpp"
#include "verify/support_function.hpp"

namespace spica::bounds {

namespace {

/// Shrinks the vectors by as little as it takes to prove V'V <= I, also for a checker that rounds in another
/// way.
Matrix contract(Matrix v) {
  if (v.cols() == 0) return v;
  const double limit = 1.0 - proof::room_to_check(v.rows(), v.cols(), static_cast<double>(v.cols()));
  constexpr int most_attempts = 60;  // two are enough where V is orthonormal up to rounding
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const Matrix gram = linalg::gram_of_rows(v.transpose());
    const double error = 2.0 * numerics::gamma(static_cast<double>(v.rows()) + 4.0) * v.squaredNorm();
    const double upper = verify::lam_max_upper(gram, error, 1.0);
    if (upper <= limit) return v;
    if (!std::isfinite(upper)) break;
    v /= std::sqrt(upper / limit) * (1.0 + 0x1p-50);
  }
  return Matrix::Zero(v.rows(), v.cols());
}

}  // namespace

Region::Cut cut_at(const Vector& x, Index k) {
  const std::vector<Index> order = linalg::top_k_sorted(x, x.size());
  const auto entry = [&](Index i) { return std::abs(x(order[static_cast<std::size_t>(i)])); };
  double tail = 0.0;
  for (Index i = k - 1; i < x.size(); ++i) tail += entry(i);
  Index head = k - 1;  // entries that stay as they are
  while (head > 0 && entry(head - 1) <= tail / static_cast<double>(k - head)) tail += entry(--head);
  Region::Cut cut;
  cut.normal = Vector::Constant(x.size(), tail / static_cast<double>(k - head));
  for (Index i = 0; i < head; ++i) cut.normal(order[static_cast<std::size_t>(i)]) = entry(i);
  cut.bound = verify::top_k_upper(cut.normal, k);
  return cut;
}

Vector DirectionModel::project(const SparseVector& x) const {
  Vector dense = Vector::Zero(features());
  for (std::size_t i = 0; i < x.support.size(); ++i) dense(x.support[i]) = x.values(static_cast<Index>(i));
  return rows * dense(order);
}

DirectionModel certify(const Problem& problem, Index k, const linalg::Eigenpairs& pairs, double rho,
                       const std::function<double(const Matrix&)>& bound_rest) {
  const Index n = problem.features();
  const Vector& lam = pairs.values;
  const Matrix v = contract(pairs.vectors);
  const Vector excess = lam.array() - rho;

  // A - V diag(lam - rho) V' - rho I <= slack I, roundings included.
  const Matrix& a = problem.covariance();
  const Matrix weighted = v * excess.asDiagonal();
  Matrix rest = a - weighted * v.transpose();
  rest = 0.5 * (rest + rest.transpose()).eval();
  rest.diagonal().array() -= rho;
  const double magnitude =
      a.norm() + weighted.norm() * v.norm() + std::abs(rho) * std::sqrt(static_cast<double>(n));
  const double rounding = 2.0 * numerics::gamma(static_cast<double>(lam.size()) + 8.0) * magnitude;
  const double entries = verify::block_error(problem, linalg::top_k(problem.error_radius().cwiseAbs2(), k));
  const double above =
      bound_rest ? numerics::up(bound_rest(rest) + rounding) : verify::lam_max_upper(rest, rounding, 0.0);

  DirectionModel model;
  const Vector squares = v.rowwise().squaredNorm();
  model.order.resize(static_cast<std::size_t>(n));
  std::iota(model.order.begin(), model.order.end(), Index{0});
  std::stable_sort(model.order.begin(), model.order.end(),
                   [&](Index i, Index j) { return squares(i) > squares(j); });
  model.rows = v(model.order, Eigen::all).transpose();
  model.squares = squares(model.order);
  model.lam = lam;
  model.rho = rho;
  model.slack = numerics::up(std::max(0.0, above) + entries);
  return model;
}

Vector reach(const DirectionModel& model, Index k, Theta theta) {
  Vector result(model.directions());
  for (Index j = 0; j < result.size(); ++j) {
    const Vector direction = model.rows.row(j);
    const double most =
        theta == Theta::l0 ? verify::top_k_upper(direction, k) : verify::balls_upper(direction, k);
    result(j) = std::min(most, 1.0);  // |v_j| <= 1 as well
  }
  return result;
}

}  // namespace spica::bounds
