#pragma once

// What another process needs to take part in the search for one component, as bytes: the matrix that presolve
// left and what is to be done with it, but nothing of the data that it came from.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/bound.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/pairs.hpp"
#include "search/incumbent.hpp"
#include "search/support/settings.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"

namespace spica::solver {

struct Assignment {
  Problem problem;
  SparseVector component;  ///< the best that is known
  double lower = 0.0;      ///< proven of it
  Index k = 1;
  double gap = 0.0;
  double answer = 0.0;  ///< search::Settings
  double ruled_out = 0.0;
  std::vector<Support> groups = {};
  Support included = {};
  bool nonnegative = false;
  std::vector<Index> group_of = {};  ///< GroupLimits
  std::vector<Index> at_most = {};
  std::int64_t threads = 0;       ///< 0: as many as a process finds
  std::int64_t memory_bytes = 0;  ///< 0: this process's share of half of its machine
};

Assignment assignment_of(const Problem& problem, const search::FeasiblePoint& incumbent,
                         const search::SupportSettings& settings, const Options& options);

std::string pack(const Assignment& assignment);
Assignment unpack_assignment(std::string_view packed);

/// The pairs bound of a search, the same on every rank; `gap` decides on its bits.
std::unique_ptr<bounds::Pairs> pairs_bound(const Problem& problem, const SparseVector& component, double gap,
                                           std::optional<bounds::pairs::Iterate> start = {},
                                           bounds::PairsSettings settings = {});

/// What a search may take of the memory: what the user says, or this process's share of half of the machine.
std::size_t memory_for_search(std::int64_t wanted_bytes, const search::Team* team);

/// Whom the other process works with, and with what.
struct Assistant {
  search::Team& team;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string&)> on_warning = {};
};
/// Works on it until the search is over everywhere; `root` is what the bound learned there.
void assist(const Assignment& assignment, std::string_view root, const Assistant& assistant);

}  // namespace spica::solver
