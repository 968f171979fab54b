// The compiled part of the Python package: arrays in, the program's JSON out. The solve runs on a thread of
// its own while this one lets Python look at its signals and passes progress on, so Ctrl-C works and
// callbacks may stop it.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <set>
#include <thread>

#include "base/limits.hpp"
#include "checker/check.hpp"
#include "generate/generate.hpp"
#include "io/certificate.hpp"
#include "io/checkpoint.hpp"
#include "io/durable.hpp"
#include "io/errors.hpp"
#include "io/peak_memory.hpp"
#include "report/html/page.hpp"
#include "report/result_json.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "spica/version.hpp"

namespace py = pybind11;

namespace {

using Array = py::array_t<double, py::array::forcecast>;

spica::Matrix matrix_of(const Array& data) {
  if (data.ndim() != 2) throw py::value_error("the data must be a two-dimensional array");
  const auto values = data.unchecked<2>();
  spica::Matrix result(values.shape(0), values.shape(1));
  for (spica::Index j = 0; j < result.cols(); ++j) {
    for (spica::Index i = 0; i < result.rows(); ++i) result(i, j) = values(i, j);
  }
  return result;
}

Array array_of(const spica::Matrix& values) {
  Array result({values.rows(), values.cols()});
  auto view = result.mutable_unchecked<2>();
  for (spica::Index j = 0; j < values.cols(); ++j) {
    for (spica::Index i = 0; i < values.rows(); ++i) view(i, j) = values(i, j);
  }
  return result;
}

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

/// Whatever is not given, or None, keeps its default. Names that are no options are refused.
spica::Options options_of(const py::dict& given, const std::string& command) {
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
    const auto bare = [](std::string text) {
      std::erase(text, '_');
      return text;
    };
    const auto near = std::find_if(known.begin(), known.end(),
                                   [&](const std::string& one) { return bare(one) == bare(name); });
    throw py::type_error(command + "() has no option '" + name + "'" +
                         (near == known.end() ? "" : "; did you mean '" + *near + "'?"));
  }
  options.validate();
  return options;
}

py::dict dict_of(const spica::Progress& progress) {
  py::dict dict;
  dict["component"] = progress.component;
  dict["time_sec"] = progress.time_sec;
  dict["nodes"] = progress.nodes;
  dict["open"] = progress.open;
  dict["lower_bound"] = progress.lower_bound;
  dict["upper_bound"] = progress.upper_bound ? py::object(py::float_(*progress.upper_bound)) : py::none();
  dict["last"] = progress.last;
  dict["settled"] = progress.settled ? py::object(py::int_(*progress.settled)) : py::none();
  return dict;
}

/// Progress on its way from the solver's threads to a callback in Python, which may take its time: of several
/// reports about one component only the latest is kept. Where the solver is silent for long, its last report
/// comes again with the present time, so that a callback can stop it at any moment; before the first report it
/// says that nothing is known. Not for several threads at once.
class News {
 public:
  void add(const spica::Progress& progress) {
    if (!waiting_.empty() && waiting_.back().component == progress.component && !waiting_.back().last)
      waiting_.back() = progress;
    else
      waiting_.push_back(progress);
  }

  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  std::vector<spica::Progress> take() {
    constexpr double silence_sec = 0.25;
    std::vector<spica::Progress> taken = std::move(waiting_);
    waiting_.clear();
    if (taken.empty() && clock_.seconds() - taken_sec_ > silence_sec) {
      taken.push_back(latest_);
      taken.back().time_sec += clock_.seconds() - latest_sec_;
      taken.back().last = false;
      taken_sec_ = clock_.seconds();
    } else if (!taken.empty()) {
      latest_ = taken.back();
      taken_sec_ = latest_sec_ = clock_.seconds();
    }
    return taken;
  }

 private:
  static spica::Progress nothing_known() {
    spica::Progress progress;
    progress.lower_bound = -std::numeric_limits<double>::infinity();
    return progress;
  }

  spica::Stopwatch clock_;
  std::vector<spica::Progress> waiting_;
  spica::Progress latest_ = nothing_known();
  double latest_sec_ = 0.0;  ///< when it was taken
  double taken_sec_ = 0.0;   ///< when anything was
};

/// Runs work(hooks) on a thread; this one serves Python until it is done. If it is stopped already, work ends
/// as soon as it has anything to return.
template <class Work>
auto attended(const py::object& callback, bool stopped, const Work& work) {
  using Outcome = decltype(work(spica::Hooks{}));
  std::atomic<bool> stop = stopped;
  std::mutex mutex;
  std::condition_variable changed;
  News news;
  bool done = false;
  std::optional<Outcome> outcome;
  std::exception_ptr failure;
  spica::Hooks hooks;
  hooks.stop = &stop;
  if (!callback.is_none()) {
    hooks.on_progress = [&](const spica::Progress& progress) {
      const std::scoped_lock lock(mutex);
      news.add(progress);
      changed.notify_one();
    };
  }
  std::exception_ptr from_python;
  {
    std::jthread worker([&] {
      try {
        outcome = work(hooks);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::scoped_lock lock(mutex);
      done = true;
      changed.notify_one();
    });
    for (bool finished = false; !finished;) {
      std::vector<spica::Progress> latest;
      {
        const py::gil_scoped_release release;
        std::unique_lock lock(mutex);
        changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done || !news.empty(); });
        if (!callback.is_none()) latest = news.take();
        finished = done;
      }
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        for (const spica::Progress& progress : latest) {
          if (from_python || stop) break;
          const py::object answer = callback(dict_of(progress));
          if (!answer.is_none() && !answer.cast<bool>()) stop = true;
        }
      } catch (...) {
        if (!from_python) from_python = std::current_exception();
        stop = true;
      }
    }
    const py::gil_scoped_release release;
    worker.join();
  }
  if (from_python) std::rethrow_exception(from_python);
  if (failure) std::rethrow_exception(failure);
  return std::move(*outcome);
}

/// The time limit was over before there was a matrix that anything could be proven of.
struct NoTime : std::runtime_error {
  explicit NoTime(double limit_sec)
      : std::runtime_error(
            fmt::format("the time limit of {:g} s was over before the matrix was checked; there is no result",
                        limit_sec)) {}
};

struct Ran {
  std::string json;
  std::string certificate;
  std::vector<std::string> warnings;
};

/// solve() with its state in files, as the program has it.
spica::Result solve_with_files(const spica::io::Input& input, const spica::io::Interpretation& how,
                               const std::vector<spica::Index>& k, const spica::Options& options,
                               spica::Hooks hooks, std::string checkpoint, const std::string& resume) {
  if (checkpoint.empty()) checkpoint = resume;
  if (checkpoint.empty()) return spica::solve(input.problem, k, options, hooks);
  const spica::io::Identity identity = spica::io::identity_of(input, how, options, k);
  std::optional<spica::SavedState> state;
  if (!resume.empty()) state = spica::io::read_checkpoint(resume, identity);
  spica::io::require_durable(checkpoint);
  spica::io::CheckpointWriter writer(checkpoint, identity, hooks.on_warning);
  hooks.on_state = [&writer](const spica::SavedState& one) { writer.write(one); };
  if (state) hooks.resume = &*state;
  spica::Result result = spica::solve(input.problem, k, options, hooks);
  writer.finish();
  return result;
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
  const spica::Stopwatch clock(how_given["spent_sec"].cast<double>());
  spica::Options options = options_of(options_given, command);
  spica::io::Interpretation how;
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
  options.prove = how_given["prove"].cast<bool>();
  how.allow_indefinite = options.smallest;
  options.certificate = how_given["certificate"].cast<bool>();
  const auto checkpoint = how_given["checkpoint"].cast<std::string>();
  const auto resume = how_given["resume"].cast<std::string>();
  how.fingerprint = options.certificate;
  spica::io::Table table;
  table.path = "data";
  put_data(table, data, how_given["stays"].cast<bool>());
  table.column_names = how_given["feature_names"].cast<std::vector<std::string>>();
  const bool stopped = how_given["stopped"].cast<bool>();
  const Ran ran = attended(callback, stopped, [&](spica::Hooks hooks) {
    how.check_limits = [&] {
      if (clock.seconds() > options.time_limit_sec + spica::io::reading_grace_sec)
        throw NoTime(options.time_limit_sec);
      // After Ctrl-C its own exception is the one that Python sees.
      if (!stopped && *hooks.stop)
        throw std::runtime_error(
            "the callback ended the call before the matrix was checked; there is no result");
    };
    std::mutex mutex;
    std::vector<std::string> warnings;
    hooks.on_warning = [&](const std::string& what) {
      const std::scoped_lock lock(mutex);
      warnings.push_back(what);
    };
    spica::io::settle_storage(table, spica::io::native_for(how.as));
    const bool saved = !checkpoint.empty() || !resume.empty();
    const std::string print = saved ? spica::io::fingerprint(table) : "";
    spica::io::Input input = spica::io::interpret(std::move(table), how);
    if (saved) input.fingerprint = print;
    options.include = input.included;
    options.start = input.start;
    if (command == "solve") spica::require_objective(k, options);
    const double read_sec = clock.seconds();
    spica::Options left = options;  // the time limit is for the whole call, reading included
    left.time_limit_sec = std::max(0.0, options.time_limit_sec - read_sec);
    const spica::Result result = command == "solve"
                                     ? solve_with_files(input, how, k, left, hooks, checkpoint, resume)
                                 : command == "path"      ? spica::path(input.problem, k, left, hooks)
                                 : command == "heuristic" ? spica::heuristic(input.problem, k, left, hooks)
                                                          : spica::bound(input.problem, k.at(0), left, hooks);
    spica::report::RunRecord record{command, input, how, options, result};
    record.read_sec = read_sec;
    record.peak_memory_bytes = spica::io::peak_memory_bytes();
    std::string certificate;
    try {
      if (options.certificate) certificate = spica::io::format_certificate("certificate", input, how, result);
    } catch (const spica::Error& error) {  // the result is there all the same
      hooks.on_warning(error.what());
    }
    return Ran{spica::report::to_json(record), certificate, warnings};
  });
  return py::make_tuple(ran.json, ran.certificate, ran.warnings);
}

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
  }
  dict["leaves"] = statement.proven.leaves;
  dict["dual_points"] = statement.proven.dual_points;
  dict["exact"] = exact;
  return dict;
}

/// What the certificate proves of the array, one dict for each component.
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
    } catch (const NoTime& error) {
      PyErr_SetString(PyExc_TimeoutError, error.what());
    } catch (const spica_check::Rejected& error) {
      rejected(error.what());
    } catch (const spica_check::Unreadable& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  module.def("run", &run);
  module.def("check", &check);
  module.def("generate", &generate);
  module.def("html_report", [](const std::string& result) {
    return spica::report::html_report({result, "the result"});
  });
}
