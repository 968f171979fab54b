#pragma once

// The figures that Dey, Mazumder and Wang published, one a cell of their tables (data/README.md).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spica/types.hpp"

namespace spica::paper {

/// One cell. What the paper leaves open is not set.
struct Figure {
  std::string table;
  std::string case_name;
  Index n = 0;
  std::optional<Index> k;  ///< not of a sum over components
  std::optional<double> lower_bound;
  std::optional<Index> eigenvalues_above;  ///< eigenvalues of A above the lower bound
  std::string method;
  std::string params;
  std::optional<double> gap_percent;
  std::optional<double> time_sec;
};

/// Reads the CSV of data/. Throws Error(internal) that names the line: the text is built in.
std::vector<Figure> parse_figures(std::string_view csv);

/// All of them, in the order of the file.
const std::vector<Figure>& published_figures();

}  // namespace spica::paper
