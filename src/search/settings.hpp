#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/limits.hpp"

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

/// What the engine of every search needs to know, whatever its nodes are.
struct Settings {
  double gap = 1e-4;  ///< relative, that the search is to prove
  /// The value that the gap is asked of, where that is not the incumbent's. Once the incumbent itself is farther away than
  /// the gap, there is nothing to prove of it, and the gap is that of the incumbent.
  double answer = -std::numeric_limits<double>::infinity();
  std::int64_t threads = 1;
  Limits limits = {};
  std::function<void(const Event&)> on_event = {};  ///< never called twice at a time
};

/// What a bound may be for the gap asked for: a hair less, so that the gap printed at the end is not above it
/// by a rounding.
inline double gap_limit(double value, double gap) {
  return value * (1.0 + std::max(0.0, gap * (1.0 - 1e-9) - 0x1p-50));
}

/// The same for an incumbent, or for an answer that is not the incumbent.
inline double gap_limit(double incumbent, const Settings& settings) {
  const double of_answer = gap_limit(settings.answer, settings.gap);
  return settings.answer < incumbent && incumbent <= of_answer ? of_answer
                                                               : gap_limit(incumbent, settings.gap);
}

}  // namespace spica::search
