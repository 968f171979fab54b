#pragma once

#include <optional>

#include "bounds/bound.hpp"
#include "bounds/pairs/iterate.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// What the root of a search gets, or a bound that is all there will be.
struct PairsSettings {
  int root_steps = 400;  ///< at most
  double least_progress =
      0.02;             ///< the root ends when 50 steps close less than this share of what is missing
  int patience = 1;     ///< so many times 50 steps in a row
  bool screens = true;  ///< false: the bound of all features, to the end in one go
  int bits = 24;        ///< of the numbers in dual points
};

/// The P-bound (maths.md, 3.10) at a node, by ADMM from the parent's iterate, with screening at the dual
/// points it reaches. The strongest bound here and the dearest: a few dozen eigendecompositions of the node's
/// size. Needs the matrix of all features.
class Pairs : public Bound {
 public:
  /// `component` is the best that is known. The root starts from it, or from an iterate on all features in
  /// units of the component's value.
  Pairs(const Problem& problem, Index k, SparseVector component, std::optional<pairs::Iterate> start = {},
        const PairsSettings& settings = {});

  [[nodiscard]] std::string_view name() const override { return "pairs"; }
  using Bound::evaluate;
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override;
  [[nodiscard]] std::string pack(const State& state) const override;
  [[nodiscard]] std::shared_ptr<const State> unpack(std::string_view packed) const override;
  [[nodiscard]] bool can_be_distributed() const override { return true; }

 private:
  Problem problem_;
  Index k_;
  SparseVector component_;
  std::optional<pairs::Iterate> start_;
  PairsSettings settings_;
  double unit_;  // about the optimum: the ADMM works on A/unit
};

}  // namespace spica::bounds
