#include "report/html/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html/claims.hpp"
#include "report/html/joint_sentences.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

std::string capitalised_if_numbered(const Json& component, std::string text) {
  if (!component.contains("feature_names") && !text.empty()) text.front() = 'F';  // "features 3, 5 and 8"
  return text;
}

/// "is 0.25", or "is between 0.25 and 0.26".
std::string between(const Json& bounds) {
  const std::string lower = lower_bound_text(number(bounds, "lower_bound"), spoken_digits);
  const std::string upper = upper_bound_text(number(bounds, "upper_bound"), spoken_digits);
  return lower == upper ? "is " + lower : fmt::format("is between {} and {}", lower, upper);
}

/// "3 components of 15 features each", "6 sparse components".
std::string several(const Json& components) {
  const std::size_t count = components.front().at("support").size();
  const bool alike = std::all_of(components.begin(), components.end(), [count](const Json& component) {
    return component.at("support").size() == count;
  });
  if (!alike) return fmt::format("{} sparse components", components.size());
  return fmt::format("{} components of {}{}", components.size(),
                     plural(static_cast<std::int64_t>(count), "feature"), count == 1 ? "" : " each");
}

std::string isometry_sentence(const Json& result) {
  const Json& isometry = result.at("isometry");
  const std::string delta = upper_bound_text(number(isometry, "upper_bound"), spoken_digits);
  return fmt::format(
      "Every vector on {} keeps its squared length within a factor of 1 - {} to 1 + {}. No constant below {} "
      "has that property.",
      plural(result.at("components").front().at("k").get<std::int64_t>(), "feature"), delta, delta,
      lower_bound_text(number(isometry, "lower_bound"), spoken_digits));
}

/// A share with the digits that it was given with.
std::string exact_percent(double share) {
  return fmt::format("{:.12g} %", 100.0 * share);
}

struct Pair {
  std::size_t first, second;
  double correlation;
};

/// Pairs of components whose scores are correlated, the strongest first.
std::vector<Pair> correlated_pairs(const Json& result) {
  constexpr double noteworthy = 0.5;
  const Json& correlations = result.at("correlations");
  const auto says_something = [&result](std::size_t i) {
    return !result.at("components").at(i).value("negligible", false);
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < correlations.size(); ++i)
    for (std::size_t j = i + 1; j < correlations.size(); ++j)
      if (const Json& entry = correlations.at(i).at(j); entry.is_number() &&
                                                        std::abs(entry.get<double>()) > noteworthy &&
                                                        says_something(i) && says_something(j))
        pairs.push_back({i + 1, j + 1, entry.get<double>()});
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::abs(a.correlation) > std::abs(b.correlation);
  });
  return pairs;
}

}  // namespace

std::string headline(const Json& result) {
  constexpr std::size_t most_names = 5;
  const Json& components = result.at("components");
  const Json& first = components.front();
  const auto k = first.at("k").get<std::int64_t>();
  const std::string all = plural(result.at("input").at("features").get<std::int64_t>(), "feature");
  if (result.contains("isometry"))
    return fmt::format("The restricted isometry constant of order {} {}", k, between(result.at("isometry")));
  if (is_smallest(first)) return fmt::format("The smallest {}-sparse eigenvalue {}", k, between(first));
  if (result.contains("path"))
    return fmt::format("How much the best k of {}{} explain, for k from {} to {}", all, conditions(result), k,
                       components.back().at("k").get<std::int64_t>());
  const auto total = result.at("total_variance").get<double>();
  const bool alone = components.size() == 1;
  const std::string subject =
      alone ? capitalised_if_numbered(first, strongest_features(first, most_names)) : several(components);
  if (!(total > 0.0)) return alone ? subject : fmt::format("{}, of {}", subject, all);
  const double explained = alone ? first.at("lower_bound").get<double>() : explained_together(result);
  return fmt::format("{}{} {} of {}", subject,
                     !alone                            ? " together explain"
                     : first.at("support").size() == 1 ? " explains"
                                                       : " explain",
                     share_below(std::max(0.0, explained), total), whole_variance(result));
}

std::string lead_sentence(const Json& result) {
  constexpr std::size_t most_names = 8;
  const Json& first = result.at("components").front();
  if (result.contains("isometry")) return isometry_sentence(result);
  if (result.contains("path")) return curve_sentence(result);
  if (is_smallest(first))
    return claim(result, first, capitalised_if_numbered(first, strongest_features(first, most_names)));
  if (!is_sequence(result)) return claim(result, first);
  if (is_joint(result)) return joint_claim(result);
  return fmt::format("They use {} of {} features.", features_used(result),
                     result.at("input").at("features").get<std::int64_t>());
}

std::string curve_sentence(const Json& result) {
  const Json& path = result.at("path");
  std::string text;
  if (!path.at("bend").is_null())
    text += fmt::format("The curve bends at k = {}: further features add less. ",
                        path.at("bend").get<std::int64_t>());
  if (!path.contains("selection")) return text;
  const Json& selection = path.at("selection");
  const std::string share = exact_percent(selection.at("share").get<double>());
  if (selection.at("k").is_null())
    return text +
           fmt::format("None of these k is proven to explain {} of what all features together do.", share);
  text += fmt::format(
      "k = {} is the smallest shown that is proven to explain {} of what plain PCA's first component "
      "explains",
      selection.at("k").get<std::int64_t>(), share);
  if (selection.at("impossible_up_to").is_null()) return text + ".";
  return text + fmt::format("; up to k = {} no set of features{} can.",
                            selection.at("impossible_up_to").get<std::int64_t>(), conditions(result));
}

std::string correlation_sentence(const Json& result) {
  constexpr std::size_t most = 4;
  if (!is_sequence(result) || !result.contains("correlations")) return "";
  const std::vector<Pair> pairs = correlated_pairs(result);
  if (pairs.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < std::min(pairs.size(), most); ++i)
    list += fmt::format("{}{} and {} ({:.2f})", i == 0 ? "" : ", ", pairs[i].first, pairs[i].second,
                        pairs[i].correlation);
  if (pairs.size() > most)
    list += fmt::format(", and {} more", plural(static_cast<std::int64_t>(pairs.size() - most), "pair"));
  return fmt::format("The scores of components {} are correlated: part of what they say is the same.", list);
}

std::string plain_sentence(const Json& result) {
  const Json& variances = result.at("plain_variances");
  const auto total = result.at("total_variance").get<double>();
  const std::size_t count = std::min(variances.size(), result.at("components").size());
  double plain = 0.0;
  for (std::size_t i = 0; i < count; ++i) plain += variances.at(i).get<double>();
  if (!(plain > 0.0) || !(total > 0.0)) return "";
  const bool alone = !is_sequence(result);
  const double sparse =
      alone ? result.at("components").front().at("lower_bound").get<double>() : explained_together(result);
  return fmt::format(
      "With all features{}, plain PCA's first {} {} of {}: no {} more. The sparse {} {} of that with "
      "{}.",
      names_features(result, "exclude") ? " allowed" : "",
      alone ? "component explains" : fmt::format("{} components explain", count), percent(plain / total),
      whole_variance(result), alone ? "component explains" : fmt::format("{} components explain", count),
      alone ? "one reaches" : "ones reach", percent(std::max(0.0, sparse) / plain),
      plural(static_cast<std::int64_t>(features_used(result)), "feature"));
}

}  // namespace spica::report
