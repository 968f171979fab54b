// Options of the library from a list of R, by the one table of them in spica/options.hpp.

#include "options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>

#include "io/errors.hpp"
#include "spica/error.hpp"

namespace spica_r {

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw spica::Error(spica::ErrorKind::usage, message);
}

double number(SEXP given, const std::string& name) {
  const bool numeric = Rf_isReal(given) || Rf_isInteger(given);
  if (!numeric || Rf_xlength(given) != 1 || std::isnan(Rf_asReal(given)))
    refuse(name + " must be one number");
  return Rf_asReal(given);
}

template <class Value>
void assign(Value& value, SEXP given, const std::string& name) {
  if constexpr (spica::is_optional<Value>) {
    typename Value::value_type inner{};
    assign(inner, given, name);
    value = inner;
  } else if constexpr (std::is_same_v<Value, bool>) {
    if (!Rf_isLogical(given) || Rf_xlength(given) != 1 || LOGICAL(given)[0] == NA_LOGICAL)
      refuse(name + " must be TRUE or FALSE");
    value = LOGICAL(given)[0] != 0;
  } else if constexpr (std::is_enum_v<Value>) {
    const auto& names = spica::names_of(value);
    const std::string text =
        Rf_isString(given) && Rf_xlength(given) == 1 ? CHAR(STRING_ELT(given, 0)) : "no single text";
    const auto at = std::find(names.begin(), names.end(), text);
    if (at == names.end()) {
      std::string message = name + " is " + spica::io::shown(text) + "; it must be one of ";
      for (const auto& one : names) message.append(one == names.front() ? "" : ", ").append(one);
      refuse(message);
    }
    value = static_cast<Value>(at - names.begin());
  } else if constexpr (std::is_integral_v<Value>) {
    const double whole = number(given, name);
    if (std::isinf(whole) && whole > 0) {
      value = std::numeric_limits<Value>::max();
      return;
    }
    if (whole != std::floor(whole) || std::abs(whole) > 9007199254740992.0)
      refuse(name + " must be a whole number");
    value = static_cast<Value>(whole);
  } else {
    value = number(given, name);
  }
}

std::string bare(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '_' || c == '.'; }),
             text.end());
  return text;
}

}  // namespace

spica::Options options_of(const cpp11::list& given, const std::string& command) {
  std::map<std::string, SEXP> values;
  const cpp11::strings given_names(given.names());
  for (R_xlen_t i = 0; i < given.size(); ++i) values[std::string(given_names[i])] = given[i];
  spica::Options options;
  std::map<std::string, bool> known;
  const auto take = [&](const char* flag, auto& value, double, double, const char*) {
    std::string name = flag;  // time-limit is time_limit in R
    std::replace(name.begin(), name.end(), '-', '_');
    known[name] = true;
    const auto at = values.find(name);
    if (at != values.end() && at->second != R_NilValue) assign(value, at->second, name);
  };
  spica::visit_solve_options(options, take);
  spica::visit_heuristic_options(options.heuristic, take);
  if (command == "solve") spica::visit_objective_options(options, take);
  if (command == "solve" || command == "heuristic") spica::visit_deflation_options(options, take);
  if (command == "solve") take("memory", options.memory_bytes, 0.0, 0.0, "");
  if (command == "path") spica::visit_path_options(options, take);
  if (command == "bound") spica::visit_bound_options(options, take);
  if (command == "bound") take("method", options.bound, 0.0, 0.0, "");
  if (command == "heuristic") take("method", options.heuristic.method, 0.0, 0.0, "");
  for (const auto& [name, value] : values) {
    if (known.count(name) > 0) continue;
    const auto near = std::find_if(known.begin(), known.end(),
                                   [&name = name](const auto& one) { return bare(one.first) == bare(name); });
    refuse("unused argument '" + name + "'" +
           (near == known.end() ? "" : "; did you mean '" + near->first + "'?"));
  }
  options.validate();
  return options;
}

}  // namespace spica_r
