#include "search/support/rank_search.hpp"

#include <fmt/format.h>

#include <limits>
#include <new>
#include <thread>

#include "base/bytes.hpp"
#include "search/support/packing.hpp"
#include "spica/error.hpp"

namespace spica::search {

namespace {

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown error";
  }
}

}  // namespace

std::vector<std::string> RankSearch::run(const std::function<void()>& work) {
  engine_.expect_more(true);
  std::thread talking([this] { talk(); });
  try {
    work();
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
  }
  talking.join();
  if (talk_failure_)  // nobody knows where the others are
    throw Error(ErrorKind::internal, "the ranks cannot talk any more: " + message_of(talk_failure_));
  std::vector<std::string> snapshots = team_.collect(last_words());
  if (team_.rank() > 0) return {};
  if (failure_) std::rethrow_exception(failure_);
  for (std::size_t rank = 0; rank < snapshots.size(); ++rank) {
    bytes::Reader in(snapshots[rank], fmt::format("the last message of rank {}", rank));
    const std::string_view failure = in.text();
    if (!failure.empty())
      throw Error(ErrorKind::internal, fmt::format("rank {} cannot go on: {}", rank, failure));
    snapshots[rank] = in.rest();
  }
  return snapshots;
}

void RankSearch::talk() {
  try {
    team_.talk(*this);
  } catch (...) {
    talk_failure_ = std::current_exception();
    engine_.stop(Status::interrupted);
  }
}

/// The last message of this rank: an error of its workers or the empty string, and then its snapshot.
std::string RankSearch::last_words() const {
  bytes::Writer out;
  out(failure_ ? message_of(failure_) : std::string());
  std::string words = out.take();
  if (!failure_) words += snapshot();
  return words;
}

Standing RankSearch::standing() {
  Standing now = engine_.standing();
  if (now.limit == Status::optimal)
    now.limit = settings_.engine.limits.hit(engine_.nodes()).value_or(Status::optimal);
  now.failed = failed_;
  return now;
}

void RankSearch::hear(const Others& others) {
  engine_.hear(others);
  engine_.report(false);
}

std::string RankSearch::give(std::int64_t count) {
  const std::vector<OpenNode> nodes = engine_.give(static_cast<std::size_t>(count));
  bytes::Writer out;
  pack_nodes(out, nodes, std::numeric_limits<std::size_t>::max());
  for (const OpenNode& node : nodes) out(node.evidence ? foreign_.send(node.evidence) : 0);
  return out.take();
}

void RankSearch::take(std::string_view nodes) {
  bytes::Reader in(nodes, "a message with nodes of another rank");
  std::vector<OpenNode> taken = unpack_nodes(in, tree_.states, features_);
  for (OpenNode& node : taken) {
    const auto number = in.read<std::int64_t>();
    if (number != 0) node.evidence = foreign_.receive(number);
    tree_.open.push(std::move(node));
  }
}

std::string RankSearch::incumbent() const {
  const auto [x, lower] = tree_.incumbent.best();
  bytes::Writer out;
  out(x, lower);
  return out.take();
}

void RankSearch::offer(std::string_view incumbent) {
  bytes::Reader in(incumbent, "a message with the incumbent of another rank");
  const SparseVector x = in.read<SparseVector>();
  const auto lower = in.read<double>();
  if (tree_.incumbent.offer({x, lower})) engine_.report(true);
}

std::string RankSearch::snapshot() const {
  const std::size_t share = kept_state_bytes / static_cast<std::size_t>(team_.size());
  return pack(RankSnapshot{snapshot_of(engine_, settings_), foreign_.sent(), foreign_.received()},
              tree_.states.bound(), share);
}

void RankSearch::finish(std::optional<Status> limit) {
  if (limit) {
    engine_.stop(*limit);
  } else {
    engine_.expect_more(false);
  }
}

}  // namespace spica::search
