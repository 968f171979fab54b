#pragma once

#include <vector>

#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::solver {

/// Lets components and bounds of a curve over k pass to other k (maths.md, 2.8): a component of fewer features is one of
/// more, lambda^k never falls as k grows, and grows slowly. `components` are of ascending k; where supports must have
/// some features (`included`), nothing is known of how fast lambda^k grows.
void carry_bounds(const Problem& problem, bool included, std::vector<Component>& components);

/// Certificates of what was carried: a component whose bound follows from that of another k is written into the
/// certificate of that k, and has none of its own.
void certify_followers(std::vector<Component>& components);

}  // namespace spica::solver
