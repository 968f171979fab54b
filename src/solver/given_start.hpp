#pragma once

// A support that the user offers for a component (Options::start), and the answer to how far it is from the best
// (Options::prove).
//
// The search goes on as it always does, from the best component that it knows: its upper bound holds for every support.
// With `prove` the answer is the user's support all the same, between what its component is proven to explain and that
// upper bound.

#include <optional>

#include "solver/run.hpp"

namespace spica::solver {

/// The support of a turn, in the numbers of its problem, with the best component on it.
struct GivenStart {
  Support support;  ///< with the features that every component has
  SparseVector x;   ///< the best component on it that is known, without loadings that are zero up to rounding
  double lower = 0.0;  ///< proven of x, in scaled units
  /// Proven: no component on the support is above it. Only with `prove` and without negative loadings, where the best
  /// component on a support is not the eigenvector that it is known by (maths.md, 7.3).
  std::optional<double> upper = {};
};

/// Nothing where nobody offers one.
std::optional<GivenStart> given_start(const Turn& turn, const Run& run);

/// Makes the user's support the answer of a search that has found `component`, with its upper bound and its status. What the
/// search found to be better becomes Component::better; that it is the best, or within a gap, is then not proven of the answer.
void answer_with(const GivenStart& start, const Problem& problem, Component& component);

}  // namespace spica::solver
