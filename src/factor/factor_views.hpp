#pragma once

// Factors that are another factor but for something: some features replaced, some features only, or all of
// them projected off a few directions. Each shares what the other holds.

#include "factor/factor.hpp"

namespace spica {

/// c <- c - q (q'c) for one direction after another, each column by itself: the same bits wherever it stands.
/// Off by at most gamma_{m+8} |c| for each direction.
void project_columns(Eigen::Ref<Matrix> columns, const Matrix& directions);

}  // namespace spica
