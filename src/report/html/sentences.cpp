#include "report/html/sentences.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text.hpp"

namespace spica::report {

namespace {

constexpr int digits = 6;
constexpr int share_digits = 4;

std::optional<double> number(const Json& object, const char* key) {
  return object.contains(key) && !object.at(key).is_null() ? std::optional(object.at(key).get<double>())
                                                           : std::nullopt;
}

std::string features(const Json& component) {
  return plural(component.at("k").get<std::int64_t>(), "feature");
}

/// "no set of 10 features", of which some may be ruled out beforehand.
std::string any_set(const Json& result, const Json& component) {
  const Json& options = result.at("options");
  const auto given = [&options](const char* what) {
    return options.contains(what) && !options.at(what).empty();
  };
  return fmt::format("no set of {}{}{}", features(component), given("exclude") ? " among those allowed" : "",
                     given("include") ? " with those asked for" : "");
}

/// What a later component is about.
std::string setting(const Json& result, const Json& component) {
  const Json& all = result.at("components");
  if (result.contains("path") || all.size() < 2 || &component == &all.front()) return "";
  return result.at("options").value("disjoint", false)
             ? "Without the features that were used before, "
             : "Of what the components before it leave unexplained, ";
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// "26.21 % of all variance (3.40616)", the share only where it is one of the whole.
std::string amount(std::optional<double> value, double total, bool above) {
  const std::string text = above ? upper_bound_text(value, digits) : lower_bound_text(value, digits);
  if (!value || !(total > 0.0)) return text;
  return fmt::format("{} of all variance ({})",
                     above ? share_above(*value, total) : share_below(*value, total), text);
}

std::string how_it_ended(const Json& component) {
  const auto status = component.at("status").get<std::string>();
  const std::string gap = percent_at_most(number(component, "gap"));
  if (status == "gap_reached") return fmt::format("So no other set can gain more than {}.", gap);
  if (status == "optimal" || status == "finished")
    return fmt::format("A better set could gain {} at most.", gap);
  return fmt::format("The search was stopped early: a better set may exist, but by at most {}.", gap);
}

/// For a component that is proven to be the best there is.
std::string optimal_sentence(const Json& result, const Json& component, double total) {
  const auto variance = component.at("lower_bound").get<double>();
  const std::string value = fmt::format("{:.{}g}", variance, digits);
  const std::string amount =
      total > 0.0 ? fmt::format("{} of all variance ({})", percent(variance / total), value) : value;
  const std::size_t ties = component.at("ties").size();
  const std::string which = setting(result, component);
  return fmt::format(
      "{}{} {} explain {}, and it is proven that {} explains more.{}", which,
      which.empty() ? "These" : "these", features(component), amount, any_set(result, component),
      ties == 0
          ? ""
          : fmt::format(" {} may explain as much.", plural(static_cast<std::int64_t>(ties), "other set")));
}

/// For eigenvalues as such, of which nobody says that they explain anything.
std::string eigenvalue_sentence(const Json& result, const Json& component) {
  const bool smallest = component.value("sense", "largest") == "smallest";
  const std::string lower = lower_bound_text(number(component, "lower_bound"), digits);
  const std::string upper = upper_bound_text(number(component, "upper_bound"), digits);
  return fmt::format("{} goes {} {}; this one reaches {}. {}", capitalised(any_set(result, component)),
                     smallest ? "below" : "above", smallest ? lower : upper, smallest ? upper : lower,
                     how_it_ended(component));
}

}  // namespace

std::string share_below(double part, double whole) {
  return lower_bound_text(100.0 * part / whole, share_digits) + " %";
}
std::string share_above(double part, double whole) {
  return upper_bound_text(100.0 * part / whole, share_digits) + " %";
}

std::string headline(const Json& result) {
  const auto command = result.at("command").get<std::string>();
  const Json& components = result.at("components");
  const auto n = result.at("input").at("features").get<std::int64_t>();
  if (result.contains("path")) return fmt::format("How much a few of {} explain", plural(n, "feature"));
  if (components.empty()) return "Nothing was found";
  const Json& first = components.front();
  if (result.contains("isometry"))
    return fmt::format("Restricted isometry of order {}", first.at("k").get<std::int64_t>());
  if (components.size() > 1)
    return fmt::format("{} sparse components of {}", components.size(), plural(n, "feature"));
  const std::string of = fmt::format("{} of {}", first.at("support").size(), plural(n, "feature"));
  if (first.value("sense", "largest") == "smallest") return fmt::format("Where {} vary least", of);
  const double total = result.at("total_variance").get<double>();
  const double variance = first.at("variance").get<double>();
  return total > 0.0 ? fmt::format("{} explain {} of the variance", of, share_below(variance, total)) : of;
}

std::string proof_sentence(const Json& result, const Json& component) {
  if (result.contains("isometry") || component.value("sense", "largest") == "smallest")
    return eigenvalue_sentence(result, component);
  const double total = result.at("total_variance").get<double>();
  const std::optional<double> upper = number(component, "upper_bound");
  const std::optional<double> lower = number(component, "lower_bound");
  if (!upper) {
    return fmt::format(
        "These {} explain {}. Nothing is proven about other sets: this is the work of a heuristic.",
        features(component), amount(lower, total, false));
  }
  const std::string which = setting(result, component);
  if (*upper <= 1e-12 * total)
    return which + (which.empty() ? "There" : "there") + " is nothing left to explain.";
  if (component.at("status") == "optimal") return optimal_sentence(result, component, total);
  const std::string none = any_set(result, component);
  return fmt::format("{}{} explains more than {}; this one explains {}. {}", which,
                     which.empty() ? capitalised(none) : none, amount(upper, total, true),
                     amount(lower, total, false), how_it_ended(component));
}

std::string lead_sentence(const Json& result, const Json& shown) {
  if (!result.contains("isometry")) return proof_sentence(result, shown);
  const Json& isometry = result.at("isometry");
  const std::string delta = upper_bound_text(number(isometry, "upper_bound"), digits);
  return fmt::format(
      "Every vector x on {} keeps its squared length within a factor of 1 - {} to 1 + {}. No constant below "
      "{} has that property.",
      features(shown), delta, delta, lower_bound_text(number(isometry, "lower_bound"), digits));
}

std::string curve_sentence(const Json& result) {
  const Json& path = result.at("path");
  std::string text;
  if (!path.at("bend").is_null())
    text += fmt::format("The curve bends at k = {}: further features add less. ",
                        path.at("bend").get<std::int64_t>());
  if (!path.contains("selection")) return text;
  const Json& selection = path.at("selection");
  const std::string share = percent(selection.at("share").get<double>());
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
