#pragma once

#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "spica/result.hpp"

namespace spica {

/// Seconds since it was made, plus those spent before. The clock is monotonic: setting the time of day does
/// not move it.
class Stopwatch {
 public:
  explicit Stopwatch(double before_sec = 0.0) : before_sec_(before_sec) {}

  [[nodiscard]] double seconds() const {
    return before_sec_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  double before_sec_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

#ifdef SPICA_ONE_THREAD
/// The only thread cannot hear of anything while it works: whoever waits for it is called at every look at the limits, and
/// may set `stop`.
inline std::function<void()> attend;
#endif

/// Seconds of the processor that the calling thread has had.
inline double thread_seconds() {
#ifdef SPICA_ONE_THREAD
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
}

/// When work has to end. Limits are statuses, not errors: work that meets one returns what it has.
struct Limits {
  const Stopwatch* clock = nullptr;
  double deadline_sec = std::numeric_limits<double>::infinity();  ///< on that clock
  std::int64_t node_limit = std::numeric_limits<std::int64_t>::max();
  const std::atomic<bool>* stop = nullptr;

  /// Seconds until the deadline.
  [[nodiscard]] double left_sec() const {
    return clock == nullptr ? std::numeric_limits<double>::infinity() : deadline_sec - clock->seconds();
  }

  /// The limit that has been hit, if any.
  [[nodiscard]] std::optional<Status> hit(std::int64_t nodes = 0) const {
#ifdef SPICA_ONE_THREAD
    if (attend) attend();
#endif
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return Status::interrupted;
    if (nodes >= node_limit) return Status::node_limit;
    if (clock != nullptr && clock->seconds() >= deadline_sec) return Status::time_limit;
    return std::nullopt;
  }
};

}  // namespace spica
