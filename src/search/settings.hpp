#pragma once

#include <cstdint>
#include <functional>

#include "search/limits.hpp"
#include "spica/types.hpp"

namespace spica::search {

/// What a search says while it runs, in the problem's scaled units.
struct Event {
  std::int64_t nodes = 0;
  std::int64_t open = 0;
  double lower = 0.0;
  double upper = 0.0;
  bool new_incumbent = false;
  bool milestone =
      false;  ///< told because of the number of nodes, not because of the time: reproducible with one thread
};

struct Settings {
  Index k = 1;
  double gap = 1e-4;
  std::int64_t threads = 1;
  Limits limits;
  std::function<void(const Event&)> on_event;  ///< never called twice at a time
};

}  // namespace spica::search
