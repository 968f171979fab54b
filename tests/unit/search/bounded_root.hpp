#pragma once

#include "bounds/pairs/pairs.hpp"
#include "spica/problem.hpp"
#include "support/matrices.hpp"

namespace spica::test {

/// The root of a problem with a bound that leaves a state.
struct BoundedRoot {
  Problem problem = [] {
    Random random(3);
    Support all;
    for (Index i = 0; i < 24; ++i) all.push_back(i);
    return Problem::from_samples(gaussian(random, 48, 24)).restricted(all);
  }();
  bounds::Pairs bound{problem, {{0, 1, 2, 3, 4, 5}, Vector::Constant(6, 0.4)}};
  bounds::Node node{6, {}, {}};
  bounds::Value value;

  BoundedRoot() {
    for (Index i = 0; i < 24; ++i) node.free.push_back(i);
    value = bound.evaluate(node);
  }
};

}  // namespace spica::test
