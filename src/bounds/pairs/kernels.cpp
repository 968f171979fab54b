#include "bounds/pairs/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/vector_clones.hpp"

namespace spica::bounds::pairs {

namespace {

/// [p q; q r] has eigenvalues mean +- radius; with both signs among them its projection is
/// high/(2 radius) ([p q; q r] - low I). Where q must not be negative, and is, the nearest point has q = 0.
template <bool nonnegative>
[[gnu::always_inline]] inline Residuals project(const PairArrays& at, Index count, double relax) {
  const double keep = 1.0 - relax;
  const double* block_f = at.block_f;
  const double* block_x = at.block_x;
  const double* v = at.v;
  const double* v_transposed = at.v_transposed;
  double* f = at.f;
  double* x = at.x;
  double* uf = at.uf;
  double* ux = at.ux;
  double difference = 0.0;
  double change = 0.0;
  double point = 0.0;
  double multiplier = 0.0;
#pragma omp simd reduction(+ : difference, change, point, multiplier)
  for (Index e = 0; e < count; ++e) {
    const double p = v[e];
    const double r = v_transposed[e];
    const double q = relax * block_x[e] + keep * x[e] + ux[e];
    const double mean = 0.5 * (p + r);
    const double half = 0.5 * (p - r);
    const double radius = std::sqrt(half * half + q * q);
    const double high = mean + radius;
    const double low = mean - radius;
    const double factor = high / (2.0 * radius + 1e-300);
    const double p_mixed = factor * (p - low);
    const double q_mixed = factor * q;
    const double p_or_zero = high <= 0.0 ? 0.0 : p_mixed;
    const double q_or_zero = high <= 0.0 ? 0.0 : q_mixed;
    double p1 = low >= 0.0 ? p : p_or_zero;
    double q1 = low >= 0.0 ? q : q_or_zero;
    if constexpr (nonnegative) {
      const double p_alone = p > 0.0 ? p : 0.0;
      p1 = q < 0.0 ? p_alone : p1;
      q1 = q < 0.0 ? 0.0 : q1;
    }
    const double df = p1 - f[e];
    const double dx = q1 - x[e];
    const double ef = block_f[e] - p1;
    const double ex = block_x[e] - q1;
    const double vf = p - p1;
    const double vx = q - q1;
    difference += ef * ef + ex * ex;
    change += df * df + dx * dx;
    point += p1 * p1 + q1 * q1;
    multiplier += vf * vf + vx * vx;
    f[e] = p1;
    x[e] = q1;
    uf[e] = vf;
    ux[e] = vx;
  }
  return {difference, change, point, multiplier};
}

}  // namespace

SPICA_VECTOR_CLONES Residuals project_pairs(const PairArrays& at, Index count, double relax) {
  return project<false>(at, count, relax);
}

SPICA_VECTOR_CLONES Residuals project_nonnegative_pairs(const PairArrays& at, Index count, double relax) {
  return project<true>(at, count, relax);
}

SPICA_VECTOR_CLONES Split split(const double* values, Index count, double low, double high) {
  double above_high = 0.0;
  double above_low = 0.0;
  double high_sum = 0.0;
  double low_sum = 0.0;
#pragma omp simd reduction(+ : above_high, above_low, high_sum, low_sum)
  for (Index j = 0; j < count; ++j) {
    const double value = values[j];
    above_high += value >= high ? 1.0 : 0.0;
    above_low += value > low ? 1.0 : 0.0;
    high_sum += value >= high ? value : 0.0;
    low_sum += value > low ? value : 0.0;
  }
  return {above_high, above_low - above_high, high_sum, low_sum - high_sum};
}

SPICA_VECTOR_CLONES void clip(const double* values, Index count, double cut, double top, double* out) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const double value = values[j] - cut;
    const double positive = value > 0.0 ? value : 0.0;
    out[j] = positive < top ? positive : top;
  }
}

SPICA_VECTOR_CLONES void match_weights(const double* transposed, Index count, bool free, double* a,
                                       double* w) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const double product = a[j] * transposed[j];
    const double mean = std::sqrt(product > 0.0 ? product : 0.0);
    const double weight = std::abs(w[j]);
    const bool matched = weight > 0.0 && mean > 0.0;
    const bool costs_nothing = free && w[j] <= 0.0;
    const double factor = weight / (matched ? mean : 1.0);
    a[j] = matched && !costs_nothing ? a[j] * factor : 0.0;
    w[j] = matched || costs_nothing ? w[j] : 0.0;
  }
}

SPICA_VECTOR_CLONES void raise_to_levels(const double* transposed, const double* w, const double* level,
                                         const double* partner_level, Index count, double* a) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const double own = a[j];
    const double partner = transposed[j];
    const double square = w[j] * w[j];
    const double top = level[j];
    const double partner_top = partner_level[j];
    const bool raised = own > 0.0 && own < top && top < infinite && partner >= partner_top;
    const bool partner_raised =
        partner > 0.0 && partner < partner_top && partner_top < infinite && own >= top;
    // Raising one lowers the other, but not below what is paid for it anyway.
    const double lowered = square / (raised ? top : 1.0);
    const double after =
        raised && lowered < partner_top ? square / (partner_top > 0.0 ? partner_top : 1.0) : top;
    const double given_way = square / (partner_raised ? partner_top : 1.0);
    const double least = given_way < top ? top : given_way;
    a[j] = raised ? after : partner_raised ? least : own;
  }
}

namespace {

template <class Scalar>
[[gnu::always_inline]] inline double weigh(const Scalar* values, Index count, Scalar own, Scalar* column) {
  constexpr Scalar zero = 0;
  constexpr Scalar one = 1;
  const Scalar own_part = own > zero ? own : zero;
  const Scalar own_size = std::abs(own) + std::numeric_limits<Scalar>::min();
  Scalar sum = zero;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < count; ++i) {
    const Scalar other = values[i];
    const Scalar e = column[i];
    const Scalar other_part = other > zero ? other : zero;
    const Scalar size = std::abs(other) + own_size;
    const Scalar between = (other_part + own_part) / size;  // for opposite signs: one of the two is zero
    const Scalar same = other > zero ? one : zero;
    const Scalar left_out = e * e / (size + std::abs(e));
    const bool opposite = other * own <= zero;
    const Scalar term = opposite ? left_out : zero;
    sum += term * term;
    column[i] = (opposite ? between : same) * e;
  }
  return sum;
}

}  // namespace

SPICA_VECTOR_CLONES double weigh_column(const double* values, Index count, double own, double* column) {
  return weigh(values, count, own, column);
}

SPICA_VECTOR_CLONES double weigh_column(const float* values, Index count, float own, float* column) {
  return weigh(values, count, own, column);
}

}  // namespace spica::bounds::pairs
