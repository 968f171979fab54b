#pragma once

// What a certificate proves, in full, and what its reader expects of it.

#include <optional>
#include <string_view>
#include <utility>

#include "checker/joint.hpp"

namespace spica_check {

/// Proven of one component, in the units of the file's matrix.
struct Statement {
  std::size_t rows = 0;  ///< of the file's matrix
  std::size_t columns = 0;
  Preparation how;            ///< without what does not matter: a covariance is not centred
  double shift = 0.0;         ///< the multiple of the identity that was added
  std::size_t component = 0;  ///< from 1; the matrix is deflated by all components before it
  bool joint = false;         ///< proven of the total of components with disjoint features
  Proven proven;              ///< of the scaled matrix
  double lower = 0.0;
  double upper = 0.0;
  Features above = {};        ///< of the components before it
  double nearby_upper = 0.0;  ///< that no set of k features exceeds but those of proven.nearby, if it has any
};

Statement statement_of(const Header& header, const Proven& proven, std::size_t component);

/// What a certificate must be about. As they stand, all fields are what `spica solve INPUT` proves without
/// further flags; none is anything.
struct Expectation {
  enum class Kind { guessed, samples, covariance, any };
  Kind kind = Kind::guessed;  ///< guessed: a covariance if the matrix is square and symmetric
  std::optional<bool> center = true;
  std::optional<bool> standardize = false;
  std::optional<int> ddof = 0;
  std::optional<double> shift = 0.0;
  std::optional<bool> smallest = false;
  std::optional<bool> joint = false;             ///< of components that were chosen together
  std::optional<bool> nonnegative = false;       ///< of components without negative entries
  std::optional<bool> schur = true;              ///< of certificates of several components, one after another
  std::optional<List<std::size_t>> k;            ///< of each component
  std::optional<Features> include = Features();  ///< what every support must have
  std::optional<Features> exclude = Features();  ///< what none may have
  std::optional<bool> disjoint = false;          ///< nor what components before it have
  /// How many features of a group a component may have at most; in any order.
  std::optional<List<GroupLimits::Group>> limits = List<GroupLimits::Group>();
};

/// Of a text such as "kind=samples,standardize=1,k=5,2,2"; what it does not mention is as above. Throws
/// Misused.
Expectation parse_expectation(std::string_view text);

/// Throw Rejected, with all that differs.
void require_expected(const Expectation& expected, const Header& header, const Table& table);
void require_expected(const Expectation& expected, const Statement& statement);

}  // namespace spica_check
