#pragma once

// How the processes of one solve, the ranks, talk to each other, each on its own machine or all on one. Rank 0
// runs the program; the others wait for its requests (service.hpp). The calls below are all that ranks say to each
// other. mpi/ implements them by MPI; tests have threads as ranks.

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

  // Collective calls: every rank makes them, in the same order, from one thread at a time. A rank that waits for
  // others leaves the processor to them.

  /// Returns the bytes of rank `from` on every rank. Those of other ranks do not count.
  virtual std::string broadcast(std::string bytes, int from) = 0;
  /// Returns the bytes of all ranks, by rank, on rank 0; nothing on the others.
  virtual std::vector<std::string> gather(std::string bytes) = 0;
  /// Returns the bytes of all ranks, by rank, on every rank. Each gives as many bytes.
  virtual std::vector<std::string> all_gather(const std::string& bytes) = 0;
  /// Replaces the values of rank 0 by the sums over all ranks, added in any order.
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
