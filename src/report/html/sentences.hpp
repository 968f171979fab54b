#pragma once

// What a result proves, in words for readers who have never heard of a bound. The number of an upper bound is
// rounded up and that of a lower one down (text.hpp), so that every sentence is true as it stands.

#include <string>

#include "report/html/fields.hpp"

namespace spica::report {

/// The title of the whole.
std::string headline(const Json& result);

/// The one sentence at the top.
std::string lead_sentence(const Json& result, const Json& shown);

/// What is proven of one component.
std::string proof_sentence(const Json& result, const Json& component);

/// What a curve over k says: bend and selection.
std::string curve_sentence(const Json& result);

/// "7.61 %", rounded down or up as the side of the bound wants.
std::string share_below(double part, double whole);
std::string share_above(double part, double whole);

/// "all variance", or that of the features that may be used.
std::string whole_variance(const Json& result);

}  // namespace spica::report
