#pragma once

// Split points of one direction. On a fixed grid g^2 is replaced by its interpolation xi between neighbouring
// points, which lies above it by at most (length of the segment)^2/4; without a grid it stays g^2 and every
// point may be split.

#include <vector>

#include "spica/types.hpp"

namespace spica::bounds {

class Grid1D {
 public:
  Grid1D() = default;
  /// 2N equal segments between -theta and theta.
  Grid1D(double theta, std::int64_t splits);

  /// Adds g and -g where they are new and inside.
  void add(double g);

  [[nodiscard]] const std::vector<double>& points() const { return points_; }
  /// Neighbouring points lower and upper end one segment: nothing to split between them.
  [[nodiscard]] bool single_segment(double lower, double upper) const;
  /// The interpolation of g^2.
  [[nodiscard]] double interpolate(double g) const;
  /// max over the points between lower and upper, themselves points, of weight p^2 - slope p; weight < 0.
  [[nodiscard]] double concave_maximum(double lower, double upper, double weight, double slope) const;
  /// The largest (length of a segment)^2/4 between lower and upper: xi - g^2 is at most this. Rounded up.
  [[nodiscard]] double largest_error(double lower, double upper) const;
  /// The interior point between lower and upper that is nearest to g; there is one unless single_segment.
  [[nodiscard]] double nearest_interior(double lower, double upper, double g) const;
  /// The largest point at or below g, the smallest at or above it.
  [[nodiscard]] double floor(double g) const;
  [[nodiscard]] double ceiling(double g) const;

 private:
  std::vector<double> points_;  // ascending
};

}  // namespace spica::bounds
