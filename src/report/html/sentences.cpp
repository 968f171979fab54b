#include "report/html/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"

namespace spica::report {

namespace {

constexpr int spoken_digits = 6;
constexpr int share_digits = 4;

/// "no set of 10 features", of which some may be settled beforehand.
std::string any_set(const Json& result, const Json& component) {
  return fmt::format("no set of {}{}{}", plural(component.at("k").get<std::int64_t>(), "feature"),
                     names_features(result, "exclude") ? " among those allowed" : "",
                     names_features(result, "include") ? " with those asked for" : "");
}

bool is_later(const Json& result, const Json& component) {
  return is_sequence(result) && &component != &result.at("components").front();
}

/// What a later component is about.
std::string setting(const Json& result, const Json& component) {
  if (!is_later(result, component)) return "";
  return result.at("options").value("disjoint", false) ? "Without the features that were used before, "
                                                       : "With the components before it projected out, ";
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// The total that a value is a share of; nothing where it is no share of the matrix as given.
std::optional<double> total_for(const Json& result, const Json& component) {
  const auto total = result.at("total_variance").get<double>();
  return total > 0.0 && !is_later(result, component) ? std::optional(total) : std::nullopt;
}

/// "26.21 % of all variance (3.40616)", or the number alone.
std::string amount(const Json& result, const Json& component, double value, bool above) {
  std::string text = above ? upper_bound_text(value, spoken_digits) : lower_bound_text(value, spoken_digits);
  const std::optional<double> total = total_for(result, component);
  if (!total) return text;
  return fmt::format("{} of {} ({})", above ? share_above(value, *total) : share_below(value, *total),
                     whole_variance(result), text);
}

/// "These 5 features explain", "this feature explains".
std::string these(const Json& component, bool begins) {
  const std::size_t count = component.at("support").size();
  return fmt::format("{} {}", begins ? (count == 1 ? "This" : "These") : (count == 1 ? "this" : "these"),
                     count == 1 ? "feature explains" : fmt::format("{} features explain", count));
}

/// How much better another set may be: relative to what was found, or as a difference where that says little.
std::string at_most_better(const Json& component) {
  const double lower = component.at("lower_bound").get<double>();
  const double upper = component.at("upper_bound").get<double>();
  return is_smallest(component) ? upper_bound_text(std::max(0.0, upper - lower), 2)
                                : percent_at_most(number(component, "gap"));
}

std::string how_it_ended(const Json& component) {
  const auto status = component.at("status").get<std::string>();
  const std::string by = at_most_better(component);
  if (status == "gap_reached") return fmt::format("So no other set can be better by more than {}.", by);
  if (status == "optimal" || status == "finished")
    return fmt::format("Another set could be better by {} at most.", by);
  return fmt::format("The search was stopped early: another set may be better, but by at most {}.", by);
}

/// For a component that is proven to be the best there is.
std::string optimal_sentence(const Json& result, const Json& component) {
  const std::size_t ties = component.at("ties").size();
  const std::string which = setting(result, component);
  return fmt::format(
      "{}{} {}, and it is proven that {} explains more{}.", which, these(component, which.empty()),
      amount(result, component, component.at("lower_bound").get<double>(), false), any_set(result, component),
      ties == 0 ? ""
                : fmt::format(", except perhaps for {} that rounding cannot tell from it",
                              plural(static_cast<std::int64_t>(ties), "other")));
}

/// For eigenvalues as such, of which nobody says that they explain anything.
std::string eigenvalue_sentence(const Json& result, const Json& component) {
  const bool smallest = is_smallest(component);
  const std::string lower = lower_bound_text(number(component, "lower_bound"), spoken_digits);
  const std::string upper = upper_bound_text(number(component, "upper_bound"), spoken_digits);
  return fmt::format("{} goes {} {}; this one reaches {}. {}", capitalised(any_set(result, component)),
                     smallest ? "below" : "above", smallest ? lower : upper, smallest ? upper : lower,
                     how_it_ended(component));
}

/// A share with the digits that it was given with.
std::string exact_percent(double share) {
  return fmt::format("{:.12g} %", 100.0 * share);
}

}  // namespace

std::string share_below(double part, double whole) {
  return lower_bound_text(100.0 * part / whole, share_digits) + " %";
}
std::string share_above(double part, double whole) {
  return upper_bound_text(100.0 * part / whole, share_digits) + " %";
}

std::string whole_variance(const Json& result) {
  return names_features(result, "exclude") ? "the variance of the features allowed" : "all variance";
}

std::string headline(const Json& result) {
  const Json& components = result.at("components");
  const Json& first = components.front();
  const std::string all = plural(result.at("input").at("features").get<std::int64_t>(), "feature");
  if (result.contains("path")) return fmt::format("How much a few of {} explain", all);
  if (result.contains("isometry"))
    return fmt::format("Restricted isometry of order {}", first.at("k").get<std::int64_t>());
  if (components.size() > 1) return fmt::format("{} sparse components of {}", components.size(), all);
  const std::size_t count = first.at("support").size();
  std::string of = fmt::format("{} of {}", count, all);
  if (is_smallest(first)) return fmt::format("Where {} var{} least", of, count == 1 ? "ies" : "y");
  const std::optional<double> total = total_for(result, first);
  if (!total) return of;
  return fmt::format("{} explain{} {} of {}", of, count == 1 ? "s" : "",
                     share_below(first.at("lower_bound").get<double>(), *total), whole_variance(result));
}

std::string proof_sentence(const Json& result, const Json& component) {
  if (result.contains("isometry") || is_smallest(component)) return eigenvalue_sentence(result, component);
  const auto lower = component.at("lower_bound").get<double>();
  const std::optional<double> upper = number(component, "upper_bound");
  if (!upper) {
    return fmt::format("{} {}. Nothing is proven about other sets: this is the work of a heuristic.",
                       these(component, true), amount(result, component, lower, false));
  }
  const std::string which = setting(result, component);
  const double noise = which.empty() ? 0.0 : 1e-12 * result.at("total_variance").get<double>();
  if (*upper <= noise) return which + (which.empty() ? "There" : "there") + " is nothing to explain.";
  if (component.at("status") == "optimal") return optimal_sentence(result, component);
  const std::string none = any_set(result, component);
  return fmt::format("{}{} explains more than {}; this one explains {}. {}", which,
                     which.empty() ? capitalised(none) : none, amount(result, component, *upper, true),
                     amount(result, component, lower, false), how_it_ended(component));
}

std::string lead_sentence(const Json& result, const Json& shown) {
  if (!result.contains("isometry")) return proof_sentence(result, shown);
  const Json& isometry = result.at("isometry");
  const std::string delta = upper_bound_text(number(isometry, "upper_bound"), spoken_digits);
  return fmt::format(
      "Every vector on {} keeps its squared length within a factor of 1 - {} to 1 + {}. No constant below {} "
      "has that property.",
      plural(shown.at("k").get<std::int64_t>(), "feature"), delta, delta,
      lower_bound_text(number(isometry, "lower_bound"), spoken_digits));
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
  return text + fmt::format("; up to k = {} no set of features can.",
                            selection.at("impossible_up_to").get<std::int64_t>());
}

}  // namespace spica::report
