// The program's commands on R's matrices. A solve runs on a thread of its own, and R looks at its interrupts every 50 ms: an
// interrupt ends the solve with the bounds so far.

#include <R_ext/Utils.h>

#include <cmath>
#include <cpp11.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "convert.hpp"
#include "embed/attended.hpp"
#include "embed/job.hpp"
#include "io/group_file.hpp"
#include "options.hpp"
#include "run.hpp"
#include "spica/error.hpp"

namespace spica_r {

namespace {

bool interrupted() {
  return R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr) == FALSE;
}

cpp11::list list_of(const spica::Progress& progress) {
  using namespace cpp11::literals;
  return cpp11::writable::list(
      {"component"_nm = static_cast<double>(progress.component + 1), "time_sec"_nm = progress.time_sec,
       "nodes"_nm = static_cast<double>(progress.nodes), "open"_nm = static_cast<double>(progress.open),
       "lower_bound"_nm = progress.lower_bound, "upper_bound"_nm = progress.upper_bound.value_or(NA_REAL),
       "last"_nm = progress.last});
}

/// R as the one who waits. The callback is a function of a list, or NULL; FALSE ends the solve.
spica::embed::Listener listener(const cpp11::sexp& callback) {
  spica::embed::Listener result;
  result.wants_progress = callback != R_NilValue;
  result.serve = [callback](const std::vector<spica::Progress>& latest) {
    if (interrupted()) return false;
    for (const spica::Progress& progress : latest) {
      const cpp11::sexp answer = cpp11::function(callback)(list_of(progress));
      if (Rf_isLogical(answer) && Rf_xlength(answer) == 1 && LOGICAL(answer)[0] == FALSE) return false;
    }
    return true;
  };
  return result;
}

/// Numbers of any of R's three types as doubles. Missing ones are NaN.
spica::Matrix matrix_of(SEXP data, spica::Index rows, spica::Index cols) {
  spica::Matrix result(rows, cols);
  if (Rf_isReal(data)) {
    std::copy_n(REAL_RO(data), result.size(), result.data());
  } else {
    const int* values = Rf_isLogical(data) ? LOGICAL_RO(data) : INTEGER_RO(data);
    std::transform(values, values + result.size(), result.data(),
                   [](int value) { return value == NA_INTEGER ? NA_REAL : static_cast<double>(value); });
  }
  return result;
}

/// A list of samples, starts, rows and values is a sparse matrix. Large samples in doubles stay where R has them, since R
/// holds them until the call returns.
void put_data(spica::io::Table& table, SEXP data, bool stays) {
  if (TYPEOF(data) == VECSXP) {
    const cpp11::list parts(data);
    const cpp11::integers starts(parts["p"]);
    const cpp11::integers rows(parts["i"]);
    const cpp11::doubles values(parts["x"]);
    spica::SparseSamples samples;
    samples.rows = cpp11::as_cpp<int>(parts["rows"]);
    samples.starts.assign(starts.begin(), starts.end());
    samples.row.assign(rows.begin(), rows.end());
    samples.value.assign(values.begin(), values.end());
    table.numbers = spica::io::NativeSamples(std::move(samples));
    return;
  }
  const spica::Index rows = Rf_nrows(data);
  const spica::Index cols = Rf_ncols(data);
  if (stays && Rf_isReal(data))
    table.numbers = spica::io::NativeSamples(spica::DenseSamples<double>{REAL_RO(data), rows, cols, nullptr});
  else
    table.numbers = matrix_of(data, rows, cols);
}

/// The group of each feature or -1, the limits of the groups or NA, and their names; NULL is no limits.
spica::GroupLimits limits_of(SEXP given) {
  if (given == R_NilValue) return {};
  const cpp11::list parts(given);
  spica::GroupLimits limits;
  for (const int group : cpp11::integers(parts["group"])) limits.group.push_back(group);
  for (const double most : cpp11::doubles(parts["at_most"]))
    limits.at_most.push_back(std::isnan(most) ? spica::io::no_limit : static_cast<spica::Index>(most));
  limits.names = cpp11::as_cpp<std::vector<std::string>>(parts["names"]);
  return limits;
}

spica::embed::Job job_of(const std::string& command, SEXP data, const cpp11::list& how,
                         const cpp11::list& options) {
  spica::embed::Job job;
  job.command = command;
  job.options = options_of(options, command);
  job.options.prove = get<bool>(how, "prove");
  job.options.certificate = get<bool>(how, "certificate");
  for (const double k : cpp11::doubles(how["k"])) job.k.push_back(static_cast<spica::Index>(k));
  job.how.as = get<bool>(how, "covariance") ? spica::InputKind::covariance : spica::InputKind::samples;
  job.how.center = get<bool>(how, "center");
  job.how.standardize = get<bool>(how, "standardize");
  job.how.ddof = get<int>(how, "ddof");
  job.how.shift = get<bool>(how, "shift");
  job.how.exclude = texts(how, "exclude");
  job.how.include = texts(how, "include");
  for (SEXP one : cpp11::list(how["start"])) {
    auto& component = job.how.start.emplace_back();
    for (const std::string& name : cpp11::as_cpp<std::vector<std::string>>(one)) component.push_back({name});
  }
  job.options.limits = limits_of(how["groups"]);
  job.how.allow_indefinite = job.options.smallest;
  job.how.fingerprint = job.options.certificate;
  job.table.path = "x";
  job.table.column_names = texts(how, "feature_names");
  put_data(job.table, data, get<bool>(how, "stays"));
  return job;
}

cpp11::list failed(const char* message) {
  using namespace cpp11::literals;
  return cpp11::writable::list({"error"_nm = message});
}

}  // namespace

cpp11::list run(const std::string& command, SEXP data, const cpp11::list& how, const cpp11::list& options,
                const cpp11::sexp& callback) {
  using namespace cpp11::literals;
  try {
    spica::embed::Job job = job_of(command, data, how, options);
    const spica::embed::Ran ran = spica::embed::attended(
        listener(callback),
        [&job](const spica::Hooks& hooks) { return spica::embed::run(std::move(job), hooks); });
    return cpp11::writable::list({"result"_nm = sexp_of(Json::parse(ran.json)), "json"_nm = ran.json,
                                  "certificate"_nm = ran.certificate, "warnings"_nm = ran.warnings});
  } catch (const spica::embed::StoppedEarly&) {
    return failed("stopped before the matrix was checked; there is no result");
  } catch (const spica::embed::NoTime& error) {
    return failed(error.what());
  } catch (const spica::Error& error) {
    return failed(error.what());
  }
}

}  // namespace spica_r
