#pragma once

#include "factor/norm_order.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// So many rows norms leave above tau even if the features of the largest norms all join the core: those of the first
/// features in the order of norms.
Index rows_above_by_norms(const NormOrder& order, Index k, double tau, const ScoreSettings& settings = {});

/// Norms are flat, that is tell features apart so badly that such rows are most, or very many.
bool are_flat(const NormOrder& order, Index k, double tau, const ScoreSettings& settings = {});

}  // namespace spica::presolve
