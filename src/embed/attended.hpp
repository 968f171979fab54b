#pragma once

// A solve that another language waits for: it runs on a thread of its own while the calling thread lets that language
// look at its signals and hands progress to it, so that Ctrl-C works and a callback may stop the solve. Where there is one
// thread only, the solve itself calls the language now and then.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "spica/solve.hpp"

namespace spica::embed {

/// Progress on its way from the solver's threads to a callback of the other language, which may take its time: of
/// several reports about one component only the latest is kept. Where the solver is silent for long, its last report
/// comes again with the present time, so that a callback can stop it at any moment; before the first report it
/// says that nothing is known. Not for several threads at once.
class News {
 public:
  void add(const Progress& progress) {
    if (!waiting_.empty() && waiting_.back().component == progress.component && !waiting_.back().last)
      waiting_.back() = progress;
    else
      waiting_.push_back(progress);
  }

  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  std::vector<Progress> take() {
    constexpr double silence_sec = 0.25;
    std::vector<Progress> taken = std::move(waiting_);
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
  static Progress nothing_known() {
    Progress progress;
    progress.lower_bound = -std::numeric_limits<double>::infinity();
    return progress;
  }

  Stopwatch clock_;
  std::vector<Progress> waiting_;
  Progress latest_ = nothing_known();
  double latest_sec_ = 0.0;  ///< when it was taken
  double taken_sec_ = 0.0;   ///< when anything was
};

/// Who waits for a solve.
struct Listener {
  /// Looks for signals and hears of progress, on the calling thread; false ends the solve with what it has. What it
  /// throws ends the solve, too, and is thrown again when the solve has ended.
  std::function<bool(const std::vector<Progress>&)> serve;
  /// Runs what waits, with the locks of the language released.
  std::function<void(const std::function<void()>&)> wait = [](const std::function<void()>& body) { body(); };
  bool wants_progress = false;
  bool stopped = false;  ///< already: work ends as soon as it has anything to return
};

#ifdef SPICA_ONE_THREAD

/// Runs work(hooks); the listener is served at looks at the limits.
template <class Work>
auto attended(const Listener& listener, const Work& work) {
  constexpr double interval_sec = 0.05;
  std::atomic<bool> stop = listener.stopped;
  News news;
  const Stopwatch clock;
  double next_sec = 0.0;
  std::exception_ptr from_listener;
  Hooks hooks;
  hooks.stop = &stop;
  if (listener.wants_progress) hooks.on_progress = [&](const Progress& progress) { news.add(progress); };
  const auto serve = [&] {
    try {
      if (!listener.serve(listener.wants_progress ? news.take() : std::vector<Progress>())) stop = true;
    } catch (...) {
      from_listener = std::current_exception();
      stop = true;
    }
  };
  struct Guard {
    ~Guard() { attend = nullptr; }
  } const guard;
  attend = [&] {
    if (stop || clock.seconds() < next_sec) return;
    serve();
    next_sec = clock.seconds() + interval_sec;
  };
  auto outcome = work(hooks);
  if (!stop) serve();
  if (from_listener) std::rethrow_exception(from_listener);
  return outcome;
}

#else

/// Runs work(hooks) on a thread; this one serves the listener until it is done.
template <class Work>
auto attended(const Listener& listener, const Work& work) {
  using Outcome = decltype(work(Hooks{}));
  std::atomic<bool> stop = listener.stopped;
  std::mutex mutex;
  std::condition_variable changed;
  News news;
  bool done = false;
  std::optional<Outcome> outcome;
  std::exception_ptr failure;
  Hooks hooks;
  hooks.stop = &stop;
  if (listener.wants_progress) {
    hooks.on_progress = [&](const Progress& progress) {
      const std::scoped_lock lock(mutex);
      news.add(progress);
      changed.notify_one();
    };
  }
  std::exception_ptr from_listener;
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
      std::vector<Progress> latest;
      listener.wait([&] {
        std::unique_lock lock(mutex);
        changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done || !news.empty(); });
        if (listener.wants_progress) latest = news.take();
        finished = done;
      });
      if (stop) latest.clear();
      try {
        if (!listener.serve(latest)) stop = true;
      } catch (...) {
        if (!from_listener) from_listener = std::current_exception();
        stop = true;
      }
    }
    listener.wait([&] { worker.join(); });
  }
  if (from_listener) std::rethrow_exception(from_listener);
  if (failure) std::rethrow_exception(failure);
  return std::move(*outcome);
}

#endif

}  // namespace spica::embed
