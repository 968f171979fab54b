// check() of the Python package: an array and a certificate in, what is proven of the array out.

#include "checking.hpp"

#include <pybind11/stl.h>

#include "checker/check.hpp"

namespace spica_python {

namespace {

spica_check::Table table_of(const Array& data) {
  if (data.ndim() != 2) throw py::value_error("the data must be a two-dimensional array");
  const auto values = data.unchecked<2>();
  spica_check::Table table{
      static_cast<std::size_t>(values.shape(0)), static_cast<std::size_t>(values.shape(1)), {}};
  table.values.reserve(table.rows * table.columns);
  for (py::ssize_t i = 0; i < values.shape(0); ++i) {
    for (py::ssize_t j = 0; j < values.shape(1); ++j) table.values.push_back(values(i, j));
  }
  return table;
}

/// What _functions.py expects, whose None is what solve() guesses or whatever there is.
spica_check::Expectation expectation_of(const py::dict& given) {
  spica_check::Expectation expected;
  using Kind = spica_check::Expectation::Kind;
  const auto kind = given["kind"].cast<std::optional<std::string>>();
  if (kind) expected.kind = *kind == "samples" ? Kind::samples : Kind::covariance;
  expected.center = given["center"].cast<bool>();
  expected.standardize = given["standardize"].cast<bool>();
  expected.ddof = given["ddof"].cast<int>();
  expected.shift = given["shift"].cast<std::optional<double>>();
  expected.smallest = given["smallest"].cast<bool>();
  expected.joint = given["joint"].cast<bool>();
  expected.nonnegative = given["nonnegative"].cast<bool>();
  const auto features = [&given](const char* name) {
    const auto list = given[name].cast<std::vector<std::size_t>>();
    return spica_check::Features(list.begin(), list.end());
  };
  expected.include = features("include");
  expected.exclude = features("exclude");
  using Group = std::pair<std::size_t, std::vector<std::size_t>>;
  for (const auto& [at_most, members] : given["limits"].cast<std::vector<Group>>())
    expected.limits->push_back({at_most, spica_check::Features(members.begin(), members.end())});
  expected.disjoint = given["disjoint"].cast<bool>();
  expected.schur = given["deflation"].cast<std::string>() == "schur";
  if (const auto k = given["k"].cast<std::optional<std::vector<std::size_t>>>())
    expected.k.emplace(k->begin(), k->end());
  return expected;
}

py::dict dict_of(const spica_check::Statement& statement, bool exact) {
  const spica_check::Preparation& how = statement.how;
  py::dict dict;
  dict["kind"] = how.samples ? "samples" : "covariance";
  dict["rows"] = statement.rows;
  dict["features"] = statement.columns;
  dict["center"] = how.center;
  dict["standardize"] = how.standardize;
  dict["ddof"] = how.ddof;
  dict["shift"] = statement.shift;
  dict["sense"] = how.reflect ? "smallest" : "largest";
  dict["component"] = statement.component;
  dict["joint"] = statement.joint;
  dict["nonnegative"] = statement.proven.nonnegative;
  dict["lower_bound"] = statement.lower;
  dict["upper_bound"] = statement.upper;
  const auto list = [](const spica_check::Features& features) {
    return std::vector<std::size_t>(features.begin(), features.end());
  };
  dict["included"] = list(statement.proven.included);
  dict["excluded"] = list(statement.proven.excluded);
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>> limits;
  for (const spica_check::GroupLimits::Group& group : statement.proven.limits.groups())
    limits.emplace_back(group.at_most, list(group.features));
  dict["limits"] = limits;
  std::vector<py::dict> chosen;
  for (const spica_check::Chosen& one : statement.proven.components) {
    py::dict& component = chosen.emplace_back();
    component["k"] = one.k;
    component["support"] = std::vector<std::size_t>(one.x.support.begin(), one.x.support.end());
    component["loadings"] = std::vector<double>(one.x.values.begin(), one.x.values.end());
  }
  if (statement.joint) {
    dict["components"] = chosen;
  } else {
    for (const char* name : {"k", "support", "loadings"}) dict[name] = chosen.front()[name];
    dict["follows"] = statement.proven.follows;
  }
  dict["leaves"] = statement.proven.leaves;
  dict["dual_points"] = statement.proven.dual_points;
  dict["exact"] = exact;
  dict["alternatives"] = py::none();
  dict["alternatives_bound"] = py::none();
  if (const auto& nearby = statement.proven.nearby) {
    std::vector<std::vector<std::size_t>> sets;
    for (const spica_check::Features& set : nearby->sets) sets.push_back(list(set));
    dict["alternatives"] = sets;
    dict["alternatives_bound"] = statement.nearby_upper;
  }
  return dict;
}

}  // namespace

py::list check(const Array& data, const std::string& certificate, const py::dict& expected, bool exact,
               std::optional<double> memory, std::optional<double> work) {
  const spica_check::Expectation expectation = expectation_of(expected);
  const auto bytes = static_cast<double>(data.nbytes()) + static_cast<double>(certificate.size());
  spica_check::Limits limits = spica_check::Limits::of(bytes, exact);
  limits.memory = memory.value_or(limits.memory);
  limits.work = work.value_or(limits.work);
  const spica_check::Limited limited(limits);
  const spica_check::Table table = table_of(data);
  std::vector<spica_check::Statement> statements;
  {
    const py::gil_scoped_release release;
    const std::string print = spica_check::fingerprint(table);
    const auto source = [&](const spica_check::Fingerprint& wanted) -> const spica_check::Table& {
      if (wanted.rows != table.rows || wanted.columns != table.columns || wanted.sha256 != print)
        throw spica_check::Unreadable("the certificate is about another matrix");
      return table;
    };
    spica_check::Tokens tokens(certificate);
    spica_check::check_certificates(
        tokens, source, expectation, exact,
        [&statements](const spica_check::Statement& statement) { statements.push_back(statement); });
  }
  py::list result;
  for (const spica_check::Statement& statement : statements) result.append(dict_of(statement, exact));
  return result;
}

}  // namespace spica_python
