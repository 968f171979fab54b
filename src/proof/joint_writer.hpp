#pragma once

#include <optional>
#include <string>
#include <vector>

#include "proof/joint_evidence.hpp"
#include "spica/group_limits.hpp"

namespace spica::proof {

/// A component that was chosen.
struct Chosen {
  Index k = 0;
  SparseVector x;  ///< in the numbers of the problem
};

/// All that is said of components that were chosen together, in scaled units.
struct JointClaim {
  std::vector<Chosen> components;  ///< in the order of the cardinalities that were asked for
  double upper = 0.0;              ///< of the total
  Support included;                ///< features that every choice has, of the problem
  Support excluded;                ///< features that none has
  bool nonnegative = false;        ///< no entry of a component is negative
  GroupLimits limits = {};  ///< that every component keeps to; of the features as the user numbers them
  std::optional<JointCore> core;
  std::shared_ptr<const JointNode> root;
  Support features;  ///< of the problem, for each feature of the search
};

/// The part of a certificate that follows `joint` (docs/certificate.md). Nothing where some node is closed by a bound that
/// certificates have no words for.
std::optional<std::string> write_joint(const JointClaim& claim);

}  // namespace spica::proof
