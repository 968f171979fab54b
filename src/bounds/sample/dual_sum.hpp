#pragma once

#include <span>
#include <vector>

#include "bounds/sample/columns.hpp"

namespace spica::bounds {

/// A node's data.
struct SampleNode {
  NodeColumns free;        ///< its free c_i, longest first
  Matrix free_sum;         ///< sum over the free of c_i c_i'
  Vector squares;          ///< |c_i|^2, descending
  Index included = 0;      ///< |F1|
  Matrix included_sum;     ///< sum over F1 of c_i c_i'
  double remaining = 0.0;  ///< k - |F1|
};

/// A feasible point of the bound: lam_max(g) + remaining * nu, with nu rounded up and g exact up to g_error.
struct SampleDual {
  Matrix g;
  double g_error = 0.0;
  double nu = 0.0;
  double estimate = 0.0;  ///< of lam_max(g) + remaining * nu, in plain floating point
};

/// The vectors q_i behind a dual point.
struct SampleVectors {
  Matrix q;                    ///< one a column
  std::vector<Index> feature;  ///< whose they are, ascending; all others have q_i = 0
};

/// A dual point and, if they are kept, the vectors behind it: g is the sum of q_i q_i' and of what is included. An
/// average of points may have several vectors for each feature; these are not kept.
struct SampleStep {
  SampleDual dual;
  std::optional<SampleVectors> vectors = {};
};

/// The least nu with cc' - qq' <= nu I, rounded up: (d'e + |d||e|)/2 with d = c - q, e = c + q.
double least_nu(const Eigen::Ref<const Vector>& c, const Eigen::Ref<const Vector>& q);

/// Adds up a dual point of vectors that come a block at a time. It is feasible whatever the vectors are: nu is what they
/// need (3.3).
class DualSum {
 public:
  DualSum(const SampleNode& node, linalg::OutOfTime out_of_time);

  /// The features from `first` on have the columns `c`, and those of `feature` among them, ascending, the vectors `q`.
  /// Every block comes once, in their order.
  void add(Index first, const Eigen::Ref<const Matrix>& c, std::span<const Index> feature,
           const Eigen::Ref<const Matrix>& q);
  /// The features that did not come have no vectors. The estimate is infinite if there is no time for it.
  [[nodiscard]] SampleDual finish();

 private:
  const SampleNode& node_;
  linalg::OutOfTime out_of_time_;
  Matrix sum_;
  double nu_ = 0.0;
  Index seen_ = 0;     // features
  Index vectors_ = 0;  // that are not zero
  bool all_zero_ = true;
  bool finite_ = true;
  bool paid_without_ = false;  // nu is enough for the first feature without a vector, hence for all of them
};

/// What nu and g are for these vectors.
SampleDual dual_of(const SampleNode& node, const SampleVectors& vectors,
                   const linalg::OutOfTime& out_of_time);
/// q = c, nu = 0: the spectral bound.
SampleDual spectral_dual(const SampleNode& node, const linalg::OutOfTime& out_of_time);

}  // namespace spica::bounds
