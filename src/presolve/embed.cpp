#include "presolve/embed.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/feature_set.hpp"
#include "bounds/pairs/scaling.hpp"
#include "linalg/largest.hpp"

namespace spica::presolve {

namespace {

using bounds::pairs::Iterate;

/// For each feature of the larger core its position in the smaller one, -1 if it is new.
std::vector<Index> old_positions(const Support& smaller, const Support& larger) {
  std::vector<Index> result;
  for (const Index feature : larger) {
    const auto at = std::lower_bound(smaller.begin(), smaller.end(), feature);
    result.push_back(at != smaller.end() && *at == feature ? at - smaller.begin() : -1);
  }
  return result;
}

/// What each feature of the old core pays for one that joins it.
Vector paid_before(const CorePoint& point, const Support& larger, const bounds::pairs::Shape& shape) {
  if (point.payment.size() > 0) return point.payment;
  bounds::pairs::Shape old = shape.restricted(features_to_positions(larger, point.core));
  old.conditions = {};
  return thresholds(point.dual, old);
}

}  // namespace

Iterate embed(const CorePoint& point, const Problem& problem, const SparseVector& component,
              const Support& larger, const bounds::pairs::Shape& shape) {
  const auto n = static_cast<Index>(larger.size());
  const Iterate& old = point.iterate;
  const std::vector<Index> from = old_positions(point.core, larger);
  const Matrix a = problem.block(larger) / point.unit;
  const Vector paid = paid_before(point, larger, shape) / point.unit;

  Vector x = Vector::Zero(n);
  for (std::size_t q = 0; q < component.support.size(); ++q) {
    const auto at = std::lower_bound(larger.begin(), larger.end(), component.support[q]) - larger.begin();
    x(at) = component.values(static_cast<Index>(q));
  }
  x.normalize();
  const Vector ax = a * x;
  Iterate it = Iterate::zero(n);
  it.rho = old.rho;
  it.d = bounds::pairs::scales_from_component(x, ax, x.dot(ax));
  std::vector<double> largest;
  for (Index i = 0; i < n; ++i) {
    const Index p = from[static_cast<std::size_t>(i)];
    if (p >= 0) it.d(i) = old.d(p);
  }
  for (Index i = 0; i < n; ++i) {
    const Index p = from[static_cast<std::size_t>(i)];
    const double square = it.d(i) * it.d(i);
    largest.clear();
    double certain = 0.0;
    for (Index j = 0; j < n; ++j) {
      if (j == i) continue;
      const Index q = from[static_cast<std::size_t>(j)];
      if (p >= 0 && q >= 0) {
        it.x(j, i) = old.x(q, p);
        it.ux(j, i) = old.ux(q, p);
        it.f(j, i) = old.f(q, p);
        it.uf(j, i) = old.uf(q, p);
        continue;
      }
      const double size = std::abs(a(j, i));
      double pay = size;  // a_ij
      if (p >= 0) pay = std::min(3.0 * size, paid(p));
      if (q >= 0) pay = size * size / std::max(std::min(3.0 * size, paid(q)), 1e-9);
      if (shape.is_free(a(j, i))) pay = 0.0;
      if (shape.is_in(j)) {
        certain += pay;
      } else {
        largest.push_back(pay);
      }
      it.ux(j, i) = a(j, i) * it.d(i) * it.d(j) / it.rho;
      it.uf(j, i) = -pay * square / it.rho;
    }
    if (p >= 0) {
      it.s(i) = old.s(p);
      it.ud(i) = old.ud(p);
      it.us(i) = old.us(p);
      it.row_s(i) = old.row_s(p);
      it.row_cut(i) = old.row_cut(p);
    } else {
      const double pays =
          certain + linalg::sum_of_largest(largest.data(), std::ssize(largest), shape.room(i));
      const double h = std::min(pays, 1.0 - a(i, i));
      it.us(i) = h * square / it.rho;
      it.ud(i) = (1.0 - h) * square / it.rho;
    }
  }
  return it;
}

}  // namespace spica::presolve
