#pragma once

// The sentences of the page that are about more than one component, or not about proof.

#include <string>

#include "report/html/fields.hpp"

namespace spica::report {

/// The title of the whole: the features, and how much they explain.
std::string headline(const Json& result);

/// What stands below the title: what is proven, or where to read it.
std::string lead_sentence(const Json& result);

/// What a curve over k says: bend and selection. Empty where it says nothing.
std::string curve_sentence(const Json& result);

/// Which scores are correlated; empty where none are, or where it is not known.
std::string correlation_sentence(const Json& result);

/// What plain PCA explains, and how much of that the sparse components do.
std::string plain_sentence(const Json& result);

}  // namespace spica::report
