#pragma once

// R's lists and vectors as values of C++, and the program's JSON as R's lists.

#include <algorithm>
#include <cpp11.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace spica_r {

using Json = nlohmann::ordered_json;

/// An object of JSON is a named list, an array of numbers (null is NA) or texts a vector, any other array a list.
inline SEXP sexp_of(const Json& value) {
  const auto all = [&value](auto&& test) {
    return !value.empty() && std::all_of(value.begin(), value.end(), test);
  };
  if (value.is_boolean()) return cpp11::safe[Rf_ScalarLogical](value.get<bool>() ? TRUE : FALSE);
  if (value.is_number()) return cpp11::safe[Rf_ScalarReal](value.get<double>());
  if (value.is_string()) return cpp11::as_sexp(value.get<std::string>());
  if (value.is_null()) return R_NilValue;
  if (value.is_array() && all([](const Json& one) { return one.is_number() || one.is_null(); })) {
    cpp11::writable::doubles numbers(static_cast<R_xlen_t>(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i)
      numbers[static_cast<R_xlen_t>(i)] = value[i].is_null() ? NA_REAL : value[i].get<double>();
    return numbers;
  }
  if (value.is_array() && all([](const Json& one) { return one.is_string(); }))
    return cpp11::as_sexp(value.get<std::vector<std::string>>());
  cpp11::writable::list list(static_cast<R_xlen_t>(value.size()));
  std::vector<std::string> names;
  R_xlen_t at = 0;
  for (const auto& [name, one] : value.items()) {
    list[at++] = sexp_of(one);
    names.push_back(name);
  }
  if (value.is_object()) list.attr("names") = cpp11::as_sexp(names);
  return list;
}

/// One value of a list, which must be there.
template <class Value>
Value get(const cpp11::list& list, const char* name) {
  return cpp11::as_cpp<Value>(list[name]);
}

inline std::vector<std::string> texts(const cpp11::list& list, const char* name) {
  return cpp11::as_cpp<std::vector<std::string>>(list[name]);
}

}  // namespace spica_r
