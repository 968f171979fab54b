#pragma once

// A solve that Python waits for: it runs on a thread of its own while the calling thread lets Python look at its signals
// and hands progress to a callback, so that Ctrl-C works and a callback may stop the solve.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/limits.hpp"
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

}  // namespace spica_python
