#pragma once

// A search that several processes, the ranks, work on together. Each rank has a queue of its own, bounds its own
// nodes and keeps their children. Now and then all ranks hear how the others stand, and a rank with nodes to
// spare gives some to ranks that run out of them. Member is the search of one rank, which knows nothing of how
// ranks talk. Team does the talking and knows nothing of what a node is.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spica/result.hpp"

namespace spica::search {

/// How the search of one rank stands at one moment.
struct Standing {
  std::int64_t waiting = 0;  ///< open nodes that nobody works on
  std::int64_t held = 0;     ///< open nodes that somebody works on
  std::int64_t threads = 1;
  std::int64_t nodes = 0;                                   ///< done here
  double busy_sec = 0.0;                                    ///< spent on them, by all threads together
  double upper = -std::numeric_limits<double>::infinity();  ///< of its open and closed nodes
  double lower = 0.0;                                       ///< of its incumbent
  Status limit = Status::optimal;                           ///< that it has hit; optimal: none
  bool failed = false;                                      ///< an error ended its work

  [[nodiscard]] std::int64_t open() const { return waiting + held; }
};

/// What the other ranks have together, as far as this one has heard.
struct Others {
  std::int64_t nodes = 0;
  std::int64_t open = 0;
  double upper = -std::numeric_limits<double>::infinity();
};

/// The search of this rank, as the team sees it. All calls come from one thread, while the workers of the search
/// go on.
class Member {
 public:
  Member() = default;
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  virtual ~Member() = default;

  [[nodiscard]] virtual Standing standing() = 0;
  virtual void hear(const Others& others) = 0;
  /// Takes at most so many waiting nodes out of the queue, as bytes for another rank.
  [[nodiscard]] virtual std::string give(std::int64_t count) = 0;
  /// Takes in nodes that another rank gave.
  virtual void take(std::string_view nodes) = 0;
  [[nodiscard]] virtual std::string incumbent() const = 0;
  /// Hears of the incumbent of another rank.
  virtual void offer(std::string_view incumbent) = 0;
  /// All that this rank knows of the search, while the search goes on.
  [[nodiscard]] virtual std::string snapshot() const = 0;
  /// No more nodes will come: the workers end when the queue is empty or, with a limit, at once.
  virtual void finish(std::optional<Status> limit) = 0;
};

class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  virtual ~Team() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] virtual int cores() const = 0;       ///< processors for this rank
  [[nodiscard]] virtual int neighbours() const = 0;  ///< ranks on this machine

  /// Rank 0: keeps what the others need to know of the next search.
  virtual void brief(std::string briefing) = 0;
  /// Rank 0: the other ranks join the search. Its root is bounded; `root` is the state that the bound left there.
  virtual void begin(const std::string& root) = 0;
  /// Every rank: talks to the others until the search is over on all ranks, and then calls finish().
  virtual void talk(Member& member) = 0;
  /// Every rank, after its workers have ended: the snapshots of all ranks on rank 0, nothing elsewhere.
  virtual std::vector<std::string> collect(std::string snapshot) = 0;
  /// Rank 0, from any thread while some other one talks: the snapshots of all ranks at one moment between two
  /// exchanges of nodes. Nothing before begin() and after end(). Throws std::bad_alloc where some rank has no
  /// memory for its snapshot.
  virtual std::vector<std::string> snapshots() = 0;
  /// Rank 0: the collected snapshots have become one search. Nobody waits for snapshots() any more.
  virtual void end() = 0;
};

}  // namespace spica::search
