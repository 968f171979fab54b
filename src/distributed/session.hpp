#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "distributed/group.hpp"
#include "distributed/parts.hpp"

namespace spica::distributed {

/// Rank 0's side of spread features: it asks, and answers with its own part like every other rank. One
/// request at a time, from any thread; none while the ranks have something else to do together.
class Session {
 public:
  explicit Session(Group& group) : group_(group) {}

  [[nodiscard]] int ranks() const { return group_.size(); }

  /// What each rank answers.
  std::vector<std::string> ask(Request kind, FactorNumber number, const std::string& rest = {});

  /// A number that no factor had before.
  static FactorNumber new_number();
  /// Nobody needs this factor any more: others hear of it with the next request, so that this one says
  /// nothing and a factor may outlive the group.
  static void close(FactorNumber number);

  /// Held from the beginning of a sweep to its end.
  [[nodiscard]] std::unique_lock<std::mutex> begin_sweep() { return std::unique_lock(sweep_); }

 private:
  Group& group_;
  std::mutex mutex_;
  std::mutex sweep_;
  Parts parts_;
};

}  // namespace spica::distributed
