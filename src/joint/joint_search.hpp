#pragma once

// Several components with disjoint supports, chosen together, with a proof of their total (maths.md, chapter 6):
//
//     max sum over t of x_t'A x_t,   |x_t| = 1, at most k_t nonzeros, no feature in two components.
//
// Branch and bound. A node says of each component which features it has and which it has not. For any prices p >= 0
//
//     total <= sum over t of max over supports S of t of (lam_max(A_SS) - p(S)) + sum of p_j,
//
// and every term on the right is a problem of one component. A node is bounded in three ways, each stronger and dearer:
// by the pairs relaxation with caps, which finds prices and a bound of every term at once (relaxation.hpp); by a search over
// the supports of every term, at prices that the columns found so far suggest (settlement.hpp); by its children (node.hpp).

#include <cstdint>
#include <vector>

#include "joint/relaxation.hpp"
#include "joint/task.hpp"
#include "spica/result.hpp"

namespace spica::joint {

struct JointOutcome {
  Choice choice;       ///< the best, in the order of the cardinalities
  double lower = 0.0;  ///< proven of it, scaled units
  double upper = 0.0;  ///< proven of every choice
  Status status = Status::optimal;
  std::int64_t nodes = 0;  ///< joint nodes and nodes of the searches at fixed prices
  Vector prices;           ///< of the root
  std::shared_ptr<const proof::JointNode> evidence =
      {};                   ///< why no choice is above `upper`; null if nobody wants it
  double relaxation = 0.0;  ///< where no prices settle the root: about what they cannot get below, estimated
};

/// The task's problem is in covariance form.
JointOutcome joint_search(const JointTask& task);

/// The heuristic alone: construction and exchanges, guided by the prices of the root.
Choice joint_heuristic(const JointTask& task);

/// What is known of the root.
struct RootBound {
  std::vector<ComponentClass> classes;
  PricedBound priced;   ///< without duals if nothing has variance
  double cutoff = 0.0;  ///< that would be good enough
  Choice choice;        ///< the best that is known by then
};
/// By the pairs relaxation with caps; or, dearer, at prices that settle the root by a search, if there are any.
RootBound joint_root(const JointTask& task, bool settled);

}  // namespace spica::joint
