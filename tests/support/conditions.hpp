#pragma once

// What may be asked of supports and loadings beyond k, drawn for RapidCheck, and every support that complies.

#include <functional>

#include "spica/options.hpp"
#include "support/exact.hpp"
#include "support/property.hpp"

namespace spica::test {

/// Every support of at most k features that keeps to the limits; with features to include, every one that stays within k and
/// the limits with them.
void for_each_admitted(Index n, Index k, const Options& options,
                       const std::function<void(const Support&)>& visit);

/// No loadings on S, non-negative ones if the options ask for such, explain more than tau; decided exactly.
bool explains_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau, const Options& options);

}  // namespace spica::test
