#pragma once

// Python as the one who waits for a solve.

#include <pybind11/pybind11.h>

#include <functional>
#include <vector>

#include "embed/attended.hpp"
#include "spica/solve.hpp"

namespace spica_python {

namespace py = pybind11;

inline py::dict dict_of(const spica::Progress& progress) {
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

/// Python as the one who waits: signals raise, and the callback, which may be None, ends the solve by returning False.
inline spica::embed::Listener listener(const py::object& callback, bool stopped) {
  spica::embed::Listener result;
  result.stopped = stopped;
  result.wants_progress = !callback.is_none();
  result.serve = [callback](const std::vector<spica::Progress>& latest) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    for (const spica::Progress& progress : latest) {
      const py::object answer = callback(dict_of(progress));
      if (!answer.is_none() && !answer.cast<bool>()) return false;
    }
    return true;
  };
  result.wait = [](const std::function<void()>& body) {
    const py::gil_scoped_release release;
    body();
  };
  return result;
}

}  // namespace spica_python
