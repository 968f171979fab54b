#pragma once

// What a search leaves behind for a certificate (docs/certificate.md): why each node was closed, shrunk or
// split. Bounds and search write it down as they go, if they are asked to; nothing here decides anything.

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "proof/point.hpp"
#include "spica/types.hpp"

namespace spica::proof {

/// A dual point of the S-bound: c_i c_i' - q_i q_i' <= nu I, q_i a column of q; those not listed have q_i =
/// 0.
struct SamplePoint {
  double nu = 0.0;
  Support features;  ///< ascending
  Matrix q;
};
using SampleRef = std::shared_ptr<const SamplePoint>;

/// A dual point of a box: level, slopes of the directions and a vector over the features, or none.
struct BoxPoint {
  double level = 0.0;
  Vector d;
  Vector y;
};
using BoxRef = std::shared_ptr<const BoxPoint>;

/// Why no support of a node is above the upper bound.
namespace reason {
/// Nothing is known yet.
struct None {};
/// The matrix of the point.
struct Pairs {
  PointRef point;
};
/// M + k Diag(|r_i|^2) - RR', r_i a row for each feature of the node.
struct Cauchy {
  std::shared_ptr<const Matrix> r;
};
/// The matrix itself: all of it, the one support that is left, or for k = 1 its diagonal.
struct Spectral {};
/// There is no support.
struct Empty {};
/// The one support of k features that is left is listed, if the list has it at the end; else the point is reason enough, or
/// where there is none the matrix itself. Only where a search lists every support above a level.
struct Listed {
  Support support;
  PointRef point = {};  ///< for loadings without negative signs, of which the matrix says too little
};
/// There is no support of k features, only smaller ones. Likewise.
struct Few {};
struct Sample {
  SampleRef point;
};
/// That of the node above, which another process has.
struct Inherited {};
struct Box {
  BoxRef point;
};
}  // namespace reason
using Reason = std::variant<reason::None, reason::Pairs, reason::Cauchy, reason::Spectral, reason::Empty,
                            reason::Sample, reason::Inherited, reason::Box, reason::Listed, reason::Few>;

template <class Kind>
bool is(const Reason& why) {
  return std::holds_alternative<Kind>(why);
}
/// The point of the pairs bound that a reason has; null if it has none.
inline PointRef pairs_point(const Reason& why) {
  if (const auto* listed = std::get_if<reason::Listed>(&why)) return listed->point;
  const auto* pairs = std::get_if<reason::Pairs>(&why);
  return pairs != nullptr ? pairs->point : nullptr;
}

/// Something that makes a node smaller.
namespace step {
/// No support with one of these features is worth looking at, by the point.
struct Out {
  Support features;
  std::variant<PointRef, SampleRef> point;
};
/// Nor is one that touches the features, by the point with these levels.
struct OutTogether {
  Support features;
  PointRef point;
  std::vector<double> levels;
};
/// No support without this feature is worth looking at, by the point.
struct In {
  Index feature = 0;
  PointRef point;
};
/// A feature is useless because another one is, which it may change places with.
struct Mirror {
  Index useless = 0;
  Index like = 0;
};
}  // namespace step
using Step = std::variant<step::Out, step::OutTogether, step::In, step::Mirror>;

/// The same of a step.
inline PointRef pairs_point(const Step& what) {
  if (const auto* out = std::get_if<step::Out>(&what)) {
    const auto* point = std::get_if<PointRef>(&out->point);
    return point != nullptr ? *point : nullptr;
  }
  if (const auto* together = std::get_if<step::OutTogether>(&what)) return together->point;
  if (const auto* in = std::get_if<step::In>(&what)) return in->point;
  return nullptr;
}

/// A split of the box in a direction: g_j <= at in the node `with`, g_j >= at in the other.
struct Cut {
  Index direction = 0;
  double at = 0.0;
};

struct Node {
  std::vector<Step> steps;
  Reason reason;           ///< of the best bound known, which may be that of a node above
  Index feature = 0;       ///< branched on, if there are children
  std::optional<Cut> cut;  ///< instead of a feature
  Support alike;           ///< that leave with it
  std::shared_ptr<Node> with;
  std::shared_ptr<Node> without;
};

/// Gives a node two children with its own reason, until they have better ones. Null for null.
inline std::pair<std::shared_ptr<Node>, std::shared_ptr<Node>> split(Node* node) {
  if (node == nullptr) return {};
  for (std::shared_ptr<Node>* child : {&node->with, &node->without}) {
    *child = std::make_shared<Node>();
    (*child)->reason = node->reason;
  }
  return {node->with, node->without};
}

/// M <= CC' + rho I: what sample points are about, where that is not the data itself.
struct Factor {
  Matrix c;  ///< one feature a column
  double rho = 0.0;
};

/// V'V <= I and M <= V Diag(lam) V' + rho (I - VV') + slack I: what boxes are about. x and -x are told apart
/// by the sign of direction `side`.
struct Directions {
  Matrix v;  ///< V': one feature a column
  Vector lam;
  double rho = 0.0;
  double slack = 0.0;
  Index side = 0;
};

/// What stands in for the matrix, if something does.
struct Model {
  std::optional<Factor> factor = {};
  int sample_exponent = 0;  ///< sample points are about 2^-exponent times the matrix; even
  std::optional<Directions> directions = {};
  double room = 0.0;  ///< that a checker needs beyond the bound
};

/// How all but a core were ruled out.
struct Core {
  PointRef point;  ///< on the core
  Vector payments;
  std::vector<std::pair<Index, double>> weights;  ///< theta of the features where it is not one
  PointRef inside = {};                           ///< that bounds the core itself, where that ends the proof
};

}  // namespace spica::proof
