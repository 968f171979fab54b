#pragma once

#include <functional>
#include <string>

namespace spica::search {

/// Somebody who keeps the state of a search, to go on from it another day.
class Keeper {
 public:
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  virtual ~Keeper() = default;

  /// The search has begun: `take` gives its state, for Settings::resume, from any thread until end() returns.
  virtual void begin(std::function<std::string()> take) = 0;
  /// The search is about to end: the last time to take its state.
  virtual void end() = 0;
};

}  // namespace spica::search
