#pragma once

// The bound of a box in the space of g = V'x, for both integer programs. For any level L >= rho, vector c and
// weights omega >= 0 of the cuts,
//
//     UB = L + (L - kink)_+ Delta + h(c) + |c - VV'c|^2/(4(L - rho))
//          + sum_j max{ (lam_j - L) xi_j(g) - (v_j'c) g : l_j <= g <= u_j } (maths.md, 3.6)
//
// bounds the integer program over the box, and lambda^k(A) over the supports whose g lies in it. h is the
// support function of the region, xi_j(g) the interpolation of g^2 on a fixed grid (Delta bounds what it
// adds) or g^2 itself (Delta = 0). Pert-Convex-IP has c = Vd and no third term, so d in R^|P| is all there is
// to choose; Convex-IP chooses c in R^n. The optimiser sees a smooth stand-in of UB, the search the verified
// number.

#include "bounds/box/grid.hpp"
#include "bounds/box/model.hpp"

namespace spica::bounds {

/// What all boxes of one search share.
struct BoxProgram {
  DirectionModel model;
  Region region;
  Index branchable = 0;       ///< |P|: the leading directions, which boxes split and grids interpolate
  std::vector<Grid1D> grids;  ///< one a branchable direction, or none
  bool keep_rest = false;     ///< Convex-IP: c in R^n
  double lowest_level = 0.0;
  double kink = 0.0;  ///< lambda

  [[nodiscard]] bool on_grid() const { return !grids.empty(); }
  /// Of a direction; null where it is not interpolated.
  [[nodiscard]] const Grid1D* grid_of(Index direction) const {
    return on_grid() && direction < branchable ? &grids[static_cast<std::size_t>(direction)] : nullptr;
  }
  [[nodiscard]] Index free_size() const { return keep_rest ? model.features() : model.directions(); }
  /// Of a dual point: c or d, the level, the weights of the cuts.
  [[nodiscard]] Index size() const { return free_size() + 1 + static_cast<Index>(region.cuts.size()); }
};

struct Box {
  Vector lower;
  Vector upper;
  linalg::Fixing fixing;  ///< Model-with-l0: features decided, as columns of the model
};

struct Smoothing {
  double region = 0.0;     ///< width of the region's: of the soft choice of k (units of c^2), of T_k (of c)
  double curvature = 0.0;  ///< least curvature of an inner maximum, relative to lam_j
};

struct DualValue {
  double exact = 0.0;  ///< plain floating point
  double smooth = 0.0;
  Vector gradient;   ///< of smooth
  Vector g;          ///< inner maximisers
  Vector projected;  ///< v_j'x of the region's maximiser x
};

/// UB with every rounding on the safe side, and its inner maxima one by one.
struct ProvenValue {
  double upper = 0.0;
  double rest = 0.0;  ///< upper without the inner maxima
  Vector inner;       ///< each rounded up
  Vector slopes;      ///< v_j'c as used
  Vector y;           ///< as used, by column of the model; empty for Pert-Convex-IP
  double level = 0.0;
};

class NodeDual {
 public:
  NodeDual(const BoxProgram& program, const Box& box);

  /// The natural unit of Smoothing::region at a point: h(c)^2/k, h(c) for T_k.
  [[nodiscard]] double unit_width(const Vector& point) const;
  void evaluate(const Vector& point, const Smoothing& smoothing, DualValue& value) const;
  /// The region's maximiser behind a dual point, by column of the model: a point of the program. `softness` of the
  /// choice of k features is in natural units.
  [[nodiscard]] Vector region_point(const Vector& point, double softness) const;
  [[nodiscard]] ProvenValue prove(const Vector& point) const;

 private:
  [[nodiscard]] Vector c_of(const Vector& point) const;

  const BoxProgram& program_;
  const Box& box_;
  double delta_ = 0.0;  // sum over P of the largest xi - g^2 in the box, rounded up
};

/// max over [lower, upper] of (lam - L) xi(g) - slope g; `grid` may be null.
double inner_maximum(const Grid1D* grid, double lower, double upper, double weight, double slope);

/// The same, rounded up.
double inner_maximum_upper(const Grid1D* grid, double lower, double upper, double lam, double level,
                           double slope);

}  // namespace spica::bounds
