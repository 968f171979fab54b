#pragma once

// Nodes of the search over supports, for RapidCheck.

#include <functional>

#include "base/random.hpp"
#include "bounds/bound.hpp"
#include "support/supports.hpp"

namespace spica::test {

bool belongs(const Support& s, const bounds::Node& node);

/// The node of all supports.
bounds::Node root_of(Index n, Index k);

/// A chain of random decisions that leaves at least one support.
bounds::Node any_node(Random& random, Index n, Index k);

void for_each_support_of(const bounds::Node& node, Index n, const std::function<void(const Support&)>& visit);

}  // namespace spica::test
