#pragma once

// The search of one rank as a member of a team (team.hpp): its nodes as bytes, its snapshot as bytes, and the
// thread that talks to the other ranks while others work.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/engine.hpp"
#include "search/incumbent.hpp"
#include "search/state_store.hpp"
#include "search/support/node.hpp"
#include "search/support/rank_snapshot.hpp"

namespace spica::search {

class RankSearch final : public Member {
 public:
  /// What it is about; all of it must outlive it.
  struct Search {
    const Settings& settings;
    const bounds::Bound& bound;
    Index features;
    Engine<OpenNode>& engine;
    StateStore& store;
    Incumbent& incumbent;
    std::function<Snapshot()> snapshot;
  };
  explicit RankSearch(const Search& search) : search_(search), foreign_(search.settings.team->rank()) {}

  /// Works and talks until the search is over everywhere. On rank 0 what all ranks have come to, elsewhere
  /// nothing. What a worker of any rank throws comes out on rank 0; where talking failed, where it did.
  std::vector<std::string> run(const std::function<void()>& work);

  [[nodiscard]] Standing standing() override;
  void hear(const Others& others) override;
  [[nodiscard]] std::string give(std::int64_t count) override;
  void take(std::string_view nodes) override;
  [[nodiscard]] std::string incumbent() const override;
  void offer(std::string_view incumbent) override;
  [[nodiscard]] std::string snapshot() const override;
  void finish(std::optional<Status> limit) override;

 private:
  void talk();
  [[nodiscard]] std::string last_words() const;

  Search search_;
  ForeignSubtrees foreign_;
  std::exception_ptr failure_;       // of the workers
  std::exception_ptr talk_failure_;  // nothing can be said any more
  std::atomic<bool> failed_ = false;
};

}  // namespace spica::search
