#include "search/support/branching.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spica::search {

std::int64_t features_to_branch_on(const Departure& last, double cutoff, const BranchingSettings& settings) {
  const double fallen = last.before - last.after;
  if (last.features == 0 || !(fallen > 0.0) || !std::isfinite(fallen)) return 1;
  const double to_come = static_cast<double>(last.features) * (last.after - cutoff) / fallen;
  const double wanted = settings.share * to_come;
  if (!(wanted < static_cast<double>(settings.most))) return settings.most;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted));
}

Support choose_features(const bounds::Node& node, const bounds::Value& value, std::int64_t count) {
  std::vector<Index> places(node.free.size());
  std::iota(places.begin(), places.end(), Index{0});
  const auto some = std::min(static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(places.size()));
  std::partial_sort(places.begin(), places.begin() + some, places.end(), [&](Index i, Index j) {
    return value.relevance(i) != value.relevance(j) ? value.relevance(i) > value.relevance(j) : i < j;
  });
  Support features;
  for (std::ptrdiff_t i = 0; i < some; ++i)
    features.push_back(node.free[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])]);
  return features;
}

}  // namespace spica::search
