#pragma once

// The states that bounds leave for the children of a node. They are n x n matrices and take nearly all of the
// memory of a search. Beyond a limit the states of the nodes that will be taken last go to disk. Where the disk
// is full they are forgotten: a state only tells a bound where to start, so that costs time and no proof.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "bounds/bound.hpp"
#include "search/spill_file.hpp"

namespace spica::search {

class StateStore {
 public:
  /// One state: in memory, on disk, or forgotten. The store must outlive it.
  class Kept {
   public:
    Kept(StateStore& store, std::shared_ptr<const bounds::State> state);
    ~Kept();
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    /// Null if it was forgotten.
    [[nodiscard]] std::shared_ptr<const bounds::State> get() const;
    /// As Bound::pack() has it; empty if it was forgotten.
    [[nodiscard]] std::string packed() const;
    /// Takes the state out of memory: to disk, or where that is full, nowhere.
    void spill();

   private:
    void leave_memory();

    StateStore& store_;
    mutable std::mutex mutex_;
    std::shared_ptr<const bounds::State> state_;
    std::size_t bytes_ = 0;                  // that count while it is in memory
    std::optional<SpillFile::Place> place_;  // on disk
  };

  /// For the states of one bound, which must outlive it.
  StateStore(const bounds::Bound& bound, std::size_t limit_bytes) : bound_(bound), limit_(limit_bytes) {}

  [[nodiscard]] const bounds::Bound& bound() const { return bound_; }

  /// What the bound learned at the root: for nodes whose own state was forgotten, as every node is below it.
  /// May be null. Set before the workers begin.
  [[nodiscard]] const std::shared_ptr<const bounds::State>& root() const { return root_; }
  void set_root(std::shared_ptr<const bounds::State> state) { root_ = std::move(state); }

  /// Takes a state into the store. Null for null.
  std::shared_ptr<Kept> keep(std::shared_ptr<const bounds::State> state);

  /// Counts something else that takes memory until the end of the search, such as evidence.
  void count(std::size_t bytes) { in_memory_ += bytes; }

  [[nodiscard]] bool is_full() const { return in_memory_.load() > limit_; }
  /// True if spilling may end, as there is room for a while.
  [[nodiscard]] bool has_room() const { return in_memory_.load() <= limit_ - limit_ / 4; }

  [[nodiscard]] std::int64_t spilled() const { return spilled_.load(); }      ///< so far
  [[nodiscard]] std::int64_t forgotten() const { return forgotten_.load(); }  ///< for want of disk

 private:
  const bounds::Bound& bound_;
  std::size_t limit_;
  std::shared_ptr<const bounds::State> root_;
  SpillFile file_;
  std::atomic<std::size_t> in_memory_ = 0;
  std::atomic<std::int64_t> spilled_ = 0;
  mutable std::atomic<std::int64_t> forgotten_ = 0;
};

/// Half of the memory of this machine, or of what a container may use of it.
std::size_t default_memory_bytes();

}  // namespace spica::search
