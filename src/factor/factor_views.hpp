#pragma once

// Factors that are views of another factor: with some features replaced, of some features only, or projected
// off a few directions. A view shares the data of the other factor (with_replaced, selected_from,
// projected_off).

#include "factor/factor.hpp"

namespace spica {

/// c <- c - q (q'c) for every column c and one direction q after another. Columns are worked out one by one,
/// so that the result has the same bits whatever columns stand beside it. Off by at most gamma_{m+8} |c| for
/// each direction.
void project_columns(Eigen::Ref<Matrix> columns, const Matrix& directions);

}  // namespace spica
