#pragma once

#include "bounds/sample/dual_sum.hpp"

namespace spica::bounds {

/// The average of the dual points so far, each with a weight (maths.md, 3.3). Averages of feasible points are feasible.
class SampleMean {
 public:
  /// With vectors, the average has one of them for each feature, and its nu and g are those of these vectors.
  SampleMean(const SampleNode& node, bool with_vectors)
      : node_(node), with_vectors_(with_vectors), mean_(node.free.rows(), 0) {}

  void add(const SampleStep& step, double weight);
  [[nodiscard]] SampleStep point(const linalg::OutOfTime& out_of_time) const;

 private:
  void add_dual(const SampleDual& dual, double share);
  void add_vectors(const SampleStep& step, double share);

  const SampleNode& node_;
  bool with_vectors_;
  double total_weight_ = 0.0;
  SampleDual dual_;  // without vectors: the average of g and nu
  Matrix mean_;      // with vectors: of the q_i so far, condensed; as long as they are
  double mean_nu_ = 0.0;
};

}  // namespace spica::bounds
