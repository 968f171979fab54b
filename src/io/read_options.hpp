#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/source.hpp"
#include "io/window.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// Which numbers may stay as the file holds them (kept.hpp).
enum class Keep {
  nothing,     ///< all become doubles in a matrix
  rectangles,  ///< those of a matrix that is not square: it can be no covariance
  everything,
};

/// How much longer than its time limit a command may read. A small file is worth an answer, however short the
/// limit is; a large one that takes longer has none.
inline constexpr double reading_grace_sec = 0.2;

struct ReadOptions {
  std::string variable = {};  ///< which variable of a MATLAB file; empty: the only one
  Keep keep = Keep::nothing;
  bool transpose = false;  ///< the file has features in rows
  // Columns by name, or by number from 0 without the row names.
  std::vector<std::string> ignore = {};    ///< columns of the file that are not read
  std::optional<std::string> labels = {};  ///< the column with labels of the samples; a row if transposed
  std::vector<std::string> exclude = {};   ///< features whose cells may be anything; they stay in the table
  ReadProgress on_progress = {};           ///< hears of every piece of the file
  /// Called with every piece of the file, and now and then while nothing comes. What it throws ends the
  /// reading.
  std::function<void()> check_limits = {};
  /// NumPy files of as many bytes are mapped instead of read. They must not change while they are in use.
  std::uint64_t map_from = std::uint64_t{1} << 24;
  std::size_t piece = Window::usual_piece;  ///< of text, read at a time

  /// Some columns of the file are no features, or may be anything.
  [[nodiscard]] bool selects() const { return !ignore.empty() || labels || !exclude.empty(); }
  [[nodiscard]] bool may_keep(Index rows, Index columns) const {
    return keep == Keep::everything || (keep == Keep::rectangles && rows != columns);
  }
};

}  // namespace spica::io
