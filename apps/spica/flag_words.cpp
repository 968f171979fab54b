#include "flag_words.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "spica/options.hpp"

namespace spica::app {

namespace {

/// The options that the library speaks of: those of its tables, and those of reading and writing.
std::set<std::string, std::less<>> option_names() {
  std::set<std::string, std::less<>> names = {
      "as",          "certificate", "checkpoint", "data",      "disjoint", "exclude",
      "features",    "ignore",      "include",    "json",      "k",        "labels",
      "method",      "missing",     "params",     "resume",    "samples",  "ddof",
      "shift",       "smallest",    "no-center",  "transpose", "tune",     "variable",
      "standardize", "start",       "prove",      "groups",    "at-most"};
  Options options;
  const auto add = [&names](const char* name, const auto&, double, double, const char*) {
    names.insert(name);
  };
  visit_solve_options(options, add);
  visit_objective_options(options, add);
  visit_deflation_options(options, add);
  visit_path_options(options, add);
  visit_bound_options(options, add);
  visit_heuristic_options(options.heuristic, add);
  return names;
}

/// The flag for what stands between two backticks; empty if that is no option.
std::string flag_of(std::string_view quoted) {
  static const std::set<std::string, std::less<>> names = option_names();
  const std::size_t equals = quoted.find('=');
  const std::string_view name = quoted.substr(0, equals);
  if (!names.contains(name)) return "";
  std::string flag = (name.size() == 1 ? "-" : "--") + std::string(name);
  if (equals != std::string_view::npos) flag.append(" ").append(quoted.substr(equals + 1));
  return flag;
}

bool is_letter(std::string_view text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

/// Where the option ends that begins with the backtick at a position; the position itself where none begins, as in
/// a path that has backticks.
std::size_t end_of_option(std::string_view text, std::size_t begin) {
  if (text[begin] != '`' || (begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '(')) return begin;
  const std::size_t close = text.find('`', begin + 1);
  if (close == std::string_view::npos) return begin;
  const bool whole =
      close + 1 == text.size() || std::string_view(" ,;:)").find(text[close + 1]) != std::string_view::npos;
  return whole ? close + 1 : begin;
}

/// Where the name of a feature or a file ends that begins with the quotation mark at a position; the position itself
/// where none begins.
std::size_t end_of_name(std::string_view text, std::size_t begin) {
  if (text[begin] != '\'' || (begin > 0 && is_letter(text, begin - 1))) return begin;
  std::size_t end = text.find('\'', begin + 1);
  while (end != std::string_view::npos && is_letter(text, end + 1)) end = text.find('\'', end + 1);
  return end == std::string_view::npos ? begin : end + 1;
}

}  // namespace

std::string with_flags(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_option(text, at);
    const std::string flag = end > at ? flag_of(text.substr(at + 1, end - at - 2)) : "";
    const std::size_t next = flag.empty() ? std::max(at + 1, end_of_name(text, at)) : end;
    result.append(flag.empty() ? text.substr(at, next - at) : flag);
    at = next;
  }
  return result;
}

}  // namespace spica::app
