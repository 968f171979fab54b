#pragma once

// Processes that work on one solve together, each on its own machine or all on one. Rank 0 runs the program;
// the others wait for what it asks of them (service.hpp). All talk is in the calls below, most of which every
// rank makes at the same point of its work. mpi/ has them by MPI; tests have them by threads.

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace spica::distributed {

class Communicator {
 public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// Processors for this rank, where several share a machine.
  [[nodiscard]] virtual int cores() const = 0;
  /// Ranks on this machine, which share its memory.
  [[nodiscard]] virtual int neighbours() const = 0;

  // Every rank makes these calls, in the same order, from one thread at a time. Who waits lets others have
  // the processor.

  /// What rank `from` gives, on every rank; what others give does not count.
  virtual std::string broadcast(std::string bytes, int from) = 0;
  /// What every rank gives, by rank, on rank 0; nothing on the others.
  virtual std::vector<std::string> gather(std::string bytes) = 0;
  /// What every rank gives, by rank, on every rank: as many bytes from each.
  virtual std::vector<std::string> all_gather(const std::string& bytes) = 0;
  /// On rank 0 the sums over all ranks take the place of its values, added in an order of no importance.
  virtual void sum(std::span<double> values) = 0;

  /// Bytes for another rank, or from it.
  struct Parcel {
    int rank = 0;
    std::string bytes;
  };
  /// Sends to some ranks and receives from others, one parcel each: every rank that is sent to expects it.
  virtual std::vector<Parcel> exchange(const std::vector<Parcel>& out, const std::vector<int>& from) = 0;
};

}  // namespace spica::distributed
