// The verified value of the dual of a box. With y = -(c - VV'c)/(2(L - rho)) and Q = (L - rho)(I - VV') >= 0
// the third term of the bound is y'Qy and c = Vd - 2Qy, up to rounding; the bound holds for any d and y
// (-x'Qx <= y'Qy - 2y'Qx), so only the arithmetic that evaluates it at the doubles d and y counts here
// (maths.md, 3.6):
//
//     UB = L + (L - kink)_+ Delta + h(Vd - 2Qy) + y'Qy + sum of inner maxima + slack, each rounded up.
//
// An error e of the vector Vd - 2Qy moves h by at most |e|_2.

#include <algorithm>
#include <cmath>

#include "bounds/box/node_dual.hpp"
#include "linalg/product.hpp"
#include "numerics/rounding.hpp"
#include "verify/support_function.hpp"

namespace spica::bounds {

namespace {

using numerics::gamma;
using numerics::up;

struct LinearPart {
  Vector slopes;  // d
  Vector y;
  Vector c;                // Vd - 2Qy as computed
  double error = 0.0;      // of c, in the l2 norm
  double quadratic = 0.0;  // y'Qy, rounded up
};

LinearPart without_rest(const DirectionModel& model, const Eigen::Ref<const Vector>& d) {
  LinearPart part;
  part.slopes = d;
  part.c = linalg::transposed_product(model.rows, part.slopes);
  part.error =
      2.0 * gamma(static_cast<double>(model.directions()) + 8.0) * model.rows.norm() * part.slopes.norm();
  return part;
}

LinearPart with_rest(const DirectionModel& model, const Eigen::Ref<const Vector>& free, double level) {
  const auto n = static_cast<double>(model.features());
  const auto m = static_cast<double>(model.directions());
  const double frobenius = model.rows.norm();
  const double stiffness = level - model.rho;
  LinearPart part;
  part.slopes = linalg::product(model.rows, free);
  const Vector y = (-0.5 / stiffness) * (free - linalg::transposed_product(model.rows, part.slopes));
  const Vector q = stiffness * (y - linalg::transposed_product(model.rows, linalg::product(model.rows, y)));
  const double length = y.norm();
  const double q_error = 2.0 * gamma(n + m + 16.0) * stiffness * length * (1.0 + 2.0 * frobenius * frobenius);
  part.c = linalg::transposed_product(model.rows, part.slopes) - 2.0 * q;
  part.error = 2.0 * q_error + 2.0 * gamma(m + 8.0) * (frobenius * part.slopes.norm() + 2.0 * q.norm());
  part.y = y;
  part.quadratic = up(std::max(0.0, y.dot(q)) + 1.01 * length * q_error + gamma(n + 8.0) * length * q.norm());
  return part;
}

/// top_k with some features always among the k, others never.
double hull_upper(const Vector& c, Index k, const linalg::Fixing& fixing) {
  if (fixing.empty()) return verify::top_k_upper(c, k);
  Vector free = c;
  double included = 0.0;
  for (const Index i : fixing.included) {
    included += c(i) * c(i);
    free(i) = 0.0;
  }
  for (const Index i : fixing.excluded) free(i) = 0.0;
  const Index left = k - static_cast<Index>(fixing.included.size());
  const double others = left > 0 ? verify::top_k_upper(free, left) : 0.0;
  const double sum = up(included * (1.0 + gamma(static_cast<double>(c.size()) + 4.0)) + up(others * others));
  return up(std::sqrt(sum) * (1.0 + gamma(8.0)) + 0x1p-500);  // squares below 2^-1000 underflow
}

/// T_k with cuts at given weights: any weights >= 0 bound it.
double balls_upper(const Vector& c, const Region& region, const Eigen::Ref<const Vector>& weights) {
  Vector absolute = c.cwiseAbs();
  double magnitude = absolute.norm();
  double paid = 0.0;
  for (std::size_t j = 0; j < region.cuts.size(); ++j) {
    const double weight = std::max(0.0, weights(static_cast<Index>(j)));
    absolute -= weight * region.cuts[j].normal;
    magnitude += weight * region.cuts[j].normal.norm();
    paid = up(paid + up(weight * region.cuts[j].bound));
  }
  const double error = gamma(static_cast<double>(region.cuts.size()) + 8.0) * magnitude;
  return up(up(paid + verify::balls_upper(absolute.cwiseMax(0.0), region.k)) + error);
}

}  // namespace

ProvenValue NodeDual::prove(const Vector& point) const {
  const DirectionModel& model = program_.model;
  const Region& region = program_.region;
  const Index size = program_.free_size();
  ProvenValue proven;
  proven.level = std::max(point(size), program_.lowest_level);
  LinearPart linear = program_.keep_rest ? with_rest(model, point.head(size), proven.level)
                                         : without_rest(model, point.head(size));
  const double support = region.hull ? hull_upper(linear.c, region.k, box_.fixing)
                                     : balls_upper(linear.c, region, point.tail(point.size() - size - 1));
  const double penalty = proven.level > program_.kink ? up(up(proven.level - program_.kink) * delta_) : 0.0;
  proven.rest = up(proven.level + penalty);
  for (const double term : {support, linear.error * (1.0 + gamma(8.0)), linear.quadratic, model.slack})
    proven.rest = up(proven.rest + term);

  proven.slopes = std::move(linear.slopes);
  proven.y = std::move(linear.y);
  proven.inner.resize(model.directions());
  double sum = 0.0;
  for (Index j = 0; j < model.directions(); ++j) {
    proven.inner(j) = inner_maximum_upper(program_.grid_of(j), box_.lower(j), box_.upper(j), model.lam(j),
                                          proven.level, proven.slopes(j));
    sum = up(sum + proven.inner(j));
  }
  proven.upper = up(proven.rest + sum);
  return proven;
}

}  // namespace spica::bounds
