#include "options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "io/errors.hpp"
#include "spica/error.hpp"

namespace spica_web {

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw spica::Error(spica::ErrorKind::usage, message);
}

std::string name_in_javascript(const std::string& flag) {
  std::string name;
  for (std::size_t i = 0; i < flag.size(); ++i) {
    const bool joint = (flag[i] == '-' || flag[i] == '_') && i + 1 < flag.size();
    name += joint ? static_cast<char>(std::toupper(flag[++i])) : flag[i];
  }
  return name;
}

template <class Value>
void assign(Value& value, const Json& given, const std::string& name) {
  if constexpr (spica::is_optional<Value>) {
    typename Value::value_type inner{};
    assign(inner, given, name);
    value = inner;
  } else if constexpr (std::is_same_v<Value, bool>) {
    if (!given.is_boolean()) refuse("`" + name + "` must be true or false");
    value = given.get<bool>();
  } else if constexpr (std::is_enum_v<Value>) {
    const auto& names = spica::names_of(value);
    const std::string text = given.is_string() ? given.get<std::string>() : given.dump();
    const auto at = std::find(names.begin(), names.end(), text);
    if (at == names.end()) {
      std::string message = "`" + name + "` is " + spica::io::shown(text) + "; it must be one of ";
      for (const auto& one : names) message.append(one == names.front() ? "" : ", ").append(one);
      refuse(message);
    }
    value = static_cast<Value>(at - names.begin());
  } else {
    if (!given.is_number()) refuse("`" + name + "` must be a number");
    const auto number = given.get<double>();
    if constexpr (std::is_integral_v<Value>) {
      if (number != std::floor(number) || std::abs(number) > 9007199254740992.0)
        refuse("`" + name + "` must be a whole number");
    }
    value = static_cast<Value>(number);
  }
}

}  // namespace

spica::Options options_of(const Json& given, const std::string& command) {
  spica::Options options;
  std::set<std::string> known;
  const auto take = [&](const char* flag, auto& value, double, double, const char*) {
    const std::string name = name_in_javascript(flag);
    known.insert(name);
    if (given.contains(name) && !given.at(name).is_null()) assign(value, given.at(name), name);
  };
  spica::visit_solve_options(options, take);
  spica::visit_heuristic_options(options.heuristic, take);
  if (command == "solve") spica::visit_objective_options(options, take);
  if (command == "solve" || command == "heuristic") spica::visit_deflation_options(options, take);
  if (command == "path") spica::visit_path_options(options, take);
  if (command == "bound") spica::visit_bound_options(options, take);
  if (command == "bound") take("method", options.bound, 0.0, 0.0, "");
  if (command == "heuristic") take("method", options.heuristic.method, 0.0, 0.0, "");
  for (const auto& [name, value] : given.items()) {
    if (known.count(name) == 0) refuse(command + "() has no option '" + name + "'");
  }
  options.validate();
  return options;
}

}  // namespace spica_web
