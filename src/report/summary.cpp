#include "report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/alternatives.hpp"
#include "report/groups.hpp"
#include "report/isometry.hpp"
#include "report/loadings.hpp"
#include "report/path.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

/// What the status means for the reader, in words.
std::string verdict(const Component& component, bool later) {
  const bool smallest = component.sense == Sense::smallest;
  if (component.negligible) return "nothing is left to explain";
  if (component.better && !stopped_early(component.status))
    return fmt::format("proven within {} of the best{}; a better set was found", gap_text(component.gap),
                       later ? " for what is left" : "");
  switch (component.status) {
    case Status::optimal:
      return component.ties.empty()
                 ? fmt::format("proven optimal: no other choice {}", smallest ? "goes below"
                                                                     : later ? "explains more of what is left"
                                                                             : "explains more")
                 : fmt::format("proven optimal, tied with {}",
                               plural(static_cast<std::int64_t>(component.ties.size()), "other set"));
    case Status::gap_reached:
      return fmt::format("proven within {} of the best{}", gap_text(component.gap),
                         later ? " for what is left" : "");
    case Status::time_limit:
      return "stopped by the time limit";
    case Status::node_limit:
      return "stopped by the node limit";
    case Status::interrupted:
      return "interrupted";
    case Status::finished:
      if (component.method == "nonnegative")
        return "no negative loadings, found by a heuristic; nothing is proven of other such components";
      if (component.down_to_rounding) return "with proven bounds; what is left between them is rounding";
      return component.upper_bound ? "with proven bounds" : "found by a heuristic, nothing is proven";
  }
  return {};
}

void add_features(std::string& out, const Component& component, const std::vector<std::string>& names) {
  const std::vector<Index> order = by_strength(component);
  const auto name = [&](Index position) {
    return feature_label(names, component.support[static_cast<std::size_t>(position)]);
  };
  std::size_t width = std::string_view("feature").size();
  for (const Index position : order) width = std::max(width, width_of(name(position)));
  const auto row = [&](const std::string& index, const std::string& feature, const std::string& loading) {
    if (names.empty()) return fmt::format("  {:>7}  {:>9}\n", index, loading);
    return fmt::format("  {:>7}  {}  {:>9}\n", index, padded(feature, width), loading);
  };
  out += row("index", "feature", "loading");
  for (const Index position : order) {
    out += row(std::to_string(component.support[static_cast<std::size_t>(position)]), name(position),
               fmt::format("{:.5f}", component.loadings(position)));
  }
}

/// A set that is better than the one that the user asked about.
void add_better(std::string& out, const Component& component, const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  const Better& better = *component.better;
  const bool smallest = component.sense == Sense::smallest;
  const std::size_t shown = std::min(most, better.support.size());
  std::string list;
  for (std::size_t i = 0; i < shown; ++i)
    list += (i == 0 ? "" : ", ") + feature_label(names, better.support[i]);
  if (shown < better.support.size()) list += fmt::format(" and {} more", better.support.size() - shown);
  out += fmt::format("  better: {}{}, {}\n",
                     smallest ? upper_bound_text(better.value, 10) : lower_bound_text(better.value, 10),
                     smallest || !(component.lower_bound > 0.0)
                         ? ""
                         : fmt::format(" ({} more)", percent(better.value / component.lower_bound - 1.0)),
                     list);
}

/// What the best loadings on the user's own set explain, where an eigenvalue does not say it.
std::string own_line(const Component& component) {
  constexpr int digits = 10;
  const bool smallest = component.sense == Sense::smallest;
  return fmt::format("  this set itself: the best non-negative loadings on it {} between {} and {}\n",
                     smallest ? "reach a value" : "explain",
                     lower_bound_text(smallest ? component.support_upper : component.lower_bound, digits),
                     upper_bound_text(smallest ? component.upper_bound : component.support_upper, digits));
}

/// The l1 relaxation in three lines.
void add_l1(std::string& out, const L1Report& l1, const Component& component) {
  out += fmt::format("  l1 relaxation in [{}, {}], a point with {}\n", lower_bound_text(l1.value, 10),
                     upper_bound_text(component.upper_bound, 10),
                     plural(static_cast<std::int64_t>(l1.support.size()), "feature"));
  out += fmt::format("  rounded to {}: {}\n", plural(static_cast<std::int64_t>(l1.rounded.size()), "feature"),
                     lower_bound_text(l1.rounded_value, 10));
  out += fmt::format(
      "  the relaxation is at most {:.4g} (Theorem 1) and {:g} (ours) times the best of k features\n",
      l1.theorem_factor, l1.factor);
}

/// What is proven of components that were chosen together, and what one after another would have had.
void add_total(std::string& out, const JointTotal& total, std::size_t count) {
  constexpr int digits = 10;
  out += fmt::format("\nTogether the {} components explain {:.8g}: ", count, total.lower_bound);
  switch (total.status) {
    case Status::optimal:
      out += "proven optimal, no other choice of disjoint sets explains more";
      break;
    case Status::gap_reached:
      out += fmt::format("proven within {} of the best choice of disjoint sets", gap_text(total.gap));
      break;
    default:
      out += total.upper_bound ? "with proven bounds" : "found by a heuristic, nothing is proven";
  }
  out += fmt::format("\n  bounds [{}, {}], gap {}, {}, {:.2f} s, {}\n",
                     lower_bound_text(total.lower_bound, digits), upper_bound_text(total.upper_bound, digits),
                     gap_text(total.gap), plural(total.nodes, "node"), total.time_sec, name_of(total.status));
  if (!total.better.empty())
    out += fmt::format("  better: a choice that explains {} was found ({} more)\n",
                       lower_bound_text(total.better_value, digits),
                       percent(total.better_value / total.lower_bound - 1.0));
  if (!(total.one_after_another > 0.0)) return;
  constexpr double rounding = 1e-9;
  const double gain = total.lower_bound / total.one_after_another - 1.0;
  out += fmt::format("  one after another, by heuristics: {:.8g}; together is {} more\n",
                     total.one_after_another, gain > rounding ? percent(gain) : "no");
}

/// What the bounds are about, and the variance of the scores where that is more: earlier components explain a
/// part of it.
std::string share_line(const Component& component, double total) {
  const bool overlaps = component.score_variance > component.variance * (1.0 + 1e-6);
  return fmt::format(
      "  variance {:.8g}, {} of the total {:.8g}{}\n", component.variance,
      percent(total > 0.0 ? component.variance / total : 0.0), total,
      overlaps ? fmt::format("; the scores' own variance is {:.8g}", component.score_variance) : "");
}

void add_component(std::string& out, const Result& result, std::size_t i,
                   const std::vector<std::string>& names, const GroupLimits& limits) {
  const Component& component = result.components[i];
  const bool together = result.total && result.components.size() > 1;  // the bounds are those of the total
  const bool smallest = component.sense == Sense::smallest;
  out += fmt::format("{}: {}{}\n", smallest ? "Smallest eigenvalue" : fmt::format("Component {}", i + 1),
                     plural(static_cast<std::int64_t>(component.support.size()), "feature"),
                     together ? "" : ", " + verdict(component, i > 0));
  add_features(out, component, names);
  out += smallest ? fmt::format("  value {:.8g}\n", component.variance)
                  : share_line(component, result.total_variance);
  if (const std::string groups = group_line(limits, component.support); !groups.empty())
    out += fmt::format("  groups: {}\n", groups);
  if (together) {
    out += "\n";
    return;
  }
  constexpr int digits = 10;
  const std::string unit = component.gap_scale ? fmt::format(" of {:.6g}", *component.gap_scale) : "";
  out += fmt::format("  bounds [{}, {}], gap {}{}, {}, {:.2f} s, {}\n",
                     lower_bound_text(component.lower_bound, digits),
                     upper_bound_text(component.upper_bound, digits), gap_text(component.gap), unit,
                     plural(component.nodes, "node"), component.time_sec, name_of(component.status));
  if (component.support_upper) out += own_line(component);
  if (component.better) add_better(out, component, names);
  if (component.alternatives) out += alternatives_summary(component, names);
  if (component.l1) {
    add_l1(out, *component.l1, component);
  } else if (component.model_value && component.upper_bound && component.lower_bound > 0.0) {
    const double attained = (*component.model_value - component.lower_bound) / component.lower_bound;
    if (attained > 0.0)
      out +=
          fmt::format("  with these settings, no longer run can bring the gap below {}\n", percent(attained));
  }
  out += "\n";
}

/// The correlations of the scores, where some tell much of what others do.
void add_correlations(std::string& out, const Result& result) {
  constexpr double much = 0.5;
  const Matrix& correlations = result.correlations;
  const auto says_something = [&result](Index i) {
    return !result.components[static_cast<std::size_t>(i)].negligible;
  };
  std::string pairs;
  for (Index j = 0; j < correlations.cols(); ++j) {
    for (Index i = 0; i < j; ++i) {
      if (std::abs(correlations(i, j)) > much && says_something(i) && says_something(j))
        pairs +=
            fmt::format("{}{} and {} ({:.2f})", pairs.empty() ? "" : ", ", i + 1, j + 1, correlations(i, j));
    }
  }
  if (pairs.empty()) return;
  out += "\nCorrelations of the scores:\n";
  for (Index i = 0; i < correlations.rows(); ++i) {
    out += fmt::format("{:>9}", i + 1);
    for (Index j = 0; j <= i; ++j) out += fmt::format(" {:>6.2f}", correlations(i, j));
    out += "\n";
  }
  out +=
      fmt::format("The scores of components {} are correlated: part of what they say is the same.\n", pairs);
}

/// What is asked of components beyond k, in full sentences.
std::string what_bounds_are_about(const Options& options) {
  std::string about;
  if (options.heuristic.nonnegative)
    about += "Loadings are non-negative, and bounds are about components with non-negative loadings.\n";
  if (!options.limits.empty())
    about += "Sets keep to the limits of their groups, and bounds are about such sets.\n";
  if (!options.include.empty())
    about += options.joint ? "Choices use the features to include, and bounds are about such choices.\n"
                           : "Sets have the features to include, and bounds are about such sets.\n";
  return about;
}

void add_overview(std::string& out, const Result& result) {
  out += fmt::format("{:>9} {:>4} {:>13} {:>13} {:>13} {:>10} {:>12}\n", "component", "k", "variance",
                     "adjusted", "cumulative", "share", "gap");
  double cumulative = 0.0;
  for (std::size_t i = 0; i < result.components.size(); ++i) {
    const Component& component = result.components[i];
    cumulative += component.adjusted_variance;
    const double share = result.total_variance > 0.0 ? cumulative / result.total_variance : 0.0;
    out += fmt::format("{:>9} {:>4} {:>13.6g} {:>13.6g} {:>13.6g} {:>10} {:>12}\n", i + 1, component.k,
                       component.variance, component.adjusted_variance, cumulative, percent(share),
                       gap_text(component.gap));
  }
  out +=
      "Adjusted variance leaves out what earlier components explain already; cumulative and share add it "
      "up.\n";
  add_correlations(out, result);
}

}  // namespace

std::string summary(const Result& result, const std::vector<std::string>& feature_names,
                    const Options& options) {
  if (result.isometry) return isometry_summary(result, feature_names);
  const std::string about = what_bounds_are_about(options);
  if (result.path) return path_summary(result, feature_names, !about.empty()) + about;
  std::string out;
  for (std::size_t i = 0; i < result.components.size(); ++i)
    add_component(out, result, i, feature_names, options.limits);
  if (result.components.size() > 1) {
    add_overview(out, result);
    if (result.total) add_total(out, *result.total, result.components.size());
  } else if (!out.empty()) {
    out.pop_back();  // the blank line between components
  }
  const bool bounded = result.total ? result.total->upper_bound.has_value()
                                    : !result.components.empty() && result.components.front().upper_bound;
  return bounded ? out + about : out;
}

}  // namespace spica::report
