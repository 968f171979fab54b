#pragma once

// The search over supports of one rank, as a member of a team (team.hpp). It turns nodes, incumbents and
// snapshots into bytes and back, and has the thread that talks to the other ranks while the workers go on.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/support/node.hpp"
#include "search/support/rank_snapshot.hpp"

namespace spica::search {

class RankSearch final : public Member {
 public:
  /// Of a problem with so many features. All must outlive it; settings.team is not null.
  RankSearch(SupportEngine& engine, const SupportSettings& settings, Index features)
      : engine_(engine),
        tree_(engine.tree()),
        settings_(settings),
        team_(*settings.team),
        features_(features),
        foreign_(settings.team->rank()) {}

  /// Works and talks until the search is over on all ranks. Returns the packed snapshots of all ranks on rank 0,
  /// nothing on the others. An error of a worker of any rank is thrown on rank 0. Where the ranks cannot talk
  /// any more, each rank that notices throws.
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

  SupportEngine& engine_;
  SupportTree& tree_;
  const SupportSettings& settings_;
  Team& team_;
  Index features_;
  ForeignSubtrees foreign_;
  std::exception_ptr failure_;       // of the workers
  std::exception_ptr talk_failure_;  // of the thread that talks
  std::atomic<bool> failed_ = false;
};

}  // namespace spica::search
