#pragma once

// B(R) = A + k Diag(|r_i|^2) - RR' for products and eigenpairs in plain arithmetic. Where the data has few
// samples, A = C'C stays a product, and Bx costs O(n (m + r)).

#include "bounds/cauchy/settings.hpp"
#include "linalg/eigen.hpp"
#include "spica/problem.hpp"

namespace spica::bounds::cauchy {

/// A/unit on some features.
class Data {
 public:
  Data(const Problem& problem, const Support& features, double unit, const EigenSettings& settings = {});

  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] const EigenSettings& settings() const { return settings_; }
  [[nodiscard]] Vector multiply(const Vector& x) const;
  [[nodiscard]] Matrix dense() const;
  /// About `count` leading eigenpairs, fewer where the rank is lower.
  [[nodiscard]] linalg::Eigenpairs leading(Index count) const;

 private:
  EigenSettings settings_;
  Index size_;
  bool low_rank_;
  Matrix matrix_;  // C, or A
};

class Raised {
 public:
  Raised(const Data& a, Index k, const Matrix& r);

  [[nodiscard]] Vector multiply(const Vector& x) const;
  /// Leading eigenpairs, at least one: all of a small matrix, else about `count` by Lanczos from `start`.
  [[nodiscard]] linalg::Eigenpairs leading(Index count, const linalg::Lanczos& settings) const;

 private:
  const Data& a_;
  const Matrix& r_;
  Vector diagonal_;  // k |r_i|^2
};

}  // namespace spica::bounds::cauchy
