#pragma once

// Processes that talk by MPI: by its collectives, which do not block, and a matched probe for
// parcels of any size. Windows for one-sided access have no use here: what one rank has for another is there
// between rounds only, when both make the same call anyway.

#include <functional>
#include <memory>

#include "distributed/communicator.hpp"

namespace spica::distributed {

class MpiCommunicator final : public Communicator {
 public:
  /// One for a process. `on_silence` is called, at most once, where others have not answered for a while
  /// although `hurry` says that the end is near.
  struct Watch {
    std::function<bool()> hurry;
    std::function<void()> on_silence;
  };
  explicit MpiCommunicator(Watch watch);
  ~MpiCommunicator() override;
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  [[nodiscard]] int rank() const override;
  [[nodiscard]] int size() const override;
  [[nodiscard]] int cores() const override;
  [[nodiscard]] int neighbours() const override;
  std::string broadcast(std::string bytes, int from) override;
  std::vector<std::string> gather(std::string bytes) override;
  std::vector<std::string> all_gather(const std::string& bytes) override;
  void sum(std::span<double> values) override;
  std::vector<Parcel> exchange(const std::vector<Parcel>& out, const std::vector<int>& from) override;

  /// Ends all processes at once.
  [[noreturn]] static void abort(int exit_code);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spica::distributed
