#pragma once

// The tiles of a sweep (sweep.hpp) on one machine: the rows asked for, whose features may be on other
// machines, times the features that are stored here. A pair of rows that are both asked for is multiplied
// once, on the machine that has the one later in the order of norms.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "factor/sweep/block.hpp"
#include "factor/sweep/lists.hpp"

namespace spica::sweep {

/// The features that are stored here: all of a factor, or a part.
struct Here {
  const Factor& factor;
  const NormOrder& order;
  /// In the order of all features, for each position in the order of these; empty: the same.
  std::vector<Index> positions = {};

  [[nodiscard]] Index position(Index here) const {
    return positions.empty() ? here : positions[static_cast<std::size_t>(here)];
  }
};

class Tiles {
 public:
  static constexpr std::size_t rows_at_once = 1152;

  /// Rows ascending, with positions among all features, and their norms.
  Tiles(Here here, std::vector<Wanted> rows, std::vector<double> norms, std::size_t kept,
        const Kernel& kernel, std::function<bool()> stop = {});

  /// The rows from `first` on that the block holds, with all features.
  void look(std::size_t first, const Block& rows);
  /// The same on as many threads as there are.
  void look_in_parallel(std::size_t first, const Block& rows);

  [[nodiscard]] bool stopped() const { return stopped_; }
  /// For each row what was found, with positions among all features.
  [[nodiscard]] RowLists take() { return lists_.take(); }

 private:
  static constexpr std::int32_t no_row = -1;

  /// Positions here of the rows asked for, from `first` on.
  [[nodiscard]] std::span<const Index> wanted_from(std::size_t first) const;
  void look(std::size_t first, const Block& rows, std::span<const Index> positions);
  [[nodiscard]] bool stop();
  [[nodiscard]] bool too_short(std::size_t first, std::size_t count, Index position) const;
  [[nodiscard]] float limit(std::size_t row, double norm) const;
  void offer(std::size_t row, Index position, double size);

  Here here_;
  std::vector<Wanted> rows_;
  std::vector<double> norms_;
  const Kernel& kernel_;
  std::function<bool()> stop_;
  double error_;
  std::vector<std::int32_t> row_at_;  // by position here
  std::vector<Index> wanted_;         // positions here, ascending
  std::vector<Index> others_;
  Lists lists_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace spica::sweep
