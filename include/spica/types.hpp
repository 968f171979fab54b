#pragma once

// The vocabulary of the library: dense matrices and vectors of Eigen, and sets of features.

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace spica {

/// Numbers of features, from 0, and counts of them.
using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A set of features, ascending.
using Support = std::vector<Index>;

/// A vector with few nonzeros: values[i] belongs to feature support[i].
struct SparseVector {
  Support support;  ///< where it is not zero
  Vector values;    ///< what it is there
};

}  // namespace spica
