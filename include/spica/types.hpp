#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace spica {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A set of features, ascending.
using Support = std::vector<Index>;

/// A vector with few nonzeros: values[i] belongs to feature support[i].
struct SparseVector {
  Support support;
  Vector values;
};

}  // namespace spica
