#pragma once

#include "io/table.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// What a reader of a file might not expect. Of the values of the table only the first row and the first
/// column are looked at, and they are given.
std::vector<std::string> reading_notes(const Table& table, InputKind kind, const Vector& first_row,
                                       const Vector& first_column);

}  // namespace spica::io
