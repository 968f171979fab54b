#pragma once

#include <optional>
#include <vector>

#include "solver/pictures.hpp"
#include "solver/settings.hpp"

namespace spica::solver {

/// Where a curve of proven bounds over k bends: the k at which it is farthest above the straight line between
/// its ends. Nothing where it does not bend: the curve itself is somewhere between the bounds, so it has to
/// be above the line also where the ends are as high as their upper bounds, and by more than a small part of
/// what it rises.
std::optional<Index> bend_of(const std::vector<CurvePoint>& curve, const PathSettings& settings = {});

}  // namespace spica::solver
