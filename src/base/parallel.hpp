#pragma once

// Everything that several threads do at once: one door to oneTBB. Where the library is built for one thread (SPICA_ONE_THREAD),
// the same functions do one thing after another.

#ifndef SPICA_ONE_THREAD
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_sort.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "spica/types.hpp"

namespace spica::parallel {

#ifdef SPICA_ONE_THREAD

/// So many threads there are for a run.
inline std::int64_t threads(std::int64_t) {
  return 1;
}

/// No more threads than that, wherever they are used, as long as it lives.
class Cores {
 public:
  explicit Cores(std::int64_t) {}
};

/// work(i) for every i < count, each a task of its own.
template <class Integer, class Work>
void for_each(Integer count, const Work& work) {
  for (Integer i = 0; i < count; ++i) work(i);
}

template <class Iterator, class Before>
void sort(Iterator first, Iterator last, const Before& before) {
  std::sort(first, last, before);
}

template <class First, class Second>
void both(const First& first, const Second& second) {
  first();
  second();
}

/// work(worker) on so many threads at once. An error of any of them comes out, once all have ended.
template <class Work>
void together(std::int64_t, const Work& work) {
  work(std::size_t{0});
}

/// work() on so many threads of their own, which share nothing with the others' pool.
template <class Work>
void apart(std::size_t, const Work& work) {
  work();
}

/// While this thread waits for its parallel work, it takes no task from outside of it.
template <class Work>
void isolated(const Work& work) {
  work();
}

#else

inline std::int64_t threads(std::int64_t wanted) {
  return wanted > 0 ? wanted : std::max<std::int64_t>(1, std::thread::hardware_concurrency());
}

class Cores {
 public:
  explicit Cores(std::int64_t threads)
      : control_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}

 private:
  tbb::global_control control_;
};

template <class Integer, class Work>
void for_each(Integer count, const Work& work) {
  tbb::parallel_for(Integer{0}, count, work, tbb::simple_partitioner());
}

template <class Iterator, class Before>
void sort(Iterator first, Iterator last, const Before& before) {
  tbb::parallel_sort(first, last, before);
}

template <class First, class Second>
void both(const First& first, const Second& second) {
  tbb::parallel_invoke(first, second);
}

template <class Work>
void together(std::int64_t threads, const Work& work) {
  const Cores cores(threads);
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::task_group workers;
    for (std::size_t worker = 1; worker < static_cast<std::size_t>(threads); ++worker)
      workers.run([&work, worker] { work(worker); });
    workers.run_and_wait([&] { work(std::size_t{0}); });
  });
}

template <class Work>
void apart(std::size_t count, const Work& work) {
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
  work();
}

template <class Work>
void isolated(const Work& work) {
  tbb::this_task_arena::isolate(work);
}

#endif

/// work() beside everything else, which shares no computation, until the object dies; where there are no threads at all it is
/// left out.
class Beside {
 public:
#ifdef __EMSCRIPTEN__
  template <class Work>
  void start(const Work&) {}
#else
  template <class Work>
  void start(const Work& work) {
    thread_ = std::jthread(work);
  }

 private:
  std::jthread thread_;
#endif
};

}  // namespace spica::parallel

namespace spica {

/// Calls work(first, count) for one chunk of 0, ..., n-1 after another, on as many threads as the run may
/// use. Chunks are the same whatever the number of threads.
template <class Work>
void for_chunks(Index n, Index size, const Work& work) {
  const Index chunks = (n + size - 1) / size;
  if (chunks <= 1) {
    if (n > 0) work(Index{0}, n);
    return;
  }
#ifdef SPICA_ONE_THREAD
  for (Index c = 0; c < chunks; ++c) work(c * size, std::min(size, n - c * size));
#else
  tbb::parallel_for(Index{0}, chunks, [&](Index c) { work(c * size, std::min(size, n - c * size)); });
#endif
}

}  // namespace spica
