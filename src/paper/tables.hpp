#pragma once

// The paper's tables by name, what to say about each, and which of their cells to rerun.

#include <string>
#include <string_view>
#include <vector>

#include "paper/figures.hpp"

namespace spica::paper {

/// What a reader of the comparison has to know.
struct Note {
  std::string_view about;  ///< the case, or nothing for all of the table
  std::string_view text;
};

struct Table {
  std::string_view name;
  std::string_view caption;
  std::vector<Note> notes;
};

const std::vector<Table>& tables();

/// Throws Error(usage) that lists the names.
const Table& table_named(std::string_view name);

/// The published cells of a table.
std::vector<Figure> cells_of(const Table& table);

/// The cells that a list like "Colon,Case 1/200,300" asks for: each entry is a case, a case and its number of
/// features, or a number of features alone; letters of either case. An empty list asks for all.
std::vector<Figure> only(const std::vector<Figure>& cells, const std::string& wanted);

/// One cell: the first that we can run of those with the fewest features.
std::vector<Figure> quickest(const std::vector<Figure>& cells);

/// "Case 1/200" for a random instance, else the name of the case.
std::string label_of(const Figure& figure);

}  // namespace spica::paper
