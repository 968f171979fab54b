#include "report/isometry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/text.hpp"

namespace spica::report {

namespace {

void add_row(std::string& out, const Component& side) {
  out += fmt::format("  {:<8} {:>15} {:>15} {:>11} {:>8} {:>8.2f}s  {}\n", name_of(side.sense),
                     lower_bound_text(side.lower_bound, table_digits),
                     upper_bound_text(side.upper_bound, table_digits), gap_text(side.gap), side.nodes,
                     side.time_sec, name_of(side.status));
}

void add_columns(std::string& out, const Component& side, const std::vector<std::string>& names) {
  std::vector<std::string> columns;
  for (const Index i : side.support) columns.push_back(feature_label(names, i));
  out += fmt::format("  {:<8} on the columns {}\n", name_of(side.sense), fmt::join(columns, ", "));
}

}  // namespace

std::string isometry_summary(const Result& result, const std::vector<std::string>& column_names) {
  const Index k = result.components.front().k;
  std::string out = fmt::format("Extreme eigenvalues of A'A on {}\n", plural(k, "column"));
  out += fmt::format("  {:<8} {:>15} {:>15} {:>11} {:>8} {:>9}  {}\n", "", "lower bound", "upper bound",
                     "gap", "nodes", "time", "status");
  for (const Component& side : result.components) add_row(out, side);
  for (const Component& side : result.components) add_columns(out, side, column_names);
  const std::string upper = upper_bound_text(result.isometry->upper_bound, table_digits);
  out += fmt::format(
      "The restricted isometry constant of order {} is in [{}, {}]: every x with at most {} has\n", k,
      lower_bound_text(result.isometry->lower_bound, table_digits), upper, plural(k, "nonzero"));
  out += fmt::format("  {} <= |Ax|^2 <= (1 + {}) |x|^2\n",
                     result.isometry->upper_bound < 1.0 ? fmt::format("(1 - {}) |x|^2", upper) : "0", upper);
  return out;
}

}  // namespace spica::report
