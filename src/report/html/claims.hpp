#pragma once

// What is proven of a component, in words for readers who have never heard of a bound. The number of an upper
// bound is rounded up and that of a lower one down (text.hpp), so that every sentence is true as it stands.

#include <string>

#include "report/html/fields.hpp"

namespace spica::report {

inline constexpr int spoken_digits = 6;

/// What a component explains, and what is proven of all other sets of as many features. A subject takes the
/// place of "these features" where the claim is about an eigenvalue.
std::string claim(const Json& result, const Json& component, const std::string& subject = "");

/// What is asked of sets of features beyond their number: " with non-negative loadings within the limits of their
/// groups", or nothing.
std::string conditions(const Json& result);

/// The sets that a component is compared with.
struct OtherSets {
  std::string none;  ///< "no set of 10 features", with what else is asked of sets
  std::string what;  ///< that is explained, of a later component: " of that"; or nothing
};
OtherSets other_sets(const Json& result, const Json& component, std::int64_t k);

/// "7.61 %", rounded down or up as the side of the bound wants.
std::string share_below(double part, double whole);
std::string share_above(double part, double whole);

/// "all variance", or that of the features that may be used.
std::string whole_variance(const Json& result);

/// What a component explains of all variance, beyond those before it: "7.61 %", or "+ 1.2 %" of a later one.
/// Empty where there is no such share.
std::string share_of(const Json& result, std::size_t index);

}  // namespace spica::report
