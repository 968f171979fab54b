#pragma once

#include "io/table.hpp"

namespace spica::io {

/// Turns the columns of a table into its rows, and their names with them. Native samples stay of their type,
/// and sparse ones stay sparse.
void transpose(Table& table);

}  // namespace spica::io
