#pragma once

// What a component claims, against every support in rational arithmetic.

#include <string>

#include "spica/result.hpp"
#include "support/extreme.hpp"

namespace spica::test {

/// The loadings reach the bound that is proven of them: the lower one, or the upper one of a smallest
/// eigenvalue. Those of standardised data are in units that are irrational: there some vector of the support
/// has to reach it, up to an ulp.
bool attained(const Extreme& extreme, const ExactPencil& pencil, const Component& component);

/// The first of these that is false, or nothing: both bounds are there and in order, there are at most k
/// features, the status goes with the numbers, the loadings reach their bound, no support is beyond the other
/// bound, and where the component is said to be optimal no support that is not listed beside it is better.
std::string false_claim(const Extreme& extreme, const ExactPencil& pencil, const Component& component,
                        double gap);

}  // namespace spica::test
