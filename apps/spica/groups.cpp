#include "groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/group_file.hpp"
#include "spica/error.hpp"

namespace spica::app {

void GroupFlags::add_to(CLI::App& command, InputFlags& input) {
  command.option_defaults()->group("Solving");
  command
      .add_option_function<std::string>(
          "--groups",
          [this, &input](const std::string& path) {
            file = path;
            input.lists.emplace_back("--groups", path);
          },
          "features and their groups, two columns, for --at-most")
      ->type_name("FILE");
  command.add_option("--at-most", at_most, "features of a group: 2, or banks=2,energy=1")
      ->type_name("LIMITS");
}

GroupLimits GroupFlags::limits_on(io::Input& input) const {
  if (file.empty() && at_most.empty()) return {};
  if (file.empty())
    throw Error(ErrorKind::usage,
                "--at-most needs the groups; name a file with features and groups by --groups");
  if (at_most.empty())
    throw Error(ErrorKind::usage, "--groups needs a limit; add --at-most 2, or --at-most banks=2,energy=1");
  GroupLimits limits = io::read_group_limits(file, at_most, input.problem.feature_names(),
                                             input.problem.features(), input.path);
  const auto without = std::count(limits.group.begin(), limits.group.end(), GroupLimits::no_group);
  if (without > 0)
    input.notes.push_back(fmt::format("{} of {} features {} no group, and no limit", without,
                                      limits.group.size(), without == 1 ? "has" : "have"));
  return limits;
}

}  // namespace spica::app
