#pragma once

// Dual points of the pairs bound: numbers w_ij = w_ji and a_ij, a_ji >= 0 with w_ij^2 <= a_ij a_ji, so that
//
//     2 w_ij x_i x_j <= a_ij x_i^2 + a_ji x_j^2.
//
// Hence x'Mx <= x'(M - w)x + sum of h_i x_i^2 for every x on a support S with h_i at least the sum of a_ij
// over the other features j of S.

#include <cstddef>
#include <vector>

#include "checker/certificate.hpp"
#include "checker/definite.hpp"

namespace spica_check {

class DualPoint {
 public:
  /// Reads `N feature...` and, for each pair i < j, w_ij and (if that is not zero) a_ij.
  DualPoint(Tokens& tokens, std::size_t features);

  [[nodiscard]] const std::vector<std::size_t>& features() const { return features_; }
  /// Where each of these features stands among those of the point; rejects one that is not there.
  [[nodiscard]] std::vector<std::size_t> positions(const std::vector<std::size_t>& of,
                                                   const Tokens& tokens) const;
  [[nodiscard]] double w(std::size_t p, std::size_t q) const;
  /// What row p pays for partner q, rounded upwards.
  [[nodiscard]] double a(std::size_t p, std::size_t q) const;

 private:
  std::vector<std::size_t> features_;  // ascending
  std::vector<double> entries_;        // w above the diagonal, a_pq (p < q) below it, at (q, p)
};

/// The sum of the `count` largest, rounded upwards; all of them if there are fewer. None may be negative.
double sum_of_largest(std::vector<double>& values, std::size_t count);

}  // namespace spica_check
