#include "report/groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/group_file.hpp"
#include "report/text.hpp"

namespace spica::report {

std::vector<GroupCount> group_counts(const GroupLimits& limits, const Support& support) {
  std::vector<GroupCount> counts;
  const std::vector<Index> room = limits.room_beside(support);
  for (Index g = 0; g < limits.groups(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    const Index features = limits.at_most[at] - room[at];
    if (features == 0) continue;
    counts.push_back({g, limits.names.empty() ? fmt::format("group {}", g) : limits.names[at], features,
                      limits.at_most[at]});
  }
  return counts;
}

std::string group_line(const GroupLimits& limits, const Support& support) {
  constexpr std::size_t most = 12;
  std::vector<GroupCount> counts = group_counts(limits, support);
  std::erase_if(counts, [](const GroupCount& one) { return one.at_most == io::no_limit; });
  std::stable_partition(counts.begin(), counts.end(), [](const GroupCount& one) { return one.is_full(); });
  std::string line;
  for (std::size_t i = 0; i < std::min(most, counts.size()); ++i)
    line += fmt::format("{}{} {} of at most {}", i == 0 ? "" : ", ", feature_label({counts[i].name}, 0),
                        counts[i].features, counts[i].at_most);
  if (counts.size() > most) line += fmt::format(" and {} more groups", counts.size() - most);
  return line;
}

}  // namespace spica::report
