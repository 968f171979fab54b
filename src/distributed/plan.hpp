#pragma once

// Which rank gives open nodes to which. The plan is a function of the standings, which all ranks hear: so all
// ranks make the same plan, and both sides of a gift expect it without asking.

#include <cstdint>
#include <vector>

#include "search/team.hpp"

namespace spica::distributed {

struct Gift {
  int from = 0;
  int to = 0;
  std::int64_t count = 0;
  bool operator==(const Gift&) const = default;
};

/// How many nodes should wait for each thread, beside the one that it works on, so that it never waits for
/// the next: those that it gets done until the round after the next, on average.
std::int64_t nodes_ahead(const std::vector<search::Standing>& standings, double round_sec);

/// Nodes go from the rank that has most to the rank that has least, until all ranks have enough for their
/// threads or the differences are too small to matter. A thread without any node gets one even where only one
/// waits.
std::vector<Gift> plan_gifts(const std::vector<search::Standing>& standings, std::int64_t ahead);

/// The seconds between two rounds: a small part of what a node takes.
double pause_sec(const std::vector<search::Standing>& standings);

/// The limit that ends the search, or nothing; an error ends it too.
std::optional<Status> limit_of(const std::vector<search::Standing>& standings);
/// No node is open anywhere.
bool is_done(const std::vector<search::Standing>& standings);
/// The rank with the best incumbent, which all should have; nothing where all are equally good.
std::optional<int> best_incumbent(const std::vector<search::Standing>& standings);
/// What all ranks but this one have, put together.
search::Others all_but(int rank, const std::vector<search::Standing>& standings);

}  // namespace spica::distributed
