#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/source.hpp"
#include "io/window.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// Which numbers stay as the file holds them (native_samples.hpp), instead of becoming doubles in a matrix. Only
/// samples may: a covariance is put in order and completed.
enum class KeepNative {
  nothing,
  rectangles,  ///< those of a matrix that is not square, which can be no covariance
  everything,
};

/// What may stay native where the user says what the numbers are, or does not.
inline KeepNative native_for(std::optional<InputKind> as) {
  if (!as) return KeepNative::rectangles;
  return *as == InputKind::samples ? KeepNative::everything : KeepNative::nothing;
}

/// Whether numbers of this shape may stay native.
inline bool may_stay_native(KeepNative keep, Index rows, Index columns) {
  return keep == KeepNative::everything || (keep == KeepNative::rectangles && rows != columns);
}

/// How much longer than its time limit a command may read. A small file is worth an answer, however short the
/// limit is; a large one that takes longer has none.
inline constexpr double reading_grace_sec = 0.2;

struct ReadOptions {
  std::string variable = {};  ///< which variable of a MATLAB file; empty: the only one
  KeepNative keep_native = KeepNative::nothing;
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
};

}  // namespace spica::io
