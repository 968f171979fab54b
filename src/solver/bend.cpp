#include "solver/bend.hpp"

namespace spica::solver {

namespace {

/// A line between two points, at some k.
double line(Index first_k, double first, Index last_k, double last, Index k) {
  const double along = static_cast<double>(k - first_k) / static_cast<double>(last_k - first_k);
  return first + along * (last - first);
}

}  // namespace

std::optional<Index> bend_of(const std::vector<CurvePoint>& curve, const PathSettings& settings) {
  constexpr double rounding = 1e-12;
  if (curve.size() < 3) return std::nullopt;
  const CurvePoint& first = curve.front();
  const CurvePoint& last = curve.back();
  const double rise = last.lower_bound - first.lower_bound;
  const CurvePoint* farthest = nullptr;
  double most = 0.0;
  for (const CurvePoint& point : curve) {
    const double height =
        point.lower_bound - line(first.k, first.lower_bound, last.k, last.lower_bound, point.k);
    if (height <= most * (1.0 + rounding)) continue;
    most = height;
    farthest = &point;
  }
  if (farthest == nullptr || most <= settings.visible_bend * rise) return std::nullopt;
  const double highest_line = line(first.k, first.upper_bound, last.k, last.upper_bound, farthest->k);
  if (farthest->lower_bound <= highest_line) return std::nullopt;
  return farthest->k;
}

}  // namespace spica::solver
