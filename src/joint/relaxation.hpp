#pragma once

// The pairs relaxation with caps at a node of a joint search (maths.md, 6.3; bounds/pairs/capped_admm.hpp), and what is proven by the
// prices and dual points that it reads: every class is bounded on its own by verify::lam_max_upper, and the sum is
// rounded upwards.

#include <optional>
#include <vector>

#include "joint/choices.hpp"
#include "joint/node.hpp"

namespace spica::joint {

/// What is known at some prices, in scaled units.
struct PricedBound {
  Vector prices;
  /// Of each class one or two dual points at these prices: one for its k, the other for k - 1.
  std::vector<std::vector<bounds::pairs::Dual>> duals;
  std::vector<double> bounds;  ///< proven: what a component of each class is worth at most
  double price_sum = 0.0;      ///< rounded upwards
  double upper = std::numeric_limits<double>::infinity();  ///< proven of the total
  std::shared_ptr<const proof::Settlement> evidence =
      {};  ///< the same for a certificate; null if nobody wants it
};

/// Prices of 24 bits: as good as any, and short to write down.
Vector shortened(const Vector& prices);

class Relaxation {
 public:
  /// All must outlive it.
  Relaxation(const JointTask& task, const Choices& choices, const JointNode& node);

  /// Goes on for some steps, or until the bound seems to be below the target.
  void run(int steps, double target);
  [[nodiscard]] int steps() const { return admm_.steps(); }
  [[nodiscard]] bool has_failed() const { return admm_.overflowed(); }
  /// In plain arithmetic, of the best point so far; scaled units.
  [[nodiscard]] double estimate() const { return admm_.best().bound * unit_; }
  [[nodiscard]] Vector prices() const { return admm_.best().prices * unit_; }
  [[nodiscard]] const std::vector<bounds::pairs::CappedIterate>& iterates() const { return admm_.iterates(); }
  [[nodiscard]] double unit() const { return unit_; }

  /// Proven by the best point so far; nothing is known without one.
  [[nodiscard]] std::optional<PricedBound> prove() const;
  /// Dual points for k and for k - 1 of each class at other prices.
  [[nodiscard]] std::vector<std::vector<bounds::pairs::Dual>> duals_at(const Vector& prices) const;

 private:
  [[nodiscard]] bounds::pairs::CappedAdmm admm_of() const;

  const JointTask& task_;
  const Choices& choices_;
  const JointNode& node_;
  double unit_;  // stays what it was when a better choice is found
  bounds::pairs::CappedAdmm admm_;
};

}  // namespace spica::joint
