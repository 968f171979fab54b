#pragma once

// A search over the ranks of a communicator, in rounds. In each all ranks
//
//   1. gather how every rank stands;
//   2. hear of a better incumbent, from the rank that has it;
//   3. end, if a limit was hit or no node is open anywhere;
//   4. hand nodes over, by a plan that all of them make of the same standings;
//   5. if rank 0 wants it, gather all snapshots for a checkpoint;
//
// and pause. Workers go on all the time. Nodes change hands in step 4 only, and have arrived before the next
// round begins, so the standings of a round miss no node. Hence a round in which no node is open on any rank
// is the last one, and the snapshots of step 5 together are one state of the whole search.

#include <condition_variable>
#include <mutex>

#include "distributed/communicator.hpp"
#include "search/team.hpp"

namespace spica::distributed {

class Rounds final : public search::Team {
 public:
  explicit Rounds(Communicator& communicator) : communicator_(communicator) {}

  [[nodiscard]] int rank() const override { return communicator_.rank(); }
  [[nodiscard]] int size() const override { return communicator_.size(); }
  [[nodiscard]] int cores() const override { return communicator_.cores(); }
  [[nodiscard]] int neighbours() const override { return communicator_.neighbours(); }
  void brief(std::string briefing) override { briefing_ = std::move(briefing); }
  void begin(const std::string& root) override;
  void talk(search::Member& member) override;
  std::vector<std::string> collect(std::string snapshot) override;
  std::vector<std::string> snapshots() override;
  void end() override;

 private:
  struct Table;
  [[nodiscard]] Table hear_all(search::Member& member, double round_sec);
  void share_incumbent(const Table& table, search::Member& member);
  void hand_over(const Table& table, search::Member& member);
  void gather_snapshots(search::Member& member);

  Communicator& communicator_;
  std::string briefing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false;  // snapshots are, by a thread that waits for them
  bool begun_ = false;
  bool out_of_memory_ = false;  // some rank could not pack its snapshot
  std::vector<std::string> snapshots_;
};

}  // namespace spica::distributed
