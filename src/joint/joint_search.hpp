#pragma once

// Several components with disjoint supports, chosen together, with a proof of their total (maths.md, chapter 5):
//
//     max sum over t of x_t'A x_t,   |x_t| = 1, at most k_t nonzeros, no feature in two components.
//
// Branch and bound. A node says of each component which features it has and which it has not. For any prices p >= 0
//
//     total <= sum over t of max over supports S of t of (lam_max(A_SS) - p(S)) + sum of p_j,
//
// and every term on the right is a problem of one component. A node is bounded in three ways, each stronger and dearer:
// by the pairs relaxation with caps, which finds prices and a bound of every term at once; by a search over the supports of
// every term, at prices that the columns found so far suggest; by its children. A node branches on a feature and a class
// of components that are alike: one of them has the feature, or none of them has it.

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "bounds/pairs/capped_admm.hpp"
#include "bounds/pairs/pairs.hpp"
#include "joint/column.hpp"
#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::joint {

/// The numbers that a joint search runs by; all by experiment.
struct JointSettings {
  int root_steps = 400;         ///< of the ADMM with caps at the root, at most
  int node_steps = 150;         ///< at any other node
  int round_steps = 50;         ///< between two looks at what was gained
  double least_progress = 0.1;  ///< share of what is missing that a round must gain
  int guided_rounds = 4;        ///< of the root in which prices guide the heuristic
  int bundle_steps = 60;        ///< of the prices of a node, at most
  std::size_t climbs = 12;      ///< of columns that are known, at each prices
  double first_move = 0.05;     ///< t of the first step of the prices, in units of a component
  Index optimal_up_to = 20;     ///< features: up to here the gap is closed down to rounding
  Index core_above = 130;       ///< features: with more of them a core is looked for
  Index shortlist = 300;        ///< features that the heuristic alone looks at
};

/// How a joint search stands.
struct JointNews {
  double lower = 0.0;
  double upper = 0.0;
  std::int64_t nodes = 0;    ///< joint nodes and nodes of the searches at fixed prices
  std::int64_t open = 0;     ///< joint nodes
  std::int64_t settled = 0;  ///< joint nodes whose prices settled them
  bool new_choice = false;
};

struct JointTask {
  const Problem& problem;  ///< in covariance form
  std::vector<Index> cardinalities;
  double gap = 1e-4;
  std::uint64_t seed = 1;
  std::int64_t threads = 1;
  Limits limits = {};
  Support included = {};  ///< features that some component must have, ascending
  Choice start = {};      ///< may be empty
  JointSettings settings = {};
  bounds::PairsSettings pairs = {};
  std::function<void(const JointNews&)> on_news = {};
  std::function<void(const std::string&)> explain = {};
  /// Proven of all choices that are not looked at.
  double ruled_out = -std::numeric_limits<double>::infinity();
};

/// What is known of a root at some prices, in scaled units.
struct RootBound {
  std::vector<ComponentClass> classes;
  Vector prices;
  /// Of each class one or two dual points at these prices: one for its k, the other for k - 1.
  std::vector<std::vector<bounds::pairs::Dual>> duals;
  std::vector<double> bounds;  ///< proven: what a component of each class is worth at most
  double price_sum = 0.0;      ///< rounded upwards
  double upper = 0.0;          ///< proven of the total
  double cutoff = 0.0;         ///< that would be good enough
  Choice choice;               ///< the best that is known by then
};
/// By the pairs relaxation with caps; or, dearer, at prices that settle the root by a search, if there are any.
RootBound joint_root(const JointTask& task, bool settled);

/// Components of one cardinality are alike.
std::vector<ComponentClass> classes_of(const std::vector<Index>& cardinalities);

struct JointOutcome {
  Choice choice;       ///< the best, in the order of the cardinalities
  double lower = 0.0;  ///< proven of it, scaled units
  double upper = 0.0;  ///< proven of every choice
  Status status = Status::optimal;
  std::int64_t nodes = 0;
  std::int64_t joint_nodes = 0;
  Vector prices;            ///< of the root
  double relaxation = 0.0;  ///< what the columns found say of the linear relaxation at the root, estimated
};

/// The heuristic alone: construction and exchanges, guided by the prices of the root.
Choice joint_heuristic(const JointTask& task);

JointOutcome joint_search(const JointTask& task);

}  // namespace spica::joint
