#include "distributed/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "base/limits.hpp"
#include "distributed/plan.hpp"
#include "distributed/service.hpp"

namespace spica::distributed {

using search::Standing;

/// What all ranks know in a round.
struct Rounds::Table {
  std::vector<Standing> standings;
  bool parts_wanted = false;
  double round_sec = 0.0;  // what the last one took, on rank 0
};

Rounds::Table Rounds::hear_all(search::Member& member, double round_sec) {
  const Standing own = member.standing();
  bytes::Writer out;
  for (const std::int64_t number : {own.waiting, own.held, own.threads, own.nodes}) out.number(number);
  for (const double number : {own.busy_sec, own.upper, own.lower, round_sec}) out.number(number);
  out.number(static_cast<std::int64_t>(own.limit));
  out.flag(own.failed);
  {
    const std::scoped_lock lock(mutex_);
    out.flag(wanted_);
  }
  Table table;
  for (const std::string& bytes : group_.all_gather(out.take())) {
    bytes::Reader in(bytes);
    Standing standing;
    for (std::int64_t* number : {&standing.waiting, &standing.held, &standing.threads, &standing.nodes})
      *number = in.number<std::int64_t>();
    for (double* number : {&standing.busy_sec, &standing.upper, &standing.lower})
      *number = in.number<double>();
    const auto took_sec = in.number<double>();
    standing.limit = static_cast<Status>(in.number<std::int64_t>());
    standing.failed = in.flag();
    const bool wanted = in.flag();
    if (table.standings.empty()) {  // rank 0 says so
      table.parts_wanted = wanted;
      table.round_sec = took_sec;
    }
    table.standings.push_back(standing);
  }
  return table;
}

void Rounds::begin(const std::string& root) {
  {
    const std::scoped_lock lock(mutex_);
    begun_ = true;
  }
  bytes::Writer out;
  out.text(briefing_);
  out.text(root);
  ask(group_, Topic::search, out.take());
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
    if (table.parts_wanted) gather_parts(member);
    std::this_thread::sleep_for(std::chrono::duration<double>(pause_sec(table.standings)));
    round_sec = clock.seconds();
  }
}

void Rounds::share_incumbent(const Table& table, search::Member& member) {
  const std::optional<int> best = best_incumbent(table.standings);
  if (!best) return;
  const std::string incumbent = group_.broadcast(*best == rank() ? member.incumbent() : "", *best);
  if (*best != rank()) member.offer(incumbent);
}

void Rounds::hand_over(const Table& table, search::Member& member) {
  std::vector<Group::Parcel> out;
  std::vector<int> from;
  for (const Gift& gift : plan_gifts(table.standings, nodes_ahead(table.standings, table.round_sec))) {
    if (gift.from == rank()) out.push_back({gift.to, member.give(gift.count)});
    if (gift.to == rank()) from.push_back(gift.from);
  }
  if (out.empty() && from.empty()) return;
  for (const Group::Parcel& parcel : group_.exchange(out, from)) member.take(parcel.bytes);
}

void Rounds::gather_parts(search::Member& member) {
  std::string own;
  try {
    own = member.part();
  } catch (const std::bad_alloc&) {  // then there is no checkpoint this time
  }
  std::vector<std::string> parts = group_.gather(std::move(own));
  if (rank() > 0) return;
  const bool whole = std::none_of(parts.begin(), parts.end(), [](const std::string& p) { return p.empty(); });
  {
    const std::scoped_lock lock(mutex_);
    if (whole) {
      parts_ = std::move(parts);
    } else {
      out_of_memory_ = true;
    }
    wanted_ = false;
  }
  changed_.notify_all();
}

std::vector<std::string> Rounds::collect(std::string part) {
  return group_.gather(std::move(part));
}

std::vector<std::string> Rounds::parts() {
  std::unique_lock lock(mutex_);
  wanted_ = begun_;
  changed_.wait(lock, [this] { return !parts_.empty() || out_of_memory_ || !begun_; });
  if (std::exchange(out_of_memory_, false)) throw std::bad_alloc();
  return std::exchange(parts_, {});
}

void Rounds::end() {
  {
    const std::scoped_lock lock(mutex_);
    begun_ = false;
    wanted_ = false;
    out_of_memory_ = false;
    parts_.clear();
  }
  changed_.notify_all();
}

}  // namespace spica::distributed
