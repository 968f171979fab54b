#include "solver/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "solver/allowed.hpp"

namespace spica {

namespace {

/// At most 20 cardinalities from the least to twice that of the result, its own among them.
std::vector<Index> cardinalities_around(Index k, Index least, Index features) {
  constexpr Index most = 20;
  const Index last = std::min(features, std::max<Index>(2 * k, 10));
  const Index step = (last + most - 1) / most;
  std::set<Index> chosen = {least, k, last};
  for (Index i = step; i < last; i += step) {
    if (i > least) chosen.insert(i);
  }
  return {chosen.begin(), chosen.end()};
}

double unit_of(const Problem& problem, int ddof) {
  return std::sqrt(static_cast<double>(problem.samples() - ddof)) * std::ldexp(1.0, problem.exponent() / 2);
}

/// At most so many samples, evenly spread over the file.
std::vector<Index> shown_samples(Index samples) {
  constexpr Index most = 2000;
  const Index count = std::min(samples, most);
  std::vector<Index> shown;
  for (Index i = 0; i < count; ++i) shown.push_back(i * samples / count);
  return shown;
}

}  // namespace

std::vector<double> plain_variances(const Problem& problem, Index count,
                                    const std::function<bool()>& out_of_time) {
  const Vector values = leading_eigenpairs(problem, count, out_of_time).values;
  std::vector<double> variances;
  for (const double value : values) variances.push_back(std::ldexp(std::max(value, 0.0), problem.exponent()));
  return variances;
}

std::vector<double> plain_variances(const Problem& problem, const Result& result) {
  const std::vector<Component>& components = result.components;
  if (components.empty() || result.isometry || components.front().sense == Sense::smallest) return {};
  constexpr double after_a_limit_sec = 0.2;
  const Stopwatch clock;
  const bool hurry = stopped_early(result.status);
  return plain_variances(problem, result.path ? 1 : static_cast<Index>(components.size()),
                         [&] { return hurry && clock.seconds() > after_a_limit_sec; });
}

Matrix scores(const Problem& problem, const std::vector<Component>& components, int ddof) {
  Matrix result(problem.samples(), static_cast<Index>(components.size()));
  for (std::size_t j = 0; j < components.size(); ++j) {
    const Component& component = components[j];
    result.col(static_cast<Index>(j)) = unit_of(problem, ddof) * factor_of(problem).times(SparseVector{
                                                                     component.support, component.loadings});
  }
  return result;
}

std::vector<CurvePoint> curve_around(const Problem& problem, const Result& result, const Options& options,
                                     const Hooks& hooks) {
  constexpr double shortest_sec = 3.0;
  constexpr double longest_sec = 10.0;
  const Component& first = result.components.front();
  if (result.isometry || result.path || first.sense == Sense::smallest || !first.upper_bound) return {};
  const double left_sec = options.time_limit_sec - (result.time_sec - result.time_before_sec);
  if (!(left_sec > 0.0)) return {};
  Options quick = options;
  quick.time_limit_sec = std::min(left_sec, std::clamp(result.time_sec, shortest_sec, longest_sec));
  quick.certificate = quick.disjoint = quick.joint = quick.prove = false;
  quick.start.clear();
  quick.alternatives.reset();
  const auto least = std::max<Index>(1, static_cast<Index>(options.include.size()));
  const Index usable = solver::Allowed(problem).count();
  std::vector<CurvePoint> curve;
  for (const Component& component :
       path(problem, cardinalities_around(first.k, least, usable), quick, {{}, {}, hooks.stop}).components) {
    const bool same = component.k == first.k;
    curve.push_back({component.k,
                     same ? std::max(component.lower_bound, first.lower_bound) : component.lower_bound,
                     same ? std::min(*component.upper_bound, *first.upper_bound) : *component.upper_bound});
  }
  for (std::size_t i = 1; i < curve.size(); ++i)  // lambda^k never falls as k grows (maths.md, 2.8)
    curve[i].lower_bound = std::max(curve[i].lower_bound, curve[i - 1].lower_bound);
  for (std::size_t i = curve.size(); i-- > 1;)
    curve[i - 1].upper_bound = std::min(curve[i - 1].upper_bound, curve[i].upper_bound);
  return curve;
}

std::optional<Plane> sample_plane(const Problem& problem, const Result& result, int ddof) {
  if (problem.kind() != InputKind::samples || result.components.empty() || result.path) return std::nullopt;
  const Matrix all = scores(problem, result.components, ddof);
  const bool alone = all.cols() == 1;
  Plane plane{"Component 1",
              alone ? "First component of plain PCA" : "Component 2",
              shown_samples(all.rows()),
              {},
              {}};
  Vector y = alone ? Vector(unit_of(problem, ddof) *
                            factor_of(problem).times(Vector(leading_eigenpairs(problem, 1).vectors.col(0))))
                   : Vector(all.col(1));
  if (alone && y.dot(all.col(0)) < 0.0) y = -y;  // the sign of an eigenvector means nothing
  plane.x = all.col(0)(plane.samples);
  plane.y = y(plane.samples);
  return plane;
}

}  // namespace spica
