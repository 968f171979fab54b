// The compiled part of the Python package: arrays in, the program's JSON out.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "arrays.hpp"
#include "base/spelling.hpp"
#include "checker/check.hpp"
#include "checking.hpp"
#include "embed/attended.hpp"
#include "embed/job.hpp"
#include "generate/generate.hpp"
#include "io/errors.hpp"
#include "io/group_file.hpp"
#include "listener.hpp"
#include "report/html/page.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "spica/version.hpp"

namespace py = pybind11;

namespace {

using spica_python::Array;
using spica_python::array_of;
using spica_python::matrix_of;

/// time-limit is time_limit in Python.
std::string keyword(const char* flag) {
  std::string name = flag;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

template <class Value>
void assign(Value& value, const py::handle& given, const std::string& name) {
  try {
    if constexpr (spica::is_optional<Value>) {
      value = given.cast<typename Value::value_type>();
    } else if constexpr (std::is_enum_v<Value>) {
      const auto text = given.cast<std::string>();
      const auto& names = spica::names_of(value);
      const auto at = std::find(names.begin(), names.end(), text);
      if (at == names.end())
        throw py::value_error(fmt::format("{} is {}; it must be one of {}", name, spica::io::shown(text),
                                          fmt::join(names, ", ")));
      value = static_cast<Value>(at - names.begin());
    } else {
      value = given.cast<Value>();
    }
  } catch (const py::cast_error&) {
    throw py::type_error(name + " has a value of the wrong type: " + py::repr(given).cast<std::string>());
  }
}

/// Components of features, each a name and a number of which one may be missing.
std::vector<std::vector<spica::io::FeatureRef>> start_of(const py::handle& given) {
  std::vector<std::vector<spica::io::FeatureRef>> start;
  for (const py::handle component : given) {
    start.emplace_back();
    for (const auto& [name, number] :
         component.cast<std::vector<std::pair<std::string, std::optional<spica::Index>>>>())
      start.back().push_back({name, number});
  }
  return start;
}

/// The group of each feature or -1, the limits of the groups or None, and their names; None is no limits.
spica::GroupLimits limits_of(const py::handle& given) {
  if (given.is_none()) return {};
  auto [group, at_most, names] =
      given.cast<std::tuple<std::vector<spica::Index>, std::vector<std::optional<spica::Index>>,
                            std::vector<std::string>>>();
  spica::GroupLimits limits{std::move(group), {}, std::move(names)};
  for (const std::optional<spica::Index>& most : at_most)
    limits.at_most.push_back(most.value_or(spica::io::no_limit));
  return limits;
}

/// Whatever is not given, or None, keeps its default. Names that are no options are refused; they may have been meant for
/// one of the others.
spica::Options options_of(const py::dict& given, const std::string& command, const py::dict& others) {
  spica::Options options;
  std::set<std::string> known;
  const auto take = [&](const char* flag, auto& value, double, double, const char*) {
    const std::string name = keyword(flag);
    known.insert(name);
    if (given.contains(name.c_str()) && !given[name.c_str()].is_none())
      assign(value, given[name.c_str()], name);
  };
  spica::visit_solve_options(options, take);
  spica::visit_heuristic_options(options.heuristic, take);
  if (command == "solve") spica::visit_objective_options(options, take);
  if (command == "solve" || command == "heuristic") spica::visit_deflation_options(options, take);
  if (command == "solve") take("memory", options.memory_bytes, 0.0, 0.0, "");
  if (command == "solve") take("checkpoint_interval", options.checkpoint_interval_sec, 0.0, 0.0, "");
  if (command == "path") spica::visit_path_options(options, take);
  if (command == "bound") spica::visit_bound_options(options, take);
  if (command == "bound") take("method", options.bound, 0.0, 0.0, "");
  if (command == "heuristic") take("method", options.heuristic.method, 0.0, 0.0, "");
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (known.count(name) > 0) continue;
    std::vector<std::string> names(known.begin(), known.end());
    for (const auto& other : others) names.push_back(other.first.cast<std::string>());
    const std::optional<std::size_t> near = spica::text::nearest(name, names);
    throw py::type_error(command + "() has no option '" + name + "'" +
                         (near ? "; did you mean '" + names[*near] + "'?" : ""));
  }
  options.validate();
  return options;
}

template <class Value>
spica::DenseSamples<Value> view_of(const py::array& data) {
  return {static_cast<const Value*>(data.data()), data.shape(0), data.shape(1), nullptr};
}

template <class Value>
std::vector<Value> vector_of(const py::handle& data) {
  const auto values = data.cast<py::array_t<Value, py::array::c_style | py::array::forcecast>>();
  return {values.data(), values.data() + values.size()};
}

/// What _functions.py hands over: an array by columns that stays where it is, since the caller holds it until
/// the run is over; (samples, starts, rows, values) of a sparse one; or any other array, as doubles.
void put_data(spica::io::Table& table, const py::object& data, bool stays) {
  if (py::isinstance<py::tuple>(data)) {
    const auto parts = data.cast<py::tuple>();
    spica::SparseSamples samples;
    samples.rows = parts[0].cast<spica::Index>();
    samples.starts = vector_of<spica::Index>(parts[1]);
    samples.row = vector_of<std::int32_t>(parts[2]);
    samples.value = vector_of<double>(parts[3]);
    table.numbers = spica::io::NativeSamples(std::move(samples));
  } else if (stays && py::isinstance<py::array_t<float>>(data)) {
    table.numbers = spica::io::NativeSamples(view_of<float>(data.cast<py::array>()));
  } else if (stays && py::isinstance<py::array_t<double>>(data)) {
    table.numbers = spica::io::NativeSamples(view_of<double>(data.cast<py::array>()));
  } else {
    table.numbers = matrix_of(data.cast<Array>());
  }
}

py::tuple run(const std::string& command, const py::object& data, const py::dict& how_given,
              const std::vector<spica::Index>& k, const py::dict& options_given, const py::object& callback) {
  spica::embed::Job job;
  job.clock = spica::Stopwatch(how_given["spent_sec"].cast<double>());
  job.command = command;
  job.k = k;
  job.options = options_of(options_given, command, how_given);
  spica::Options& options = job.options;
  spica::io::Interpretation& how = job.how;
  const auto kind = how_given["kind"].cast<std::optional<std::string>>();
  if (kind && *kind != "covariance" && *kind != "samples")
    throw py::value_error("kind is " + spica::io::shown(*kind) + "; it must be 'covariance' or 'samples'");
  if (kind) how.as = *kind == "covariance" ? spica::InputKind::covariance : spica::InputKind::samples;
  how.center = how_given["center"].cast<bool>();
  how.standardize = how_given["standardize"].cast<bool>();
  how.ddof = how_given["ddof"].cast<int>();
  how.shift = how_given["shift"].cast<bool>();
  how.exclude = how_given["exclude"].cast<std::vector<std::string>>();
  how.include = how_given["include"].cast<std::vector<std::string>>();
  how.start = start_of(how_given["start"]);
  options.limits = limits_of(how_given["groups"]);
  options.prove = how_given["prove"].cast<bool>();
  how.allow_indefinite = options.smallest;
  options.certificate = how_given["certificate"].cast<bool>();
  job.checkpoint = how_given["checkpoint"].cast<std::string>();
  job.resume = how_given["resume"].cast<std::string>();
  how.fingerprint = options.certificate;
  job.table.path = "data";
  put_data(job.table, data, how_given["stays"].cast<bool>());
  job.table.column_names = how_given["feature_names"].cast<std::vector<std::string>>();
  const bool stopped = how_given["stopped"].cast<bool>();
  const auto work = [&](const spica::Hooks& hooks) {
    return spica::embed::run(std::move(job), hooks, stopped);
  };
  const spica::embed::Ran ran = spica::embed::attended(spica_python::listener(callback, stopped), work);
  return py::make_tuple(ran.json, ran.certificate, ran.warnings);
}

py::tuple generate(const std::string& model, spica::Index features, spica::Index samples, spica::Index k,
                   std::uint64_t seed) {
  spica::generate::Request request;
  const auto& names = spica::generate::model_names;
  const auto at = std::find(names.begin(), names.end(), model);
  if (at == names.end())
    throw py::value_error("model is " + spica::io::shown(model) +
                          "; it must be spiked, synthetic or controlling-sparsity");
  request.model = static_cast<spica::generate::Model>(at - names.begin());
  request.features = features;
  request.samples = samples;
  request.k = k;
  request.seed = seed;
  const spica::generate::Instance instance = spica::generate::generate(request);
  return py::make_tuple(array_of(instance.samples), array_of(instance.truth));
}

/// The library names options between backticks; Python's users know keywords.
std::string python_words(const char* message) {
  return py::module_::import("spica._words").attr("python_words")(message).cast<std::string>();
}

}  // namespace

PYBIND11_MODULE(_spica, module) {
  module.attr("__version__") = std::string(spica::version);
  static py::exception<spica_check::Rejected> rejected(module, "CertificateRejected", PyExc_ValueError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const spica::Error& error) {
      PyErr_SetString(error.kind() == spica::ErrorKind::internal ? PyExc_RuntimeError : PyExc_ValueError,
                      python_words(error.what()).c_str());
    } catch (const spica::embed::NoTime& error) {
      PyErr_SetString(PyExc_TimeoutError, error.what());
    } catch (const spica_check::Rejected& error) {
      rejected(error.what());
    } catch (const spica_check::Unreadable& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  module.def("run", &run);
  module.def("check", &spica_python::check);
  module.def("generate", &generate);
  module.def("html_report", [](const std::string& result) {
    return spica::report::html_report({result, "the result"});
  });
}
