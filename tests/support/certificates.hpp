#pragma once

// Certificates of a result, and what the checker makes of them.

#include <string>
#include <vector>

#include "base/random.hpp"
#include "io/interpret.hpp"
#include "spica/group_limits.hpp"
#include "spica/solve.hpp"

namespace spica::solver {
struct Internals;
}

namespace spica::test {

/// Proven of a component, or of the total of components that were chosen together, in the user's units.
struct Interval {
  bool joint = false;
  bool nonnegative = false;
  std::vector<Index> cardinalities;  ///< one, or that of each component
  Support included;                  ///< features that all choices have
  double lower = 0.0;
  double upper = 0.0;
  GroupLimits limits = {};           ///< that every component keeps to
  std::vector<Support> listed = {};  ///< sets of features that come close
  double listed_upper = 0.0;         ///< that no other set exceeds, where some are listed
};

/// The text that `--certificate` would write for a problem made of these values.
std::string certificate_of(const Matrix& values, const io::Interpretation& how, const Problem& problem,
                           const Result& result);

/// What the checker proves of each component, in intervals of 256 bits if `exact`. Throws what it throws.
std::vector<Interval> check_certificate(const Matrix& values, const std::string& certificate, bool exact);

/// Lines and words in another order, lost, doubled, or with another character.
std::string tampered(const std::string& certificate, Random& random);

/// Empty if the checker accepts and its intervals are those of the result, 1e-9 of the largest number around;
/// else what is wrong.
std::string complaint(const Matrix& values, const std::string& certificate, const Result& result, bool exact);

/// solve(), with a certificate that the checker accepts. Throws std::runtime_error where it does not. The
/// matrix is what the problem holds: for samples the centred ones.
Result checked_solve(const Problem& problem, const std::vector<Index>& cardinalities, Options options = {},
                     const Hooks& hooks = {});
/// The same with what only the program has.
Result checked_solve(const Problem& problem, const std::vector<Index>& cardinalities, Options options,
                     const Hooks& hooks, const solver::Internals& internals);

}  // namespace spica::test
