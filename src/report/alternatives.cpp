#include "report/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/feature_set.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::string listed(const Support& features, const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  const std::size_t shown = std::min(most, features.size());
  std::string list;
  for (std::size_t i = 0; i < shown; ++i) list += (i == 0 ? "" : ", ") + feature_label(names, features[i]);
  return shown < features.size() ? fmt::format("{} and {} more", list, features.size() - shown) : list;
}

/// What is proven of all sets, in a sentence.
std::string verdict(const Alternatives& near) {
  const std::string within = fmt::format("within {} of the best", percent(near.share));
  const std::string cutoff = upper_bound_text(near.cutoff, 8);
  if (!near.finished)
    return fmt::format("the search for other sets {} was stopped{}", within,
                       near.sets.empty()
                           ? " before it found one; there may be some"
                           : fmt::format("; there may be more than the {} listed", near.sets.size()));
  if (!near.complete)
    return fmt::format("at least {} {}, more than are listed; no other set explains more than {}",
                       plural(near.count, "set"), within, cutoff);
  if (near.sets.empty())
    return fmt::format("proven: no set explains more than {}, which rounding cannot tell from nothing",
                       cutoff);
  if (near.sets.size() == 1)
    return fmt::format("proven: no other set is {} (none explains more than {})", within, cutoff);
  return fmt::format("proven: {} {}, this one included, and no other (none explains more than {})",
                     plural(near.count, "set"), within, cutoff);
}

/// How a set differs from the features of the component, which needs no loadings for all of a set.
std::string difference_from(const Support& best, const Support& set, const std::vector<std::string>& names) {
  const Support lost = difference(best, set);
  const std::string more = listed(difference(set, best), names);
  return lost.empty() ? more + " in addition" : fmt::format("{} instead of {}", more, listed(lost, names));
}

}  // namespace

std::string alternatives_summary(const Component& component, const std::vector<std::string>& feature_names) {
  constexpr std::size_t most = 20;
  const Alternatives& near = *component.alternatives;
  std::string out = fmt::format("  alternatives: {} ({}, {:.2f} s)\n", verdict(near),
                                plural(near.nodes, "node"), near.time_sec);
  if (near.sets.size() > 1 && near.complete) {
    if (!near.in_every.empty())
      out += fmt::format("    in every set: {}\n", listed(near.in_every, feature_names));
    out += fmt::format("    in some sets: {}\n", listed(near.in_some, feature_names));
  }
  const std::size_t shown = std::min(most, near.sets.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Alternative& set = near.sets[i];
    if (set.support == component.support) continue;
    out += fmt::format("    {:>4}  {}  {}\n", i + 1, lower_bound_text(set.value, 8),
                       difference_from(component.support, set.support, feature_names));
  }
  if (shown < near.sets.size())
    out += fmt::format("    and {} more, in the JSON of the result\n", near.sets.size() - shown);
  return out;
}

}  // namespace spica::report
