#pragma once

// Pert-Convex-IP of Dey, Mazumder and Wang on a fixed grid, as a mixed-integer program for a general solver:
//
//   max  lambar + sum_P (lam_i - lambda) xi_i + (lambda - lambar) t
//   s.t. t <= 1, t <= sum_P xi_i <= 1 + sum_P delta_i,
//        v_i'x = sum_j gamma_ij eta_ij,  xi_i = sum_j gamma_ij^2 eta_ij,  sum_j eta_ij = 1,  eta >= 0, SOS-2,
//        ||x||_2 <= 1, ||x||_1 <= sqrt(k)
//
// with P the Ipos leading eigenpairs, lambar = lam_{Ipos+1}, lambda halfway between lam_Ipos and lambar, 2N +
// 1 equal splits gamma_ij of [-theta_i, theta_i], theta_i the largest v_i'x of a k-sparse unit x, delta_i =
// theta_i^2/(4N^2). SOS-2 is modelled with one binary a segment, x as p - q with p, q >= 0; then sum p^2 +
// q^2
// <= 1 says the same as the ball and is the only row that is not linear.

#include <vector>

#include "spica/problem.hpp"

namespace spica::peers {

struct Term {
  Index variable;
  double value;
};

/// lower <= sum of terms <= upper.
struct LinearRow {
  std::vector<Term> terms;
  double lower;
  double upper;
};

struct GridModel {
  Index variables = 0;
  Index ball = 0;             ///< variables 0 ... ball - 1 have a sum of squares of at most one
  Index first_binary = 0;     ///< these and all after them are binary, those before are >= 0
  std::vector<double> upper;  ///< of each variable
  std::vector<Term> objective;
  double constant = 0.0;
  std::vector<LinearRow> rows;
};

struct GridParameters {
  Index k = 10;
  Index ipos = 5;
  Index splits = 3;
};

GridModel grid_model(const Problem& problem, const GridParameters& parameters);

}  // namespace spica::peers
