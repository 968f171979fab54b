#include "bounds/box/node_dual.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/product.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds {

namespace {

/// One inner maximum, smoothed: the maximum of a strongly concave quadratic in g that has the same values at
/// the ends of the box.
struct SmoothInner {
  double value = 0.0;
  double g = 0.0;
  double square = 0.0;  // what takes the place of g^2, for the derivative by the level
};

SmoothInner smooth_inner(bool secant, double lower, double upper, double weight, double slope,
                         double curvature) {
  const double middle = 0.5 * (lower + upper);
  const double half = 0.5 * (upper - lower);
  SmoothInner result;
  if (secant) {
    const double rise = weight * (lower + upper) - slope;
    result.g =
        std::clamp(curvature > 0.0 ? middle + rise / curvature : (rise > 0.0 ? upper : lower), lower, upper);
    const double off = result.g - middle;
    result.value = rise * result.g - weight * lower * upper + 0.5 * curvature * (half * half - off * off);
    result.square = (lower + upper) * result.g - lower * upper;
    return result;
  }
  // Between the secant with its curvature, at weight 0, and the parabola itself the curvature added fades out
  // as the square of the distance, so that the derivative by the level has no jump.
  const double share = curvature > 0.0 ? std::max(0.0, 1.0 + weight / curvature) : 0.0;
  const double extra = curvature * share * share;
  result.g = std::clamp((extra * middle - slope) / (extra - 2.0 * weight), lower, upper);
  const double off = result.g - middle;
  const double lens = half * half - off * off;
  result.value = weight * result.g * result.g - slope * result.g + 0.5 * extra * lens;
  result.square = result.g * result.g + share * lens;
  return result;
}

/// Fills c = Vd as far as it can matter for the k largest; later features are shorter.
Index leading_products(const DirectionModel& model, const Eigen::Ref<const Vector>& d, Index k, double width,
                       Vector& c) {
  constexpr Index chunk = 128;  // features between two looks at the k-th largest
  static thread_local std::vector<double> squares;
  const Index n = model.features();
  c.resize(n);
  const double length = d.squaredNorm();
  Index done = 0;
  while (done < n) {
    const Index count = std::min(chunk, n - done);
    c.segment(done, count).noalias() = model.rows.middleCols(done, count).transpose() * d;
    done += count;
    if (done >= n || done < k) continue;
    squares.resize(static_cast<std::size_t>(done));
    for (Index i = 0; i < done; ++i) squares[static_cast<std::size_t>(i)] = c(i) * c(i);
    const auto kth = squares.begin() + (k - 1);
    std::nth_element(squares.begin(), kth, squares.end(), std::greater<>());
    if (model.squares(done) * length <= *kth - width) break;
  }
  return done;
}

struct RegionValue {
  double exact = 0.0;
  double smooth = 0.0;
  SparseVector x;  // the maximiser behind the gradient of smooth
  Vector by_cut;   // derivative by the weight of each cut
};

RegionValue hull_value(const Eigen::Ref<const Vector>& c, const Region& region, const linalg::Fixing& fixing,
                       double width) {
  static thread_local linalg::SoftTopK soft;
  linalg::soft_top_k(c, region.k, width, fixing, soft);
  RegionValue result;
  result.exact = soft.exact;
  result.smooth = soft.smooth;
  result.x.values.resize(static_cast<Index>(soft.support.size()));
  result.x.support = soft.support;
  const double scale = soft.smooth > 0.0 ? 1.0 / soft.smooth : 0.0;
  for (std::size_t i = 0; i < soft.support.size(); ++i)
    result.x.values(static_cast<Index>(i)) = soft.weights[i] * c(soft.support[i]) * scale;
  return result;
}

RegionValue balls_value(const Eigen::Ref<const Vector>& c, const Region& region,
                        const Eigen::Ref<const Vector>& weights, double width) {
  Vector absolute = c.cwiseAbs();
  RegionValue result;
  for (std::size_t j = 0; j < region.cuts.size(); ++j) {
    absolute -= weights(static_cast<Index>(j)) * region.cuts[j].normal;
    result.exact += weights(static_cast<Index>(j)) * region.cuts[j].bound;
  }
  absolute = absolute.cwiseMax(0.0);
  const double exact_tau = linalg::best_tau(absolute, region.k);
  const double paid = result.exact;
  result.exact += (absolute.array() - exact_tau).max(0.0).matrix().norm() +
                  exact_tau * std::sqrt(static_cast<double>(region.k));
  const double tau = width > 0.0 ? linalg::best_tau(absolute, region.k, width) : exact_tau;
  std::vector<double> values;
  double square = 0.0;
  double product = 0.0;
  for (Index i = 0; i < c.size(); ++i) {
    const double rest = absolute(i) - tau;
    if (!(rest > 0.0)) continue;
    square += rest * rest;
    product += rest * absolute(i);
    result.x.support.push_back(i);
    values.push_back(c(i) > 0.0 ? rest : -rest);
  }
  const double divisor = std::max(std::sqrt(square), width);
  const double inverse = divisor > 0.0 ? 1.0 / divisor : 0.0;
  result.x.values = inverse * Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  result.smooth = paid + inverse * product + 0.5 * width * (1.0 - inverse * inverse * square);
  result.by_cut = Vector::Zero(static_cast<Index>(region.cuts.size()));
  for (std::size_t j = 0; j < region.cuts.size(); ++j) {
    double used = 0.0;
    for (std::size_t i = 0; i < result.x.support.size(); ++i)
      used += region.cuts[j].normal(result.x.support[i]) * std::abs(result.x.values(static_cast<Index>(i)));
    result.by_cut(static_cast<Index>(j)) = region.cuts[j].bound - used;
  }
  return result;
}

}  // namespace

double inner_maximum(const Grid1D* grid, double lower, double upper, double weight, double slope) {
  if (weight >= 0.0)
    return std::max(weight * lower * lower - slope * lower, weight * upper * upper - slope * upper);
  if (grid != nullptr) return grid->concave_maximum(lower, upper, weight, slope);
  const double g = std::clamp(slope / (2.0 * weight), lower, upper);
  return weight * g * g - slope * g;
}

double inner_maximum_upper(const Grid1D* grid, double lower, double upper, double lam, double level,
                           double slope) {
  const double weight = lam - level;
  const double far = std::max(std::abs(lower), std::abs(upper));
  const double magnitude = (std::abs(lam) + std::abs(level)) * far * far + std::abs(slope) * far;
  return numerics::up(inner_maximum(grid, lower, upper, weight, slope) + numerics::gamma(16.0) * magnitude);
}

NodeDual::NodeDual(const BoxProgram& program, const Box& box) : program_(program), box_(box) {
  if (!program.on_grid()) return;
  for (Index j = 0; j < program.branchable; ++j) {
    const Grid1D& grid = program.grids[static_cast<std::size_t>(j)];
    delta_ = numerics::up(delta_ + grid.largest_error(box.lower(j), box.upper(j)));
  }
}

void NodeDual::evaluate(const Vector& point, const Smoothing& smoothing, DualValue& value) const {
  const DirectionModel& model = program_.model;
  const Index size = program_.free_size();
  const double level = point(size);
  const auto weights = point.tail(point.size() - size - 1);
  static thread_local Vector c;
  Vector slopes;  // v_j'c
  Index known = model.features();
  double rest_square = 0.0;  // |c - VV'c|^2
  if (program_.keep_rest) {
    c = point.head(size);
    slopes = linalg::product(model.rows, c);
    rest_square = std::max(0.0, c.squaredNorm() - slopes.squaredNorm());
  } else {
    slopes = point.head(size);
    const bool short_cut = program_.region.hull && box_.fixing.empty();
    known = leading_products(model, slopes, short_cut ? program_.region.k : model.features(),
                             smoothing.region, c);
  }
  const RegionValue region = program_.region.hull
                                 ? hull_value(c.head(known), program_.region, box_.fixing, smoothing.region)
                                 : balls_value(c.head(known), program_.region, weights, smoothing.region);

  const double quarter = 0.25 / (level - model.rho);  // of the third term; unused without the rest
  const double delta = level > program_.kink ? delta_ : 0.0;
  double common = level + (level - program_.kink) * delta;
  double by_level = 1.0 + delta;
  if (program_.keep_rest) {
    common += quarter * rest_square;
    by_level -= 4.0 * quarter * quarter * rest_square;
  }
  value.exact = common + region.exact;
  value.smooth = common + region.smooth;
  value.g.resize(model.directions());
  for (Index j = 0; j < model.directions(); ++j) {
    const double lower = box_.lower(j);
    const double upper = box_.upper(j);
    const double weight = model.lam(j) - level;
    const Grid1D* grid = program_.grid_of(j);
    const bool secant = weight >= 0.0 || (grid != nullptr && grid->single_segment(lower, upper));
    value.exact += inner_maximum(grid, lower, upper, weight, slopes(j));
    const SmoothInner inner =
        smooth_inner(secant, lower, upper, weight, slopes(j), smoothing.curvature * std::abs(model.lam(j)));
    value.smooth += inner.value;
    value.g(j) = inner.g;
    by_level -= inner.square;
  }

  value.projected = Vector::Zero(model.directions());
  for (std::size_t i = 0; i < region.x.support.size(); ++i)
    value.projected += region.x.values(static_cast<Index>(i)) * model.rows.col(region.x.support[i]);
  value.gradient.resize(point.size());
  if (program_.keep_rest) {
    value.gradient.head(size) =
        2.0 * quarter * c - linalg::transposed_product(model.rows, 2.0 * quarter * slopes + value.g);
    for (std::size_t i = 0; i < region.x.support.size(); ++i)
      value.gradient(region.x.support[i]) += region.x.values(static_cast<Index>(i));
  } else {
    value.gradient.head(size) = value.projected - value.g;
  }
  value.gradient(size) = by_level;
  if (region.by_cut.size() > 0) value.gradient.tail(region.by_cut.size()) = region.by_cut;
}

Vector NodeDual::c_of(const Vector& point) const {
  const auto free = point.head(program_.free_size());
  return program_.keep_rest ? Vector(free) : Vector(program_.model.rows.transpose() * free);
}

double NodeDual::unit_width(const Vector& point) const {
  const Vector c = c_of(point);
  if (!program_.region.hull) return linalg::balls_support(c, program_.region.k);
  const double norm = linalg::top_k_norm(c, program_.region.k);
  return norm * norm / static_cast<double>(program_.region.k);
}

Vector NodeDual::region_point(const Vector& point, double softness) const {
  const Vector c = c_of(point);
  const Index size = program_.free_size();
  const RegionValue region = program_.region.hull
                                 ? hull_value(c, program_.region, box_.fixing, softness * unit_width(point))
                                 : balls_value(c, program_.region, point.tail(point.size() - size - 1), 0.0);
  Vector x = Vector::Zero(c.size());
  for (std::size_t i = 0; i < region.x.support.size(); ++i)
    x(region.x.support[i]) = region.x.values(static_cast<Index>(i));
  return x;
}

}  // namespace spica::bounds
