#pragma once

#include <string>
#include <vector>

#include "io/table.hpp"
#include "spica/problem.hpp"

namespace spica::io {

enum class MissingValues { refuse, drop_rows, mean };

/// What became of the missing values of a table.
struct Settled {
  Index missing = 0;        ///< how many there were
  std::vector<Index> kept;  ///< the rows left, if rows were dropped
  std::string note;         ///< what was done, one sentence, if anything was
};

/// Drops the rows with missing values, or fills in the mean of the column's other values, or refuses them.
/// Only samples can have any.
Settled settle_missing(Table& table, InputKind kind, MissingValues how);

/// The same for a table that may be either: a square matrix that is symmetric, if only almost, counts as a
/// covariance.
Settled settle_missing(Table& table, MissingValues how);

}  // namespace spica::io
