#pragma once

#include <cstdint>

namespace spica::search {

/// One node of a search over supports, once it is bounded: for measurements. Bounds are in the units of the
/// search.
struct NodeRecord {
  std::int64_t id = 0;           ///< in the order in which nodes were begun, from 0: the root
  std::int64_t parent = -1;      ///< its id; the root has none
  std::int64_t order = 0;        ///< larger goes first among equal bounds
  double start_sec = 0.0;        ///< since the call
  double seconds = 0.0;          ///< of the processor, that its thread spent on it
  double bound_before = 0.0;     ///< its parent's
  double bound_after = 0.0;      ///< its children's; where it has none, what everything in it is below
  std::int64_t children = 0;     ///< none, or two and more
  std::int64_t child_bytes = 0;  ///< of one child, packed with all that its bound needs
};

}  // namespace spica::search
