#pragma once

// The evidence of a joint search as bytes, and back.

#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "proof/joint_evidence.hpp"

namespace spica::proof {

/// A tree; `open` are its open nodes, in an order that unpacking repeats.
void pack_joint_tree(bytes::Writer& out, const JointNode& root, const std::vector<const JointNode*>& open);

struct JointTree {
  std::shared_ptr<JointNode> root;
  std::vector<std::shared_ptr<JointNode>> open;
};
JointTree unpack_joint_tree(bytes::Reader& in, std::size_t open);

void pack_joint_core(bytes::Writer& out, const JointCore& core);
JointCore unpack_joint_core(bytes::Reader& in);

}  // namespace spica::proof
