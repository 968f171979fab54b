#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "distributed/communicator.hpp"
#include "distributed/feature_server.hpp"

namespace spica::distributed {

/// The side of rank 0 in requests about spread features: it asks all ranks, and answers for its own part as
/// they do. Safe to use from several threads at once, but not while the ranks do something else together.
class Session {
 public:
  explicit Session(Communicator& communicator) : communicator_(communicator) {}

  [[nodiscard]] int ranks() const { return communicator_.size(); }

  /// What each rank answers.
  std::vector<std::string> ask(Request kind, FactorNumber number, const std::string& rest = {});

  /// A number that no factor had before.
  static FactorNumber new_number();
  /// Closes a factor. The other ranks are told with the next request, so that closing sends nothing and a
  /// factor may outlive the communicator.
  static void close(FactorNumber number);

  /// Held from the beginning of a sweep to its end.
  [[nodiscard]] std::unique_lock<std::mutex> begin_sweep() { return std::unique_lock(sweep_); }

 private:
  Communicator& communicator_;
  std::mutex mutex_;
  std::mutex sweep_;
  FeatureServer server_;
};

}  // namespace spica::distributed
