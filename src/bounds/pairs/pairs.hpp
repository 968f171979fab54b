#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "bounds/bound.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/step_settings.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// How many steps of the ADMM a node gets, and when it is given up.
struct PairsBudget {
  int first = 80;                ///< steps before the first screening
  int round = 60;                ///< between later ones
  int total = 80;                ///< at most
  int adapt_until = 40;          ///< the penalty is left alone after so many steps
  double least_progress = 0.25;  ///< it ends when 50 steps close less than this share of what is missing
};

/// The numbers that the pairs bound runs by; all by experiment, unless it says otherwise.
struct PairsSettings {
  /// The root of a search, or a bound that is all there will be.
  PairsBudget root = {.first = 60, .round = 100, .total = 400, .adapt_until = 200, .least_progress = 0.02};
  /// Every other node: the parent's scales will do for it, and its children go on where it ends.
  PairsBudget node = {};
  int patience = 1;         ///< so many times 50 steps in a row with too little progress
  int rescale_until = 200;  ///< steps of the root
  double close_call =
      0.004;  ///< so close to the cutoff slow progress pays: where supports are nearly tied every
              ///< step counts, where they are far apart the children will make more of it
  double root_close_call = 0.02;  ///< the same for the root
  double shrunk = 0.9;            ///< a share of the free features: with fewer left, screening pays again
  double least_rho = 0.5;         ///< the penalty that a node takes over from its parent lies between these
  double most_rho = 20.0;
  Index probes_up_to = 250;   ///< features: beyond, to probe each of them costs too much
  Index groups_above = 40;    ///< features: below, groups gain nothing over single probes
  Index leading_vectors = 6;  ///< eigenvectors that weigh the rows of a dual point
  double spectral_from =
      0.25;  ///< of the features: for larger k the root is bounded by A itself first; taste
  pairs::StepSettings step = {};
  bool screens = true;  ///< false: the bound of all features, to the end in one go
  int bits = 24;        ///< of the numbers in dual points; follows from the gap (bits_for)
};

/// The P-bound (maths.md, 3.10) at a node, by ADMM from the parent's iterate, with screening at the dual
/// points it reaches. The strongest bound here and the dearest: a few dozen eigendecompositions of the node's
/// size. Needs the matrix of all features.
class Pairs : public Bound {
 public:
  /// Looks for an iterate on all features that is close to the hint's cutoff; nothing if it has none.
  using FindStart = std::function<std::optional<pairs::Iterate>(const Hint& hint)>;

  /// `component` is the best that is known. The root starts from it, or from an iterate on all features. That is in
  /// units of `unit`, or of the component's value where none is given.
  Pairs(const Problem& problem, SparseVector component, std::optional<pairs::Iterate> start = {},
        const PairsSettings& settings = {}, std::optional<double> unit = {});
  /// The root starts from what `find` finds, if it does not close without.
  void start_from(FindStart find) { find_start_ = std::move(find); }

  [[nodiscard]] std::string_view name() const override { return "pairs"; }
  using Bound::evaluate;
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override;
  [[nodiscard]] std::string pack(const State& state) const override;
  [[nodiscard]] std::shared_ptr<const State> unpack(std::string_view packed) const override;
  [[nodiscard]] bool can_be_distributed() const override { return true; }

 private:
  Problem problem_;
  SparseVector component_;
  std::optional<pairs::Iterate> start_;
  FindStart find_start_;
  PairsSettings settings_;
  double unit_;  // about the optimum: the ADMM works on A/unit
};

}  // namespace spica::bounds
