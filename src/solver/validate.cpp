#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/feature_set.hpp"
#include "joint/placement.hpp"
#include "solver/run.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

template <class Value>
void require_range(const char* option, Value value, double smallest, double largest) {
  const auto number = static_cast<double>(value);
  if (number >= smallest && number <= largest) return;
  throw Error(ErrorKind::usage,
              fmt::format("`{}` is {}; it must be at least {}{}", option, value, smallest,
                          std::isfinite(largest) ? fmt::format(" and at most {}", largest) : ""));
}

Index usable(const Problem& problem) {
  return problem.features() - static_cast<Index>(problem.removed().size());
}

std::string count_of_features(const Problem& problem) {
  const Index count = usable(problem);
  return fmt::format("{} feature{} {}", count, count == 1 ? "" : "s",
                     !problem.removed().empty() ? "left"
                     : count == 1               ? "there is"
                                                : "there are");
}

void require_each(const Problem& problem, const std::vector<Index>& cardinalities) {
  if (cardinalities.empty())
    throw Error(ErrorKind::usage, "no cardinality was given; `k=10` asks for ten features");
  for (const Index k : cardinalities) {
    if (k < 1)
      throw Error(ErrorKind::usage, fmt::format("k = {} makes no component; k must be at least 1", k));
    if (k > usable(problem)) {
      throw Error(ErrorKind::input, fmt::format("k = {} is more than the {}; choose a smaller k", k,
                                                count_of_features(problem)));
    }
  }
}

}  // namespace

void require_path(const Problem& problem, const std::vector<Index>& cardinalities) {
  require_each(problem, cardinalities);
  for (std::size_t i = 1; i < cardinalities.size(); ++i) {
    if (cardinalities[i] <= cardinalities[i - 1])
      throw Error(ErrorKind::usage, "the cardinalities of a path must ascend, as in `k=1:20`");
  }
}

void require_cardinalities(const Problem& problem, const std::vector<Index>& cardinalities) {
  require_each(problem, cardinalities);
  const auto count = static_cast<Index>(cardinalities.size());
  if (count > usable(problem)) {
    throw Error(ErrorKind::input, fmt::format("{} components are more than the {}; ask for fewer", count,
                                              count_of_features(problem)));
  }
}

namespace {

std::string label(const Problem& problem, Index feature) {
  const std::vector<std::string>& names = problem.feature_names();
  return names.empty() ? fmt::format("feature {}", feature)
                       : fmt::format("'{}'", names[static_cast<std::size_t>(feature)]);
}

/// How many of the features to include a support lacks.
Index lacking(const Support& support, const Options& options) {
  return std::count_if(options.include.begin(), options.include.end(),
                       [&support](Index i) { return !contains(support, i); });
}

void require_start_sizes(const std::vector<Index>& cardinalities, const Options& options) {
  const std::size_t count = options.start.size();
  if (options.prove && count != cardinalities.size())
    throw Error(ErrorKind::usage,
                fmt::format("`prove` is about the components of `start`, which has {}, and k asks for {}; "
                            "leave k out, or give one for each",
                            count, cardinalities.size()));
  if (count > cardinalities.size())
    throw Error(ErrorKind::usage,
                fmt::format("`start` has {} components and k asks for {}; give a k for each", count,
                            cardinalities.size()));
  for (std::size_t i = 0; i < count; ++i) {
    const Support& support = options.start[i];
    const auto size = static_cast<Index>(support.size());
    const Index more = options.joint ? 0 : lacking(support, options);
    if (size + more > cardinalities[i])
      throw Error(
          ErrorKind::usage,
          fmt::format("`start` names {} feature{}{}{} and k is {}; leave some out, or choose a larger k",
                      size, size == 1 ? "" : "s", count > 1 ? fmt::format(" for component {}", i + 1) : "",
                      more > 0 ? fmt::format(", with `include` {},", size + more) : "", cardinalities[i]));
  }
}

/// No feature in two components.
void require_disjoint_start(const Problem& problem, const Options& options) {
  if (!options.disjoint && !options.joint) return;
  Support used;
  for (const Support& support : options.start) {
    for (const Index i : support) {
      if (contains(used, i))
        throw Error(ErrorKind::usage,
                    fmt::format("`start` has {} in two components, and `{}` allows it in one",
                                label(problem, i), options.joint ? "joint" : "disjoint"));
    }
    used.insert(used.end(), support.begin(), support.end());
    std::sort(used.begin(), used.end());
  }
}

void require_start(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options) {
  if (options.start.empty()) {
    if (options.prove)
      throw Error(ErrorKind::usage, "`prove` needs the set that it is about; name its features with `start`");
    return;
  }
  for (const Support& support : options.start) {
    const bool ascending =
        std::adjacent_find(support.begin(), support.end(), std::greater_equal<>()) == support.end();
    if (support.empty()) throw Error(ErrorKind::usage, "`start` has a component without features");
    if (!ascending || support.front() < 0 || support.back() >= problem.features())
      throw Error(ErrorKind::usage, "the features to start from must ascend and lie between 0 and n - 1");
    for (const Index i : support) {
      if (contains(problem.removed(), i))
        throw Error(
            ErrorKind::usage,
            fmt::format("`start` has {}, which was left out; leave it out there too", label(problem, i)));
    }
  }
  require_start_sizes(cardinalities, options);
  require_disjoint_start(problem, options);
  if (!options.joint || !options.prove) return;
  for (const Index i : options.include) {
    if (std::none_of(options.start.begin(), options.start.end(),
                     [i](const Support& support) { return contains(support, i); }))
      throw Error(ErrorKind::usage,
                  fmt::format("`start` has no component with {}, which `include` names", label(problem, i)));
  }
}

void require_limits(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options) {
  const GroupLimits& limits = options.limits;
  if (limits.empty()) return;
  const bool known = std::all_of(limits.group.begin(), limits.group.end(), [&limits](Index g) {
    return g >= GroupLimits::no_group && g < limits.groups();
  });
  if (static_cast<Index>(limits.group.size()) != problem.features() || !known)
    throw Error(ErrorKind::usage, "`groups` must give every feature one of its groups, or none");
  for (const Index most : limits.at_most) {
    if (most < 1)
      throw Error(ErrorKind::usage, "`at-most` is at least 1; to leave a group out, exclude its features");
  }
  const auto over = [&](const Support& support, const char* what) {
    const std::vector<Index> room = limits.room_beside(support);
    for (std::size_t g = 0; g < room.size(); ++g) {
      if (room[g] < 0)
        throw Error(
            ErrorKind::usage,
            fmt::format("`{}` names {} features of group {}, and `at-most` allows {}", what,
                        limits.at_most[g] - room[g],
                        g < limits.names.size() ? limits.names[g] : std::to_string(g), limits.at_most[g]));
    }
  };
  if (!options.joint) {
    over(options.include, "include");
  } else if (!joint::place(options.include, cardinalities, limits)) {
    throw Error(
        ErrorKind::usage,
        "what `include` names does not fit into components that keep to `groups`; choose larger k, or leave "
        "some out");
  }
  for (const Support& support : options.start)
    over(options.joint ? support : unite(support, options.include), "start");
}

void require_include(const Problem& problem, const std::vector<Index>& cardinalities,
                     const Options& options) {
  const Support& include = options.include;
  if (include.empty()) return;
  if (options.disjoint && !options.joint && cardinalities.size() > 1)
    throw Error(
        ErrorKind::usage,
        "`include` puts features into every component and `disjoint` into one; leave out one of the two");
  const bool ascending =
      std::adjacent_find(include.begin(), include.end(), std::greater_equal<>()) == include.end();
  if (!ascending || include.front() < 0 || include.back() >= problem.features())
    throw Error(ErrorKind::usage, "the features to include must ascend and lie between 0 and n - 1");
  if (std::any_of(include.begin(), include.end(),
                  [&problem](Index i) { return contains(problem.removed(), i); }))
    throw Error(ErrorKind::usage, "a feature to include was left out of the problem");
  const Index wanted = std::accumulate(cardinalities.begin(), cardinalities.end(), Index{0});
  if (options.joint && wanted < static_cast<Index>(include.size()))
    throw Error(ErrorKind::usage,
                "`include` names more features than the components have in all; choose larger k");
  for (const Index k : cardinalities) {
    if (!options.joint && k < static_cast<Index>(include.size()))
      throw Error(ErrorKind::usage, fmt::format("`include` names {} features and k is {}; choose a larger k",
                                                include.size(), k));
  }
}

}  // namespace

void require_choice(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options) {
  Index wanted = 0;
  for (const Index k : cardinalities) wanted += k;
  if (options.disjoint && !options.joint && wanted > usable(problem))
    throw Error(
        ErrorKind::input,
        fmt::format("`disjoint` with these k asks for {} different features, and there are {}; ask for fewer",
                    wanted, usable(problem)));
  constexpr Index most_nonnegative = 5000;  // a block of so many features is 200 MB
  if (options.heuristic.nonnegative && !cardinalities.empty() &&
      *std::max_element(cardinalities.begin(), cardinalities.end()) > most_nonnegative)
    throw Error(ErrorKind::usage,
                fmt::format("`nonnegative` is for components of at most {} features; choose a smaller k",
                            most_nonnegative));
  require_include(problem, cardinalities, options);
  require_start(problem, cardinalities, options);
  require_limits(problem, cardinalities, options);
}

void require_objective(const std::vector<Index>& cardinalities, const Options& options) {
  if (options.joint && options.smallest)
    throw Error(ErrorKind::usage, "`joint` is for largest eigenvalues; leave out `smallest`");
  if (options.alternatives && options.joint)
    throw Error(ErrorKind::usage, "`alternatives` are sets of one component; leave out `joint`");
  if (options.alternatives && options.smallest)
    throw Error(ErrorKind::usage, "`alternatives` are for largest eigenvalues; leave out `smallest`");
  if (options.alternatives && options.prove)
    throw Error(ErrorKind::usage,
                "`alternatives` are about the best set, and `prove` about yours; leave out one of the two");
  if (!options.smallest || cardinalities.size() <= 1) return;
  throw Error(ErrorKind::usage,
              "`smallest` is for one K: deflation would make the next smallest eigenvalue zero");
}

void require_dense(const Problem& problem, const std::string& remedy) {
  constexpr Index most = 20000;  // 3.2 GB
  if (problem.features() <= most) return;
  throw Error(ErrorKind::input,
              fmt::format("this needs a {0} x {0} matrix, and is for at most {1} features; {2}",
                          problem.features(), most, remedy));
}

void solver::require_largest(const Options& options) {
  if (options.smallest) throw Error(ErrorKind::usage, "`smallest` belongs to solve");
}

void solver::require_no_start(const Options& options) {
  if (!options.start.empty() || options.prove) throw Error(ErrorKind::usage, "`start` belongs to solve");
}

void solver::require_all_features(const Options& options) {
  require_no_start(options);
  if (!options.include.empty())
    throw Error(ErrorKind::usage, "`include` belongs to solve, heuristic and path");
}

void solver::require_no_limits(const Options& options) {
  if (!options.limits.empty()) throw Error(ErrorKind::usage, "`groups` belongs to solve, path and heuristic");
}

void solver::require_any_sign(const Options& options) {
  if (options.heuristic.nonnegative)
    throw Error(ErrorKind::usage, "`nonnegative` belongs to solve, path and heuristic");
}

void Options::validate() const {
  const auto check = []<class Value>(const char* option, const Value& value, double least, double largest,
                                     const char*) {
    if constexpr (is_optional<Value>) {
      if (value) require_range(option, *value, least, largest);
    } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      require_range(option, value, least, largest);
    }
  };
  visit_solve_options(*this, check);
  visit_heuristic_options(heuristic, check);
  visit_bound_options(*this, check);
  visit_path_options(*this, check);
  visit_objective_options(*this, check);
}

std::optional<double> relative_gap(double lower, std::optional<double> upper, std::optional<double> scale) {
  if (!upper) return std::nullopt;
  if (*upper == lower) return 0.0;
  const double unit = scale.value_or(lower);
  if (!(unit > 0.0)) return std::nullopt;
  const double gap = (*upper - lower) / unit;
  return std::isfinite(gap) ? std::optional(gap) : std::nullopt;
}

}  // namespace spica
