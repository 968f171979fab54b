#include "distributed/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "base/bytes.hpp"
#include "base/limits.hpp"
#include "distributed/plan.hpp"
#include "distributed/service.hpp"

namespace spica::distributed {

using search::Standing;

/// What one rank says in a round.
struct Word {
  Standing standing;
  double round_sec = 0.0;  // what the last round took
  bool snapshots_wanted = false;
};

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Word>& word) {
  auto& [standing, round_sec, snapshots_wanted] = word;
  auto& [waiting, held, threads, nodes, busy_sec, upper, lower, limit, failed] = standing;
  archive(waiting, held, threads, nodes, busy_sec, upper, lower, bytes::one_of(limit, status_names.size()),
          failed, round_sec, snapshots_wanted);
}

/// What all ranks know in a round.
struct Rounds::Table {
  std::vector<Standing> standings;
  bool snapshots_wanted = false;  // as rank 0 says
  double round_sec = 0.0;         // what the last one took, on rank 0
};

Rounds::Table Rounds::hear_all(search::Member& member, double round_sec) {
  Word own{member.standing(), round_sec, false};
  {
    const std::scoped_lock lock(mutex_);
    own.snapshots_wanted = wanted_;
  }
  Table table;
  for (const std::string& bytes : communicator_.all_gather(bytes::packed(own))) {
    const auto word = bytes::unpacked<Word>(bytes, "the standing of a rank");
    if (table.standings.empty()) {
      table.snapshots_wanted = word.snapshots_wanted;
      table.round_sec = word.round_sec;
    }
    table.standings.push_back(word.standing);
  }
  return table;
}

void Rounds::begin(const std::string& root) {
  {
    const std::scoped_lock lock(mutex_);
    begun_ = true;
  }
  bytes::Writer out;
  out(briefing_, root);
  ask(communicator_, Topic::search, out.take());
}

void Rounds::talk(search::Member& member) {
  double round_sec = 0.0;
  while (true) {
    const Stopwatch clock;
    const Table table = hear_all(member, round_sec);
    member.hear(all_but(rank(), table.standings));
    share_incumbent(table, member);
    const bool done = is_done(table.standings);  // what is done needs no limit
    const std::optional<Status> limit = done ? std::nullopt : limit_of(table.standings);
    if (done || limit) {
      member.finish(limit);
      return;
    }
    hand_over(table, member);
    if (table.snapshots_wanted) gather_snapshots(member);
    std::this_thread::sleep_for(std::chrono::duration<double>(pause_sec(table.standings)));
    round_sec = clock.seconds();
  }
}

void Rounds::share_incumbent(const Table& table, search::Member& member) {
  const std::optional<int> best = best_incumbent(table.standings);
  if (!best) return;
  const std::string incumbent = communicator_.broadcast(*best == rank() ? member.incumbent() : "", *best);
  if (*best != rank()) member.offer(incumbent);
}

void Rounds::hand_over(const Table& table, search::Member& member) {
  std::vector<Communicator::Parcel> out;
  std::vector<int> from;
  for (const Gift& gift : plan_gifts(table.standings, nodes_ahead(table.standings, table.round_sec))) {
    if (gift.from == rank()) out.push_back({gift.to, member.give(gift.count)});
    if (gift.to == rank()) from.push_back(gift.from);
  }
  if (out.empty() && from.empty()) return;
  for (const Communicator::Parcel& parcel : communicator_.exchange(out, from)) member.take(parcel.bytes);
}

void Rounds::gather_snapshots(search::Member& member) {
  std::string own;
  try {
    own = member.snapshot();
  } catch (const std::bad_alloc&) {  // then there is no checkpoint this time
  }
  std::vector<std::string> snapshots = communicator_.gather(std::move(own));
  if (rank() > 0) return;
  const bool whole =
      std::none_of(snapshots.begin(), snapshots.end(), [](const std::string& p) { return p.empty(); });
  {
    const std::scoped_lock lock(mutex_);
    if (whole) {
      snapshots_ = std::move(snapshots);
    } else {
      out_of_memory_ = true;
    }
    wanted_ = false;
  }
  changed_.notify_all();
}

std::vector<std::string> Rounds::collect(std::string snapshot) {
  return communicator_.gather(std::move(snapshot));
}

std::vector<std::string> Rounds::snapshots() {
  std::unique_lock lock(mutex_);
  wanted_ = begun_;
  changed_.wait(lock, [this] { return !snapshots_.empty() || out_of_memory_ || !begun_; });
  if (std::exchange(out_of_memory_, false)) throw std::bad_alloc();
  return std::exchange(snapshots_, {});
}

void Rounds::end() {
  {
    const std::scoped_lock lock(mutex_);
    begun_ = false;
    wanted_ = false;
    out_of_memory_ = false;
    snapshots_.clear();
  }
  changed_.notify_all();
}

}  // namespace spica::distributed
