#pragma once

// The dual points of a certificate as they are read.

#include <cstddef>
#include <vector>

#include "checker/certificate.hpp"

namespace spica_check {

/// Numbers w_ij = w_ji and a_ij, a_ji >= 0 with w_ij^2 <= a_ij a_ji, so that 2 w_ij x_i x_j <= a_ij x_i^2 +
/// a_ji x_j^2. Hence x'Mx <= x'(M - w)x + sum of h_i x_i^2 for every x on a support S with h_i at least the
/// sum of a_ij over the other features j of S.
class PairsPoint {
 public:
  /// Reads `N feature...` and, for each pair i < j, w_ij and (if that is not zero) a_ij.
  PairsPoint(Tokens& tokens, std::size_t features);

  [[nodiscard]] const std::vector<std::size_t>& features() const { return features_; }
  /// Where each of these features stands among those of the point; rejects one that is not there.
  [[nodiscard]] std::vector<std::size_t> positions(const std::vector<std::size_t>& of,
                                                   const Tokens& tokens) const;
  [[nodiscard]] double w(std::size_t p, std::size_t q) const;
  /// What row p pays for partner q, rounded upwards.
  template <class N>
  [[nodiscard]] double a(std::size_t p, std::size_t q) const {
    if (p < q) return entries_[q * features_.size() + p];
    return w(p, q) == 0.0 ? 0.0 : (N(w(p, q)) * N(w(p, q)) / N(entries_[p * features_.size() + q])).upper();
  }

 private:
  std::vector<std::size_t> features_;  // ascending
  std::vector<double> entries_;        // w above the diagonal, a_pq (p < q) below it, at (q, p)
};

/// nu >= 0 and vectors q_i with c_i c_i' - q_i q_i' <= nu I, for the columns c_i of a factor. Then (c_i'u)^2
/// <= (q_i'u)^2 + nu for every unit vector u, and the largest |Cx|^2 is that of a sum over k features.
struct SamplePoint {
  SamplePoint() = default;
  /// Reads `NU N feature... q...`. Features that are not listed have q_i = 0.
  SamplePoint(Tokens& tokens, std::size_t features, std::size_t rows);

  double nu = 0.0;
  std::vector<std::size_t> features;
  std::vector<double> q;
};

/// A level L, slopes d of the directions and a vector y over the features of the tree.
struct BoxPoint {
  /// Reads `L d... N y...`, N none or all.
  BoxPoint(Tokens& tokens, std::size_t directions, std::size_t features);

  double level;
  std::vector<double> d;
  std::vector<double> y;
  double rest =
      HUGE_VAL;  ///< its bound without the inner maxima where no feature is decided, once it was made
};

/// The sum of the `count` largest, rounded upwards; all of them if there are fewer. None may be negative.
template <class N>
N sum_of_largest(std::vector<double>& values, std::size_t count);

}  // namespace spica_check
