// The independent checker on R's matrices.

#include <cmath>
#include <cpp11.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/check.hpp"
#include "convert.hpp"
#include "run.hpp"

namespace spica_r {

namespace {

/// Row by row what R has column by column; there may be more than 2^31 numbers.
spica_check::Table table_of(SEXP data) {
  spica_check::Table table{
      static_cast<std::size_t>(Rf_nrows(data)), static_cast<std::size_t>(Rf_ncols(data)), {}};
  table.values.resize(table.rows * table.columns);
  const double* values = REAL_RO(data);
  for (std::size_t j = 0; j < table.columns; ++j) {
    for (std::size_t i = 0; i < table.rows; ++i) table.values[i * table.columns + j] = *values++;
  }
  return table;
}

/// Features from 0 of numbers from 1.
spica_check::Features features(const cpp11::list& given, const char* name) {
  spica_check::Features result;
  for (const int one : cpp11::as_cpp<std::vector<int>>(given[name]))
    result.push_back(static_cast<std::size_t>(one - 1));
  return result;
}

/// The features of each group that has a limit. The group of a feature is a number from 0, or -1; NA is no limit.
spica_check::List<spica_check::GroupLimits::Group> limits_of(SEXP given) {
  spica_check::List<spica_check::GroupLimits::Group> limits;
  if (given == R_NilValue) return limits;
  const cpp11::list parts(given);
  const cpp11::integers group(parts["group"]);
  const cpp11::doubles at_most(parts["at_most"]);
  for (R_xlen_t g = 0; g < at_most.size(); ++g) {
    if (std::isnan(at_most[g])) continue;
    spica_check::Features members;
    for (R_xlen_t i = 0; i < group.size(); ++i) {
      if (group[i] == g) members.push_back(static_cast<std::size_t>(i));
    }
    limits.push_back({static_cast<std::size_t>(at_most[g]), std::move(members)});
  }
  return limits;
}

spica_check::Expectation expectation_of(const cpp11::list& given) {
  spica_check::Expectation expected;
  using Kind = spica_check::Expectation::Kind;
  expected.kind = get<bool>(given, "covariance") ? Kind::covariance : Kind::samples;
  expected.center = get<bool>(given, "center");
  expected.standardize = get<bool>(given, "standardize");
  expected.ddof = get<int>(given, "ddof");
  if (get<bool>(given, "shift")) expected.shift = std::nullopt;
  expected.smallest = get<bool>(given, "smallest");
  expected.joint = get<bool>(given, "joint");
  expected.nonnegative = get<bool>(given, "nonnegative");
  expected.disjoint = get<bool>(given, "disjoint");
  expected.schur = get<std::string>(given, "deflation") == "schur";
  expected.include = features(given, "include");
  expected.exclude = features(given, "exclude");
  expected.limits = limits_of(given["groups"]);
  const cpp11::doubles k(given["k"]);
  if (k.size() > 0) {
    expected.k.emplace();
    for (const double one : k) expected.k->push_back(static_cast<std::size_t>(one));
  }
  return expected;
}

/// Features as R has them, from 1.
cpp11::writable::integers numbers_of(const spica_check::Features& features) {
  cpp11::writable::integers numbers;
  for (const std::size_t feature : features) numbers.push_back(static_cast<int>(feature) + 1);
  return numbers;
}

cpp11::list list_of(const spica_check::Statement& statement) {
  using namespace cpp11::literals;
  cpp11::writable::list components;
  for (const spica_check::Chosen& one : statement.proven.components) {
    const std::vector<double> loadings(one.x.values.begin(), one.x.values.end());
    components.push_back(
        cpp11::writable::list({"k"_nm = static_cast<double>(one.k), "support"_nm = numbers_of(one.x.support),
                               "loadings"_nm = loadings}));
  }
  cpp11::writable::list alternatives;
  if (const auto& nearby = statement.proven.nearby) {
    cpp11::writable::list sets;
    for (const spica_check::Features& set : nearby->sets) sets.push_back(numbers_of(set));
    alternatives = cpp11::writable::list({"support"_nm = sets, "size"_nm = static_cast<double>(nearby->size),
                                          "upper"_nm = statement.nearby_upper});
  }
  return cpp11::writable::list(
      {"component"_nm = static_cast<double>(statement.component), "joint"_nm = statement.joint,
       "alternatives"_nm = alternatives.size() > 0 ? static_cast<SEXP>(alternatives) : R_NilValue,
       "lower_bound"_nm = statement.lower, "upper_bound"_nm = statement.upper, "shift"_nm = statement.shift,
       "components"_nm = components, "leaves"_nm = static_cast<double>(statement.proven.leaves),
       "dual_points"_nm = static_cast<double>(statement.proven.dual_points),
       "follows"_nm = static_cast<double>(statement.proven.follows.value_or(0))});
}

cpp11::list failed(const char* message, bool rejected) {
  using namespace cpp11::literals;
  return cpp11::writable::list({"error"_nm = message, "rejected"_nm = rejected});
}

}  // namespace

cpp11::list check(SEXP data, const std::string& certificate, const cpp11::list& expected, bool exact) {
  using namespace cpp11::literals;
  try {
    const double bytes =
        8.0 * static_cast<double>(Rf_xlength(data)) + static_cast<double>(certificate.size());
    const spica_check::Limited limited(spica_check::Limits::of(bytes, exact));
    const spica_check::Table table = table_of(data);
    const std::string print = spica_check::fingerprint(table);
    const auto source = [&](const spica_check::Fingerprint& wanted) -> const spica_check::Table& {
      if (wanted.rows != table.rows || wanted.columns != table.columns || wanted.sha256 != print)
        throw spica_check::Unreadable("the certificate is about another matrix");
      return table;
    };
    spica_check::Tokens tokens(certificate);
    cpp11::writable::list statements;
    spica_check::check_certificates(
        tokens, source, expectation_of(expected), exact,
        [&statements](const spica_check::Statement& statement) { statements.push_back(list_of(statement)); });
    return cpp11::writable::list({"statements"_nm = statements});
  } catch (const spica_check::Rejected& error) {
    return failed(error.what(), true);
  } catch (const spica_check::Unreadable& error) {
    return failed(error.what(), false);
  }
}

}  // namespace spica_r
