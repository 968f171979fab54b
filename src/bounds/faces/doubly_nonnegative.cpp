#include "bounds/faces/doubly_nonnegative.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "bounds/sdp/admm.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds {

Matrix polished(const Matrix& a, Matrix w, const Vector& x) {
  const Vector product = a * x;
  for (Index i = 0; i < x.size(); ++i) {
    if (x(i) > 0.0) {
      for (Index j = 0; j < x.size(); ++j) {
        if (x(j) > 0.0) w(i, j) = 0.0;
      }
      continue;
    }
    const double wanted = std::min(product(i), 0.0);
    const double present = w.col(i).dot(x);
    for (Index j = 0; j < x.size(); ++j) {
      if (!(x(j) > 0.0)) continue;
      const double weight = present < 0.0 ? w(j, i) * (wanted / present) : wanted * x(j) / x.squaredNorm();
      w(i, j) = w(j, i) = std::isfinite(weight) ? std::min(weight, 0.0) : 0.0;
    }
  }
  return w;
}

Matrix doubly_nonnegative(const DoublyNonnegativeTask& task) {
  constexpr int reading_interval = 20;
  constexpr double relaxation = 1.6;
  const Matrix& a = task.a;
  const Index n = a.rows();
  Matrix best = Matrix::Zero(n, n);
  double bound = std::numeric_limits<double>::infinity();
  const auto read = [&](Matrix w) {
    w.diagonal().setZero();
    for (const Matrix& some : {polished(a, w, task.x), w}) {
      const double value = linalg::leading_value(a - some);
      if (!(value < bound)) continue;
      bound = value;
      best = some;
    }
    return bound <= task.target;
  };
  if (read(a.cwiseMin(0.0)) || read(best)) return best;

  double rho = static_cast<double>(n);
  Matrix y = task.x * task.x.transpose() / task.x.squaredNorm();
  Matrix u = best / rho;
  for (int step = 1; step <= task.steps; ++step) {
    const std::optional<Matrix> projected = project_spectahedron(y - u + a / rho, task.out_of_time);
    if (!projected) break;
    const Matrix& x = *projected;
    const Matrix t = relaxation * x + (1.0 - relaxation) * y + u;
    const Matrix before = y;
    y = t.cwiseMax(0.0);
    u = t - y;
    const bool at_once = task.out_of_time && task.out_of_time();
    if ((at_once || step % reading_interval == 0) && (read(rho * 0.5 * (u + u.transpose())) || at_once))
      break;
    if (step % 10 != 0) continue;
    const double primal = (x - y).norm();
    const double dual = (y - before).norm();
    const double factor = primal > 5.0 * dual ? 2.0 : dual > 5.0 * primal ? 0.5 : 1.0;
    rho *= factor;
    u /= factor;
  }
  return best;
}

}  // namespace spica::bounds
