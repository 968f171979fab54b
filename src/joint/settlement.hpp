#pragma once

// Prices that settle a node of a joint search (maths.md, 6.4). The columns found so far bound from below what a component is worth at some
// prices; where even that is too much, the prices move (price_bundle.hpp). Where it is not, a search over the supports of
// every class decides: it proves the bound, or finds a column that moves the prices again. If the columns alone show that no
// prices are good enough, the linear relaxation itself has a gap, and the node has to branch.

#include <cstdint>
#include <functional>
#include <optional>

#include "joint/relaxation.hpp"

namespace spica::joint {

class Settlement {
 public:
  /// `cutoff` says what bound is good enough at present, `nodes` counts the nodes of all searches; all must outlive it.
  Settlement(const JointTask& task, Choices& choices, const JointNode& node, const Relaxation& relaxation,
             std::function<double()> cutoff, std::int64_t& nodes);

  /// Prices with what is proven there, at most the cutoff; nothing if no prices do it, or nobody has time.
  [[nodiscard]] std::optional<PricedBound> run();

  [[nodiscard]] const PriceBundle& bundle() const { return bundle_; }
  /// Of the linear relaxation over the columns that are known, where the last prices stood.
  [[nodiscard]] double model() const { return model_; }

 private:
  [[nodiscard]] bool stopped() const { return task_.limits.hit(nodes_).has_value(); }
  void look_around(const Vector& prices);
  [[nodiscard]] std::optional<Vector> polished(const Vector& prices) const;
  [[nodiscard]] std::optional<PricedBound> search_at(const Vector& prices);
  [[nodiscard]] proof::ClassProof search_class(std::size_t c, const Vector& prices, double target);
  [[nodiscard]] bool move(const Vector& prices, double& t);

  const JointTask& task_;
  Choices& choices_;
  const JointNode& node_;
  const Relaxation& relaxation_;
  std::function<double()> cutoff_;
  std::int64_t& nodes_;
  const std::vector<char> free_of_charge_;
  PriceBundle bundle_;
  double model_ = 0.0;
};

}  // namespace spica::joint
