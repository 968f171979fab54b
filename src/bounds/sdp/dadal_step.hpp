#pragma once

// The parts of a DADAL step that a commercial solver did in the paper, in closed form or nearly
// (maths.md, 3.9).

#include "spica/types.hpp"

namespace spica::bounds {

/// A point of the plane of g = G+ - G- and s = G+ + G-.
struct ConePoint {
  double g = 0.0;
  double s = 0.0;
};
/// The point with s >= |g| nearest to the given one: G+ and G- cut at zero.
ConePoint project_cone(ConePoint point);

struct Scalars {
  double mu1 = 0.0;
  double mu2 = 0.0;
};

/// F(mu1, mu2) = mu1 + k mu2 + sigma/2 sum_ij dist^2( (h_ij - mu1 delta_ij, mu2 - y_ij), {s >= |g|} ), convex
/// and once continuously differentiable; h = A + Z + X/sigma, y = Y/sigma, both symmetric.
class ScalarStep {
 public:
  ScalarStep(const Matrix& h, const Matrix& y, double k, double sigma);

  /// The minimiser over mu2 >= 0, for k > 1. `start` is a guess of mu2.
  [[nodiscard]] Scalars minimise(double start) const;

 private:
  /// The best mu1 for a given mu2, with F's derivatives on the diagonal there.
  struct Inner {
    double mu1 = 0.0;
    double slope = 0.0;      // d/dmu2 of the diagonal's part
    double curvature = 0.0;  // of that slope along the best mu1
  };
  [[nodiscard]] Inner best_mu1(double mu2) const;

  Vector h_, y_;           // the diagonals
  Matrix first_, second_;  // y + |h| and y - |h| off the diagonal: the mu2 below which an entry is outside
  double k_, sigma_;
};

/// min over mu1 of mu1 + k max_ij |r_ij - mu1 delta_ij|, k >= 1: what is left of the linear program in which
/// Z is fixed, r = A + Z.
struct Repair {
  double mu1 = 0.0;
  double value = 0.0;
};
Repair repair(const Matrix& r, double k);

}  // namespace spica::bounds
