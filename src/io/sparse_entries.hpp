#pragma once

// Entries of a matrix with most zeros left out, in any order, on their way to SparseSamples. Memory: 16 bytes
// an entry, and 12 more while they are put in order.

#include <cstdint>
#include <optional>
#include <vector>

#include "spica/samples.hpp"

namespace spica::io {

class SparseEntries {
 public:
  /// At most 2^31 - 1 rows and columns.
  SparseEntries(Index rows, Index columns, Index expected);

  void add(Index row, Index column, double value, Index line);
  [[nodiscard]] Index count() const { return static_cast<Index>(values_.size()); }
  [[nodiscard]] bool has_nan() const { return has_nan_; }

  struct Twice {
    Index row = 0;
    Index column = 0;
    Index line = 0;  ///< of the second of them
  };
  /// The first entry whose place an earlier one has. `sorted` is what sorted() returned.
  [[nodiscard]] std::optional<Twice> find_twice(const SparseSamples& sorted) const;

  /// All of them by columns, rows ascending.
  [[nodiscard]] SparseSamples sorted() const;

 private:
  [[nodiscard]] Index line_of(std::size_t entry) const;

  struct Run {  // of entries on consecutive lines
    std::size_t first_entry = 0;
    Index first_line = 0;
  };

  Index rows_number_;
  Index columns_number_;
  std::vector<std::int32_t> rows_;
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<Run> runs_;
  bool has_nan_ = false;
};

}  // namespace spica::io
