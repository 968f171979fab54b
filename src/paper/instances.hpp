#pragma once

// The matrices behind the paper's cases: Pitprops is built in, the other real ones are files, the random ones
// are drawn anew.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/table.hpp"
#include "paper/figures.hpp"
#include "spica/problem.hpp"

namespace spica::paper {

enum class Origin {
  same,          ///< the paper's matrix
  other_matrix,  ///< the public one of the same name, which is another
  new_draw,      ///< of the same random family
};

Origin origin_of(const Figure& figure);

/// The file of a case, for those that come from one.
std::optional<std::string> file_of(const Figure& figure);

class Instances {
 public:
  /// Throws Error(input) when the folder is given and is none.
  explicit Instances(std::optional<std::string> data_folder);

  /// Why the matrix of a case cannot be had, if so.
  [[nodiscard]] std::optional<std::string> why_missing(const Figure& figure) const;

  /// A problem that knows nothing of earlier solves, so that times compare.
  Problem problem(const Figure& figure);

 private:
  Problem from_file(const std::string& name);
  Problem pitprops_component(const std::string& case_name);

  std::optional<std::string> data_folder_;
  std::map<std::string, io::Table> tables_;
  std::vector<Problem> pitprops_;  // after deflation of none, one, two ... components
};

/// How many eigenvalues of A are above a value in the user's units.
Index eigenvalues_above(const Problem& problem, double value);

}  // namespace spica::paper
