#include "distributed/plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace spica::distributed {

namespace {

using search::Standing;

constexpr std::int64_t most_ahead = 8;  // for each thread
constexpr double shortest_pause_sec = 2e-3;
constexpr double longest_pause_sec = 20e-3;
constexpr double share_of_node = 0.05;

/// What a node takes, on average over all ranks; 0 if none is done yet.
double node_sec(const std::vector<Standing>& standings) {
  double busy = 0.0;
  double nodes = 0.0;
  for (const Standing& standing : standings) {
    busy += standing.busy_sec;
    nodes += static_cast<double>(standing.nodes);
  }
  return nodes > 0.0 ? busy / nodes : 0.0;
}

/// Waiting nodes less those that idle threads are about to take.
std::int64_t level_of(const Standing& standing) {
  return standing.waiting - std::max<std::int64_t>(0, standing.threads - standing.held);
}

}  // namespace

std::int64_t nodes_ahead(const std::vector<Standing>& standings, double round_sec) {
  const double sec = node_sec(standings);
  if (!(sec > 0.0)) return 1;
  const double rounds = std::ceil(round_sec / sec);
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(rounds, 1e6)), 1, most_ahead);
}

std::vector<Gift> plan_gifts(const std::vector<Standing>& standings, std::int64_t ahead) {
  std::set<std::pair<std::int64_t, int>> levels;
  for (std::size_t rank = 0; rank < standings.size(); ++rank)
    levels.emplace(level_of(standings[rank]), static_cast<int>(rank));
  std::map<std::pair<int, int>, std::int64_t> gifts;
  while (levels.size() > 1) {
    const auto [least, to] = *levels.begin();
    const auto [most, from] = *levels.rbegin();
    const bool wants = least < ahead * standings[static_cast<std::size_t>(to)].threads;
    const bool worth_it = most >= 1 && (most - least >= 2 || least < 0);
    if (!wants || !worth_it) break;
    levels.erase(levels.begin());
    levels.erase(std::prev(levels.end()));
    levels.emplace(least + 1, to);
    levels.emplace(most - 1, from);
    ++gifts[{from, to}];
  }
  std::vector<Gift> plan;
  plan.reserve(gifts.size());
  for (const auto& [pair, count] : gifts) plan.push_back({pair.first, pair.second, count});
  return plan;
}

double pause_sec(const std::vector<Standing>& standings) {
  return std::clamp(share_of_node * node_sec(standings), shortest_pause_sec, longest_pause_sec);
}

std::optional<Status> limit_of(const std::vector<Standing>& standings) {
  for (const Standing& standing : standings) {
    if (standing.limit != Status::optimal) return standing.limit;
    if (standing.failed) return Status::interrupted;
  }
  return std::nullopt;
}

bool is_done(const std::vector<Standing>& standings) {
  return std::all_of(standings.begin(), standings.end(),
                     [](const Standing& standing) { return standing.open() == 0; });
}

std::optional<int> best_incumbent(const std::vector<Standing>& standings) {
  const auto worse = [](const Standing& a, const Standing& b) { return a.lower < b.lower; };
  const auto [least, most] = std::minmax_element(standings.begin(), standings.end(), worse);
  if (!(most->lower > least->lower)) return std::nullopt;
  // The first of the best: minmax_element gives the last.
  const auto first = std::find_if(standings.begin(), standings.end(),
                                  [best = most->lower](const Standing& s) { return s.lower == best; });
  return static_cast<int>(first - standings.begin());
}

search::Others all_but(int rank, const std::vector<Standing>& standings) {
  search::Others others;
  for (std::size_t other = 0; other < standings.size(); ++other) {
    if (static_cast<int>(other) == rank) continue;
    others.nodes += standings[other].nodes;
    others.open += standings[other].open();
    others.upper = std::max(others.upper, standings[other].upper);
  }
  return others;
}

}  // namespace spica::distributed
