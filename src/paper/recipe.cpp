#include "paper/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "io/list.hpp"
#include "spica/error.hpp"

namespace spica::paper {

namespace {

[[noreturn]] void refuse(const Figure& figure) {
  throw Error(ErrorKind::internal, fmt::format("no recipe for {} {}", figure.method, figure.params));
}

template <class Number>
Number parsed(std::string_view text, const Figure& figure) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) refuse(figure);
  return value;
}

template <class Method>
std::optional<Method> method_named(std::string_view name) {
  const auto& names = names_of(Method{});
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Method>(at - names.begin());
}

/// "Ipos,N" or "Ipos,N,iterations" on a fixed grid.
Attempt grid_attempt(BoundMethod method, const std::string& params, const Options& base) {
  Attempt attempt{false, base, params};
  attempt.options.bound = method;
  attempt.options.ip.grid = Grid::fixed;
  set_params(attempt.options.ip, params);
  return attempt;
}

std::vector<Attempt> best_integer_program(const Figure& figure, const Options& base) {
  std::vector<Attempt> attempts = {grid_attempt(BoundMethod::convex_ip, "10,3", base)};
  std::vector<const char*> settings = {"5,3,10", "10,3,3"};
  if (figure.case_name != "Pitprops") settings.push_back("15,3,2");  // more than its 13 features
  for (const char* params : settings)
    attempts.push_back(grid_attempt(BoundMethod::pert_convex_ip, params, base));
  return attempts;
}

std::vector<Attempt> dadal(const Figure& figure, const Options& base) {
  constexpr std::string_view key = "sigma0=";
  std::vector<std::string> penalties = {"0.001", "0.01", "0.1", "1"};
  if (figure.params.starts_with(key)) penalties = {figure.params.substr(key.size())};
  std::vector<Attempt> attempts;
  for (const std::string& penalty : penalties) {
    Attempt attempt{false, base, std::string(key) + penalty};
    attempt.options.bound = BoundMethod::dadal;
    attempt.options.sigma0 = parsed<double>(penalty, figure);
    attempts.push_back(attempt);
  }
  return attempts;
}

/// The paper does not print the parameters of its Pitprops table.
std::string params_of(BoundMethod method, const Figure& figure) {
  if (!figure.params.empty()) return figure.params;
  return method == BoundMethod::convex_ip ? "10,3" : "10,3,3";
}

}  // namespace

void set_params(IpOptions& ip, const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (const std::string& entry : io::split_list(text)) {
    const char* end = entry.data() + entry.size();
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(entry.data(), end, number);
    if (error != std::errc() || stop != end)
      throw Error(ErrorKind::usage, fmt::format("`params` {}: '{}' is not a whole number", text, entry));
    numbers.push_back(number);
  }
  if (numbers.size() != 2 && numbers.size() != 3)
    throw Error(ErrorKind::usage, fmt::format("`params` {}: give Ipos,N or Ipos,N,iterations", text));
  ip.ipos = numbers[0];
  ip.splits = numbers[1];
  if (numbers.size() == 3) ip.iterations = numbers[2];
}

bool is_cited_only(const Figure& figure) {
  return figure.method == "dadal-general";
}

std::vector<Attempt> attempts_of(const Figure& figure, const Options& base) {
  if (is_cited_only(figure)) return {};
  if (figure.method == "model-in-paper") return best_integer_program(figure, base);
  if (const auto primal = method_named<HeuristicMethod>(figure.method)) {
    Attempt attempt{true, base, {}};
    attempt.options.heuristic.method = *primal;
    return {attempt};
  }
  const auto method = method_named<BoundMethod>(figure.method);
  if (!method) refuse(figure);
  switch (*method) {
    case BoundMethod::dadal:
      return dadal(figure, base);
    case BoundMethod::sdp: {
      Attempt attempt{false, base, {}};
      attempt.options.bound = *method;
      return {attempt};
    }
    default:
      return {grid_attempt(*method, params_of(*method, figure), base)};
  }
}

}  // namespace spica::paper
