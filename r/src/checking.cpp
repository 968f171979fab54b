// The independent checker on R's matrices.

#include <cpp11.hpp>
#include <string>
#include <vector>

#include "checker/check.hpp"
#include "convert.hpp"
#include "run.hpp"

namespace spica_r {

namespace {

spica_check::Table table_of(const cpp11::doubles_matrix<>& data) {
  spica_check::Table table{static_cast<std::size_t>(data.nrow()), static_cast<std::size_t>(data.ncol()), {}};
  table.values.reserve(table.rows * table.columns);
  for (int i = 0; i < data.nrow(); ++i) {
    for (int j = 0; j < data.ncol(); ++j) table.values.push_back(data(i, j));
  }
  return table;
}

/// Features from 0 of numbers from 1.
spica_check::Features features(const cpp11::list& given, const char* name) {
  spica_check::Features result;
  for (const int one : cpp11::as_cpp<std::vector<int>>(given[name])) result.push_back(static_cast<std::size_t>(one - 1));
  return result;
}

spica_check::Expectation expectation_of(const cpp11::list& given) {
  spica_check::Expectation expected;
  using Kind = spica_check::Expectation::Kind;
  expected.kind = get<bool>(given, "covariance") ? Kind::covariance : Kind::samples;
  expected.center = get<bool>(given, "center");
  expected.standardize = get<bool>(given, "standardize");
  expected.ddof = get<int>(given, "ddof");
  if (!get<bool>(given, "shift")) expected.shift = 0.0;
  expected.smallest = get<bool>(given, "smallest");
  expected.joint = get<bool>(given, "joint");
  expected.nonnegative = get<bool>(given, "nonnegative");
  expected.disjoint = get<bool>(given, "disjoint");
  expected.schur = get<std::string>(given, "deflation") == "schur";
  expected.include = features(given, "include");
  expected.exclude = features(given, "exclude");
  const cpp11::doubles k(given["k"]);
  if (k.size() > 0) {
    expected.k.emplace();
    for (const double one : k) expected.k->push_back(static_cast<std::size_t>(one));
  }
  return expected;
}

cpp11::list list_of(const spica_check::Statement& statement) {
  using namespace cpp11::literals;
  cpp11::writable::list components;
  for (const spica_check::Chosen& one : statement.proven.components) {
    cpp11::writable::integers support;
    for (const std::size_t feature : one.x.support) support.push_back(static_cast<int>(feature) + 1);
    const std::vector<double> loadings(one.x.values.begin(), one.x.values.end());
    components.push_back(cpp11::writable::list(
        {"k"_nm = static_cast<double>(one.k), "support"_nm = support, "loadings"_nm = loadings}));
  }
  return cpp11::writable::list({"component"_nm = static_cast<double>(statement.component),
                                "joint"_nm = statement.joint, "lower_bound"_nm = statement.lower,
                                "upper_bound"_nm = statement.upper, "shift"_nm = statement.shift,
                                "components"_nm = components,
                                "leaves"_nm = static_cast<double>(statement.proven.leaves),
                                "dual_points"_nm = static_cast<double>(statement.proven.dual_points)});
}

cpp11::list failed(const char* message, bool rejected) {
  using namespace cpp11::literals;
  return cpp11::writable::list({"error"_nm = message, "rejected"_nm = rejected});
}

}  // namespace

cpp11::list check(const cpp11::doubles_matrix<>& data, const std::string& certificate, const cpp11::list& expected,
                  bool exact) {
  using namespace cpp11::literals;
  try {
    const double bytes = 8.0 * data.nrow() * data.ncol() + static_cast<double>(certificate.size());
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
