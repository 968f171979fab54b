#pragma once

// The parts of the page, in the order in which they stand there. A part that a result has nothing for is
// empty.

#include "report/html/figure.hpp"

namespace spica::report {

/// Cards side by side for the first screen, one a component: its features, its share, what is proven. Nothing
/// where there is one component, of which the title and the sentence below it say all that.
std::string cards(const Json& result);

/// A word on scores that are correlated, and all correlations; beside the samples if there are some.
std::string correlations(const Json& result);

/// Groups with limits that the components have features of; empty where there are none.
std::string groups_of_features(const Json& result);

Part components_part(const Json& result);
Part samples_part(const Json& result);
Part curve_part(const Json& result);
Part plain_part(const Json& result);
/// Sets of features that come close to the best, where the result lists them.
Part alternatives_part(const Json& result);

/// How it was proven: bounds, their way over time, words, settings and the input's fingerprint; folded.
Part proof_part(const Json& result);

}  // namespace spica::report
