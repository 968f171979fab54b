#pragma once

#include <functional>
#include <string>

namespace spica::search {

/// Where the state of a search goes, so that another search can go on from it.
class CheckpointSink {
 public:
  CheckpointSink() = default;
  CheckpointSink(const CheckpointSink&) = delete;
  CheckpointSink& operator=(const CheckpointSink&) = delete;
  virtual ~CheckpointSink() = default;

  /// The search has begun. `take` returns its state as bytes and may be called from any thread until end()
  /// returns.
  virtual void begin(std::function<std::string()> take) = 0;
  /// The search is about to end. This is the last chance to call `take`.
  virtual void end() = 0;
};

}  // namespace spica::search
