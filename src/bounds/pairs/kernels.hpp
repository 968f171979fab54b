#pragma once

// The inner loops of the ADMM over all pairs and rows, compiled for the vector units that the machine turns
// out to have.

#include "spica/types.hpp"

namespace spica::bounds::pairs {

/// Squared norms over all variables, for the stopping and penalty rules.
struct Residuals {
  double difference = 0.0;  ///< |A - B|^2
  double change = 0.0;      ///< |B - B of the step before|^2
  double point = 0.0;       ///< |B|^2
  double multiplier = 0.0;  ///< |U|^2

  Residuals& operator+=(const Residuals& more) {
    difference += more.difference;
    change += more.change;
    point += more.point;
    multiplier += more.multiplier;
    return *this;
  }
};

/// One entry each of block A's part, of v = relax A + (1 - relax) B + U in F, and of its transpose; B and U
/// are replaced.
struct PairArrays {
  const double* block_f;
  const double* block_x;
  const double* v;
  const double* v_transposed;
  double* f;
  double* x;
  double* uf;
  double* ux;
};

/// [v_ij q; q v_ji] onto the 2 x 2 PSD cone for `count` ordered pairs. The two visits of a pair give the same
/// q bit for bit.
Residuals project_pairs(const PairArrays& at, Index count, double relax);
/// The same where q must not be negative.
Residuals project_nonnegative_pairs(const PairArrays& at, Index count, double relax);

/// How many values are at least `high`, how many others above `low`, and the sums of both.
struct Split {
  double capped = 0.0;
  double between = 0.0;
  double capped_sum = 0.0;
  double between_sum = 0.0;

  bool operator==(const Split&) const = default;
};
Split split(const double* values, Index count, double low, double high);

/// out_j = clip(value_j - cut, 0, top).
void clip(const double* values, Index count, double cut, double top, double* out);

/// For a_ij of one row i, with a_ji and w_ij beside it: a_ij a_ji = w_ij^2 by the same factor for both, nothing where
/// that is not possible, or where w_ij is not positive and `free`. Where w_ij has no a, it becomes zero unless it is free.
void match_weights(const double* transposed, Index count, bool free, double* a, double* w);
/// For a_ij of one row i, with a_ji and w_ij beside it: what lies below `level` is raised to it where a_ji is at least
/// `partner_level`, and a_ij = w_ij^2/a_ji follows where a_ji is raised. An infinite level raises nothing.
void raise_to_levels(const double* transposed, const double* w, const double* level,
                     const double* partner_level, Index count, double* a);

/// Column j of E = Q'VQ becomes that of W o E (psd_part.hpp): `values` are the diagonal of E, `own` its entry
/// in this column. Returns the sum of squares of what first order leaves out.
double weigh_column(const double* values, Index count, double own, double* column);
double weigh_column(const float* values, Index count, float own, float* column);

}  // namespace spica::bounds::pairs
