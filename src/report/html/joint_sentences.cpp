#include "report/html/joint_sentences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "report/html/claims.hpp"
#include "report/html/sentences.hpp"
#include "report/text.hpp"

namespace spica::report {

namespace {

constexpr double noticeable = 1e-9;  // relatively; what differs by less is the same

std::vector<std::int64_t> sizes_of(const Json& result) {
  std::vector<std::int64_t> sizes;
  for (const Json& component : result.at("components"))
    sizes.push_back(component.at("k").get<std::int64_t>());
  return sizes;
}

/// "3 x 10 different features", "5 + 3 + 2 different features".
std::string different_features(const Json& result) {
  const std::vector<std::int64_t> sizes = sizes_of(result);
  const bool alike = std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end();
  auto features = result.at("input").at("features").get<std::int64_t>();
  if (names_features(result, "exclude"))
    features -= static_cast<std::int64_t>(result.at("options").at("exclude").size());
  const bool fit = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) <= features;
  return fmt::format("{}{} different {}features{}{}", fit ? "" : "at most ",
                     alike ? fmt::format("{} x {}", sizes.size(), sizes.front())
                           : fmt::format("{}", fmt::join(sizes, " + ")),
                     names_features(result, "exclude") ? "allowed " : "",
                     names_features(result, "include") ? " with the required ones" : "", conditions(result));
}

/// What the distance of the two bounds means, after what no other choice exceeds.
std::string how_the_search_ended(const Json& total) {
  const std::optional<double> gap = number(total, "gap");
  if (!gap) return ".";
  const auto status = total.at("status").get<std::string>();
  if (status == "gap_reached" || status == "finished")
    return fmt::format(": another could be better by {} at most.", percent_at_most(gap));
  return fmt::format(". The search was stopped early: another may be better, but by {} at most.",
                     percent_at_most(gap));
}

}  // namespace

std::string joint_claim(const Json& result) {
  const Json& total = result.at("total");
  const std::string explains =
      fmt::format("Chosen together, the components explain {} of a total variance of {:.6g}.",
                  lower_bound_text(number(total, "lower_bound"), spoken_digits),
                  result.at("total_variance").get<double>());
  const std::optional<double> upper = number(total, "upper_bound");
  if (!upper) return explains + " Nothing is proven about other choices: this is the work of a heuristic.";
  const std::string other =
      fmt::format(" It is proven that no other choice of {} explains more", different_features(result));
  if (total.at("status") == "optimal") return explains + other + ".";
  return fmt::format("{}{} than {}{}", explains, other, upper_bound_text(*upper, spoken_digits),
                     how_the_search_ended(total)) +
         (total.contains("better")
              ? fmt::format(" A better choice was found, which explains {}.",
                            lower_bound_text(number(total.at("better"), "value"), spoken_digits))
              : "");
}

std::string joint_comparison(const Json& result) {
  const Json& total = result.at("total");
  const auto together = total.at("lower_bound").get<double>();
  const double in_turn = number(total, "one_after_another").value_or(0.0);
  const auto adjusted = total.at("adjusted").get<double>();
  std::string text;
  if (in_turn > 0.0)
    text =
        fmt::format("One after another, heuristics find components that explain {:.6g}{}.", in_turn,
                    together > in_turn * (1.0 + noticeable)
                        ? fmt::format(": choosing them together gains {}", percent(together / in_turn - 1.0))
                        : ", no less");
  if (adjusted < together * (1.0 - noticeable))
    text += fmt::format(
        " Scores of components that are chosen together may be correlated. What they explain without "
        "counting "
        "anything twice, the adjusted total, is {:.6g}: the share above.",
        adjusted);
  const std::string correlated = correlation_sentence(result);
  return correlated.empty() ? text : text + " " + correlated;
}

}  // namespace spica::report
