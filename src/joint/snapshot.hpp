#pragma once

// A joint search between two of its nodes, and what came before it, as bytes and back, so that another search can go on. What the
// ADMM knew of open nodes is left out: they start anew.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "joint/node.hpp"
#include "joint/reduction.hpp"

namespace spica::joint {

struct JointSnapshot {
  Choice best;
  std::vector<Column> columns;  ///< that are known
  std::vector<JointNode> open;
  double closed = 0.0;  ///< the largest bound of a closed node
  std::int64_t nodes = 0;
  std::int64_t joint_nodes = 0;
  std::int64_t settled = 0;
  Vector root_prices;
  double relaxation = 0.0;
  std::shared_ptr<proof::JointNode> evidence;  ///< of the whole problem; null if nobody wants it
};

std::string pack(const JointSnapshot& snapshot);
/// Throws Error(input) where the bytes are no snapshot of a problem with so many features.
JointSnapshot unpack_snapshot(std::string_view packed, Index features);

std::string pack(const Reduction& reduction);
Reduction unpack_reduction(std::string_view packed, Index features);

}  // namespace spica::joint
