#pragma once

#include <optional>

#include "io/table.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// True if the rows and columns of a square table have the same names, in whatever order, none twice.
bool has_matching_names(const Table& table);

/// Puts a square table into the shape of a covariance, if it is to be one: rows go into the order of the
/// columns by their names, and a triangle alone, the other half blank or zero, becomes symmetric. Returns
/// what was done, one sentence each. `as` is what the user says the table is, if he does.
std::vector<std::string> complete_covariance(Table& table, std::optional<InputKind> as);

}  // namespace spica::io
