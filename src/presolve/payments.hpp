#pragma once

#include <optional>
#include <vector>

#include "bounds/pairs/dual.hpp"
#include "presolve/settings.hpp"

namespace spica::presolve {

/// What a core may pay for its pairs with the outside (core.hpp): e = g theta + c/(M^-1)_jj with theta_j the
/// (k-1)-th largest a_jl, M = tau I - the core block at g theta, c as large as tau allows, for a fine grid of
/// g.
class Payments {
 public:
  Payments(const Matrix& block, const bounds::pairs::Dual& dual, Index k, double tau,
           const PaymentSettings& settings = {});

  /// How many payments there are to try, dearest g first.
  [[nodiscard]] std::size_t count() const;
  /// All above 2^-500; nothing if there is no such payment.
  [[nodiscard]] std::optional<Vector> candidate(std::size_t index) const;
  /// A number that the core block's largest eigenvalue does not exceed; nothing if that is not below tau.
  [[nodiscard]] std::optional<double> prove(const Vector& payment) const;

 private:
  [[nodiscard]] Matrix touching_block(const Vector& payment) const;
  [[nodiscard]] bool seems_below(const Vector& payment) const;
  [[nodiscard]] double find_dearest() const;
  /// c/(M^-1)_jj on top of a payment.
  [[nodiscard]] std::optional<Vector> exhaust(const Vector& payment) const;

  const Matrix& block_;
  Matrix off_diagonal_;  // A - w where admissible; its diagonal is A's
  Index k_;
  double tau_;
  PaymentSettings settings_;
  Matrix largest_;  // column j: the k-2 largest a_jl
  Vector theta_;
  double dearest_ = 0.0;  // the largest g for which the core block seems to be below tau
};

}  // namespace spica::presolve
