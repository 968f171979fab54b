#pragma once

// What a search leaves behind for a certificate (docs/certificate.md): why each node was closed, shrunk or
// split. Bounds and search write it down as they go, if they are asked to; nothing here decides anything.

#include <memory>
#include <utility>
#include <vector>

#include "spica/types.hpp"

namespace spica::proof {

/// A dual point of the pairs bound: w_ij^2 <= a_ij a_ji, a(j, i) being what row i pays for j.
struct Point {
  Support features;
  Matrix a;
  Matrix w;
};
using PointRef = std::shared_ptr<const Point>;

/// Why no support of a node is above the upper bound.
struct Reason {
  enum class Kind {
    none,
    pairs,     ///< the matrix of the point
    cauchy,    ///< M + k Diag(|r_i|^2) - RR', r_i a row for each feature of the node
    spectral,  ///< the matrix itself
    single,    ///< there is one support only
    diagonal,  ///< k = 1
    empty      ///< there is none
  };
  Kind kind = Kind::none;
  PointRef point = {};
  std::shared_ptr<const Matrix> r = {};
};

/// Something that makes a node smaller.
struct Step {
  enum class Kind {
    out,     ///< supports with the feature, by the point
    group,   ///< supports that touch the features, by the point with these levels
    in,      ///< supports without the feature, by the point
    mirror,  ///< the first feature is useless because the second one is, which it may change places with
  };
  Kind kind = Kind::out;
  Support features;
  PointRef point = {};
  std::vector<double> levels = {};
};

struct Node {
  std::vector<Step> steps;
  Reason reason;      ///< of the best bound known, which may be that of a node above
  Index feature = 0;  ///< branched on, if there are children
  Support alike;      ///< that leave with it
  std::shared_ptr<Node> with;
  std::shared_ptr<Node> without;
};

/// How all but a core were ruled out.
struct Core {
  PointRef point;  ///< on the core
  Vector payments;
  std::vector<std::pair<Index, double>> weights;  ///< theta of the features where it is not one
  PointRef inside = {};                           ///< that bounds the core itself, where that ends the proof
};

}  // namespace spica::proof
