#include "report/html/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"

namespace spica::report {

namespace {

constexpr int share_digits = 4;

/// What the bounds of a component are about.
enum class Basis {
  matrix,            ///< the matrix that was read
  left_over,         ///< what the scores of earlier components leave over
  projection,        ///< the matrix projected off the loadings of earlier components
  unused,            ///< the matrix that was read, without the features of earlier components
  unused_left_over,  ///< both: what their scores leave over of the features that they do not use
};

Basis basis_of(const Json& result, const Json& component) {
  if (!is_sequence(result) || is_joint(result) || &component == &result.at("components").front())
    return Basis::matrix;
  const Json& options = result.at("options");
  // Results that do not say how they were deflated are from before there was a choice.
  const bool by_scores = options.contains("deflation") && options.at("deflation") == "schur";
  if (is_on(result, "disjoint")) return by_scores ? Basis::unused_left_over : Basis::unused;
  return by_scores ? Basis::left_over : Basis::projection;
}

/// "no set of 10 features", of which some may be settled beforehand.
std::string no_set(const Json& result, std::int64_t k, Basis basis) {
  const bool unused = basis == Basis::unused || basis == Basis::unused_left_over;
  const char* allowed = names_features(result, "exclude") ? "allowed " : "";
  return fmt::format(
      "no {}{}{}{}",
      k == 1 ? fmt::format("single {}feature", allowed) : fmt::format("set of {} {}features", k, allowed),
      names_features(result, "include") ? " with the required ones" : "",
      unused ? " that no earlier component uses" : "", conditions(result));
}

std::string any_set(const Json& result, const Json& component, Basis basis) {
  return no_set(result, component.at("k").get<std::int64_t>(), basis);
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// "these 15 of 2308 features explain", "this feature explains".
std::string these(const Json& result, const Json& component) {
  const std::size_t count = component.at("support").size();
  const std::string of = is_sequence(result) || result.contains("path")
                             ? ""
                             : fmt::format(" of {}", result.at("input").at("features").get<std::int64_t>());
  return count == 1 ? "this feature explains" : fmt::format("these {}{} features explain", count, of);
}

/// What the features of a component explain: a full sentence.
std::string what_they_explain(const Json& result, const Json& component, Basis basis) {
  const std::string amount = lower_bound_text(number(component, "lower_bound"), spoken_digits);
  const std::string they = these(result, component);
  switch (basis) {
    case Basis::left_over:
    case Basis::unused_left_over:
      return fmt::format("Of what the components before it leave over, {} {}.", they, amount);
    case Basis::projection:
      return fmt::format("With the loadings of the components before it projected out, {} {}.", they, amount);
    case Basis::unused:
      return fmt::format("{} {}.", capitalised(they), amount);
    case Basis::matrix:
      break;
  }
  const auto total = result.at("total_variance").get<double>();
  return fmt::format("{} {} of a total variance of {:.6g}.", capitalised(they), amount, total);
}

/// What a deflated component explains more or less of.
const char* of_what(Basis basis) {
  if (basis == Basis::left_over || basis == Basis::unused_left_over) return " of that";
  return basis == Basis::projection ? " of the rest" : "";
}

/// How much better another set may be: relative to what was found, or as a difference where that says little.
std::string at_most_better(const Json& component) {
  const double lower = component.at("lower_bound").get<double>();
  const double upper = component.at("upper_bound").get<double>();
  return is_smallest(component) ? upper_bound_text(std::max(0.0, upper - lower), 2)
                                : percent_at_most(number(component, "gap"));
}

/// What the distance of the two bounds means: the end of a sentence, or a sentence.
std::string how_it_ended(const Json& component) {
  const auto status = component.at("status").get<std::string>();
  if (component.value("down_to_rounding", false))
    return ". What is left between the two numbers is rounding.";
  const bool known = is_smallest(component) || number(component, "gap");
  if (!known) return ".";
  const std::string by = at_most_better(component);
  if (status == "optimal" || status == "finished" || status == "gap_reached")
    return fmt::format(": another could be better by {} at most.", by);
  return fmt::format(". The search was stopped early: another may be better, but by {} at most.", by);
}

std::string ties_of(const Json& component) {
  const std::size_t ties = component.at("ties").size();
  return ties == 0 ? ""
                   : fmt::format(", except perhaps for {} that rounding cannot tell from it",
                                 plural(static_cast<std::int64_t>(ties), "other"));
}

/// The set that was found where the user asked about another one.
std::string better_than_given(const Json& component) {
  if (!component.contains("better")) return "";
  const Json& better = component.at("better");
  const std::optional<double> value = number(better, "value");
  return fmt::format(" A better set was found, {}: {}.",
                     is_smallest(component)
                         ? fmt::format("which goes down to {}", upper_bound_text(value, spoken_digits))
                         : fmt::format("which explains {}", lower_bound_text(value, spoken_digits)),
                     strongest_features(better, better.at("support").size()));
}

/// What the best loadings on the user's own set explain, where an eigenvalue does not say it.
std::string own_value(const Json& component) {
  if (const std::optional<double> lower = number(component, "support_lower_bound"))
    return fmt::format(" No non-negative loadings on these features go below {}.",
                       lower_bound_text(*lower, spoken_digits));
  const std::optional<double> upper = number(component, "support_upper_bound");
  return !upper ? ""
                : fmt::format(" No non-negative loadings on these features explain more than {}.",
                              upper_bound_text(*upper, spoken_digits));
}

/// For eigenvalues as such.
std::string eigenvalue_claim(const Json& result, const Json& component, const std::string& subject) {
  const bool smallest = is_smallest(component);
  const std::string lower = lower_bound_text(number(component, "lower_bound"), spoken_digits);
  const std::string upper = upper_bound_text(number(component, "upper_bound"), spoken_digits);
  const bool alone = component.at("support").size() == 1;
  const std::string reached =
      fmt::format("{} reach{} {} or {}. It is proven that {} goes ",
                  !subject.empty() ? subject
                  : alone          ? "This feature"
                                   : "These features",
                  alone ? "es" : "", smallest ? upper : lower, smallest ? "less" : "more",
                  any_set(result, component, Basis::matrix));
  if (component.at("status") == "optimal")
    return reached + (smallest ? "lower" : "higher") + ties_of(component) + ".";
  return reached + (smallest ? "below " + lower : "above " + upper) + how_it_ended(component) +
         own_value(component) + better_than_given(component);
}

bool is_nothing(const Json& result, const Json& component, Basis basis) {
  const double noise = basis == Basis::matrix ? 0.0 : 1e-12 * result.at("total_variance").get<double>();
  const std::optional<double> upper = number(component, "upper_bound");
  return component.value("negligible", false) || (upper && *upper <= noise);
}

}  // namespace

std::string conditions(const Json& result) {
  const Json& options = result.at("options");
  const bool grouped = options.contains("groups") && !options.at("groups").is_null();
  return fmt::format("{}{}", is_on(result, "nonnegative") ? " with non-negative loadings" : "",
                     grouped ? " within the limits of their groups" : "");
}

OtherSets other_sets(const Json& result, const Json& component, std::int64_t k) {
  const Basis basis = basis_of(result, component);
  return {no_set(result, k, basis), of_what(basis)};
}

std::string share_below(double part, double whole) {
  return lower_bound_text(100.0 * part / whole, share_digits) + " %";
}
std::string share_above(double part, double whole) {
  return upper_bound_text(100.0 * part / whole, share_digits) + " %";
}

std::string whole_variance(const Json& result) {
  return names_features(result, "exclude") ? "the variance of the allowed features" : "all variance";
}

std::string share_of(const Json& result, std::size_t index) {
  const Json& component = result.at("components").at(index);
  const auto total = result.at("total_variance").get<double>();
  if (is_about_eigenvalues(result) || !(total > 0.0)) return "";
  const bool later = is_sequence(result) && index > 0;
  const char* key = later ? "adjusted_variance" : "lower_bound";
  const double part = std::max(0.0, component.at(key).get<double>());
  return (later ? "+ " : "") + share_below(part, total);
}

std::string claim(const Json& result, const Json& component, const std::string& subject) {
  if (is_about_eigenvalues(result)) return eigenvalue_claim(result, component, subject);
  const Basis basis = basis_of(result, component);
  if (is_nothing(result, component, basis)) return "Nothing is left to explain that is more than rounding.";
  std::string explains = what_they_explain(result, component, basis);
  if (is_joint(result)) return explains;  // joint_sentences has what is proven
  const std::optional<double> upper = number(component, "upper_bound");
  if (!upper) return explains + " Nothing is proven about other sets: this is the work of a heuristic.";
  const std::string other = any_set(result, component, basis);
  if (component.at("status") == "optimal")
    return fmt::format("{} It is proven that {} explains more{}{}.", explains, other, of_what(basis),
                       ties_of(component));
  return fmt::format("{} It is proven that {} explains more{} than {}{}", explains, other, of_what(basis),
                     upper_bound_text(*upper, spoken_digits), how_it_ended(component)) +
         own_value(component) + better_than_given(component);
}

}  // namespace spica::report
