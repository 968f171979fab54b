#include "report/path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/feature_set.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::vector<std::string> named(const Support& support, const std::vector<std::string>& names) {
  std::vector<std::string> result;
  result.reserve(support.size());
  for (const Index i : support) result.push_back(feature_label(names, i));
  return result;
}

/// The features that a component has and the one before it had not, and the other way round.
std::string changes(const Component* before, const Component& now, const std::vector<std::string>& names) {
  const Support none;
  const Support& old = before != nullptr ? before->support : none;
  std::string text;
  for (const std::string& name : named(difference(now.support, old), names)) text += " +" + name;
  for (const std::string& name : named(difference(old, now.support), names)) text += " -" + name;
  return text;
}

std::string selection_text(const Selection& selection, const Result& result, bool conditional) {
  const std::string share = percent(selection.share);
  std::string text;
  if (selection.k) {
    text = fmt::format("k = {} is the smallest of these proven to explain {} of the largest eigenvalue",
                       *selection.k, share);
  } else {
    text = fmt::format("None of these k is proven to explain {} of the largest eigenvalue", share);
  }
  if (!selection.impossible) return text + "; nothing smaller is proven impossible.\n";
  const Index next = selection.k ? *selection.k - 1 : result.components.back().k;
  return text + fmt::format("; {}no k up to {} can{}.\n", conditional ? "under the conditions below " : "",
                            *selection.impossible,
                            *selection.impossible >= next ? "" : ", those between may");
}

}  // namespace

std::string path_summary(const Result& result, const std::vector<std::string>& feature_names,
                         bool conditional) {
  const PathReport& path = *result.path;
  std::string out = fmt::format("{:>5} {:>15} {:>15} {:>10} {:>12}  {}\n", "k", "lower bound", "upper bound",
                                "gap", "of largest", "features against the k before");
  const Component* before = nullptr;
  for (const Component& component : result.components) {
    const double share = path.largest_upper > 0.0 ? component.lower_bound / path.largest_upper : 0.0;
    const bool bends = path.bend && *path.bend == component.k;
    out += fmt::format("{:>5} {:>15} {:>15} {:>10} {:>12} {}{}\n", component.k,
                       lower_bound_text(component.lower_bound, table_digits),
                       upper_bound_text(component.upper_bound, table_digits), gap_text(component.gap),
                       percent(share), changes(before, component, feature_names),
                       bends ? "   <- the curve bends here" : "");
    before = &component;
  }
  out += fmt::format("The largest eigenvalue, which all features together explain, is in [{}, {}].\n",
                     lower_bound_text(path.largest_lower, table_digits),
                     upper_bound_text(path.largest_upper, table_digits));
  if (stopped_early(result.status))
    out += "Stopped early: rows with a large gap may change, so no bend is marked.\n";
  if (path.selection) out += selection_text(*path.selection, result, conditional);
  return out;
}

}  // namespace spica::report
