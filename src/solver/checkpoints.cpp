#include "solver/checkpoints.hpp"

#include <algorithm>
#include <chrono>
#include <new>

namespace spica::solver {

Checkpoints::Checkpoints(const Task& task, SolveState before)
    : task_(task), wanted_(task.hooks.on_state != nullptr), state_(std::move(before)) {
  std::swap(before_, state_.work);
  if (state_.components.size() == task_.cardinalities.size()) hand_over();
  if (wanted_) thread_.start([this] { work(); });
}

Checkpoints::~Checkpoints() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
}

void Checkpoints::work() {
  // Shorter ones would keep the solver from its work; longer ones overflow the clock's type.
  constexpr double shortest_sec = 1e-3;
  constexpr double longest_sec = 1e8;
  const std::chrono::duration<double> interval(std::clamp(task_.interval_sec, shortest_sec, longest_sec));
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, interval, [this] { return over_; })) {
    if (!frozen_) hand_over();
  }
}

/// Under the lock: only whoever changes stages or ends a search waits for it.
void Checkpoints::hand_over() {
  if (!wanted_ || failure_) return;
  try {
    if (state_.work && trace_) state_.work->trace = trace_();
    if (state_.work && take_ && state_.work->stage == Stage::search) state_.work->search = take_();
    state_.time_sec = task_.clock.seconds();
    SavedState state{state_.time_sec, pack(state_, task_.problem, task_.cardinalities)};
    if (state_.work && take_) state_.work->search = {};  // it may be large, and is taken anew next time
    task_.hooks.on_state(state);
  } catch (const std::bad_alloc&) {
    warn_of_memory();
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Checkpoints::warn_of_memory() const {
  if (task_.hooks.on_warning)
    task_.hooks.on_warning("there is not enough memory to save the state of the solve");
}

const Component* Checkpoints::done(Index index) const {
  const auto at = static_cast<std::size_t>(index);
  return at < state_.components.size() ? &state_.components[at] : nullptr;
}

std::optional<InWork> Checkpoints::start(double now_sec, std::function<std::vector<TracePoint>()> trace) {
  const std::scoped_lock lock(mutex_);
  if (frozen_) return std::nullopt;
  std::optional<InWork> before;
  std::swap(before, before_);
  state_.work = before ? *before : InWork{Stage::heuristics, now_sec, {}, 0.0, {}, {}, {}};
  trace_ = std::move(trace);
  return before;
}

void Checkpoints::leave() {
  const std::scoped_lock lock(mutex_);
  if (state_.work && trace_ && !frozen_) state_.work->trace = trace_();
  trace_ = nullptr;
}

void Checkpoints::found(const SparseVector& x, double lower) {
  const std::scoped_lock lock(mutex_);
  if (frozen_ || !state_.work) return;
  state_.work->x = x;
  state_.work->lower = lower;
}

void Checkpoints::advance(Stage stage, std::string reduced) {
  const std::scoped_lock lock(mutex_);
  if (frozen_ || !state_.work) return;
  state_.work->stage = stage;
  state_.work->reduced = std::move(reduced);
}

void Checkpoints::begin(std::function<std::string()> take) {
  const std::scoped_lock lock(mutex_);
  if (frozen_) return;
  take_ = std::move(take);
  if (state_.work) state_.work->search = {};
}

void Checkpoints::end() {
  const std::scoped_lock lock(mutex_);
  if (!take_) return;
  // What a limit stopped may go on later; what is done has a component instead.
  if (state_.work && state_.work->stage == Stage::search && wanted_) {
    try {
      state_.work->search = take_();
    } catch (const std::bad_alloc&) {
      frozen_ = true;  // better the last state than one without its search
      warn_of_memory();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  take_ = nullptr;
}

void Checkpoints::finish(const Result& joint) {
  const std::scoped_lock lock(mutex_);
  frozen_ = stopped_early(joint.status);
  if (!frozen_) {
    state_.components = joint.components;
    state_.total = joint.total;
    state_.work.reset();
  }
  hand_over();
  if (failure_) std::rethrow_exception(failure_);
}

void Checkpoints::finish(const Component& component) {
  const std::scoped_lock lock(mutex_);
  if (!frozen_) {
    // A list that a limit cut short is searched for again.
    const bool has_whole_list = !component.alternatives || component.alternatives->finished;
    frozen_ = stopped_early(component.status) || !has_whole_list;
    if (!frozen_) {
      state_.components.push_back(component);
      state_.work.reset();
    }
    const bool all = state_.components.size() == task_.cardinalities.size();
    if (frozen_ || all) hand_over();
  }
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace spica::solver
