#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "factor/row_lists.hpp"
#include "factor/sweep/sweep.hpp"

namespace spica::sweep {

/// The largest entries of some rows, found by several threads.
class Lists {
 public:
  Lists(const std::vector<Wanted>& rows, std::size_t kept)
      : rows_(rows),
        found_(floors_of(rows), kept),
        limits_(rows.size()),
        smallest_from_(rows.size() + 1, std::numeric_limits<double>::infinity()) {
    for (std::size_t r = rows.size(); r-- > 0;) {
      limits_[r].store(rows[r].floor, std::memory_order_relaxed);
      smallest_from_[r] = std::min(smallest_from_[r + 1], rows[r].floor);
    }
  }

  /// The limit of a row: smaller entries cannot join its list any more.
  [[nodiscard]] double limit(std::size_t row) const { return limits_[row].load(std::memory_order_relaxed); }
  /// A lower bound of the limits of this row and all rows after it.
  [[nodiscard]] double smallest_from(std::size_t row) const { return smallest_from_[row]; }

  void offer(std::size_t row, double size, Index position) {
    if (!(size > rows_[row].floor)) return;
    const RowLists::Entry entry = RowLists::entry(size, position);
    if (static_cast<double>(entry.size) < limit(row)) return;
    const std::scoped_lock lock(mutexes_[row % mutexes_.size()]);
    found_.add(row, entry);
    limits_[row].store(found_.least(row), std::memory_order_relaxed);
  }

  [[nodiscard]] RowLists take() { return std::move(found_); }

 private:
  const std::vector<Wanted>& rows_;
  RowLists found_;
  std::vector<std::atomic<double>> limits_;
  std::vector<double> smallest_from_;
  std::array<std::mutex, 64> mutexes_;
};

}  // namespace spica::sweep
