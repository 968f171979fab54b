#pragma once

#include <functional>
#include <optional>

#include "io/table.hpp"
#include "model/asymmetry.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// True if the rows and columns of a square table have the same names, in whatever order, none twice.
bool has_matching_names(const Table& table);

/// A name that comes more than once, if the rows and columns of a table have the same names, each as often in both: which
/// row belongs to which column is then not known.
std::optional<std::string> repeated_name(const Table& table);

/// A name that only the rows or only the columns of a table have, where both have the same names but for a
/// few of one side: a covariance that lacks some of the other. Names that are all numbers say nothing.
struct LoneName {
  std::string name;
  bool of_row = false;
};
std::optional<LoneName> lone_name(const Table& table);

/// A name that only the rows or only the columns of a table have, where both are as many and have more than
/// half of their names in common: a covariance with a wrong name. Names that are all numbers say nothing.
std::optional<LoneName> stray_name(const Table& table);

/// How far a square table is from symmetric, among the columns that were read and the same rows.
Asymmetry asymmetry_of(const Table& table, const std::function<void()>& check_limits = {});

/// True if --exclude left so few columns that numbers do not tell a covariance from samples, nor do names.
bool too_little_was_read(const Table& table);

/// Puts a square table into the shape of a covariance, if it is to be one: rows go into the order of the
/// columns by their names, and a triangle alone, the other half blank or zero, becomes symmetric. Returns
/// what was done, one sentence each. `as` is what the user says the table is, if he does. A value that is
/// missing in the half that has values stays missing. Throws Error(input) where rows grow or shrink and it is
/// not clear that they are a triangle.
std::vector<std::string> complete_covariance(Table& table, std::optional<InputKind> as);

}  // namespace spica::io
