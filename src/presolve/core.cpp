// The loop of core elimination (core.hpp; maths.md, 3.13). A round tries a core (core_round.hpp). The features
// outside whose rows are above tau join the core of the next round.

#include "presolve/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/feature_set.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/core_round.hpp"
#include "presolve/verdict.hpp"

namespace spica::presolve {

namespace {

/// Nothing where cores grow to most features, which costs more than it saves, since features beyond the component have scores
/// above tau.
std::optional<Support> core_by_scores(const Elimination& e) {
  const CoreSettings& settings = e.task.settings.core;
  Vector scores = e.oracle.scores(e.task.component, e.tau, e.task.included);
  const double above_all = 2.0 * scores.cwiseAbs().maxCoeff() + 1.0;
  for (const Index i : unite(e.task.component.support, e.task.included)) scores(i) = above_all;
  // A feature with a score below tau passes as a row outside without any payment. It would only make the core
  // dearer, so the core holds no more of them than it takes to have `least_spare` beyond k.
  const Index needed = (scores.array() > e.tau).count();
  if (e.task.or_nothing && needed > e.task.k) return std::nullopt;
  const Index size = std::max(std::min(settings.first, needed), e.task.k + settings.least_spare);
  return linalg::top_k(scores.cwiseMax(0.0), size);
}

/// The core of the first round: the hint or the best scores, all features of the component and all that are in.
std::optional<Block> first_core(const Elimination& e) {
  const std::optional<Support> core = e.task.hint.empty() ? core_by_scores(e) : e.task.hint;
  if (!core) return std::nullopt;
  return block_of(e, unite(*core, unite(e.task.component.support, e.task.included)));
}

/// The first round; nothing if there is no use or no time for one.
std::optional<Round> first_round(const Elimination& e) {
  constexpr double least_tau = 0x1p-300;  // where underflow is far away
  if (!(e.tau > least_tau)) return std::nullopt;
  std::optional<Block> core = first_core(e);
  if (!core || (core->size() > e.task.settings.core.largest && e.out_of_time())) return std::nullopt;
  return Round{std::move(*core), e.task.settings.core.first_steps};
}

/// The core with the rows that it left above tau; nothing if it would be too large.
std::optional<Block> grown_core(const Elimination& e, const Block& core, Failing failing) {
  const CoreSettings& settings = e.task.settings.core;
  const std::size_t most = largest_core(core.features.size(), failing.above, settings);
  const bool no_payment = failing.rows.empty();
  if (!no_payment && e.task.explain)
    e.task.explain(fmt::format("a core of {} features leaves {} of the other {} above the cutoff",
                               core.size(), failing.above, e.features() - core.size()));
  Support grown = no_payment ? every_feature(e.features())
                             : grow(core.features, std::move(failing), e.features(), settings);
  const bool all = static_cast<Index>(grown.size()) == e.features();
  if (all && e.task.or_nothing) return std::nullopt;
  if (grown.size() > (all ? static_cast<std::size_t>(settings.largest) : most)) return std::nullopt;
  return block_of(e, std::move(grown));
}

/// The round after one that left these rows above tau; nothing if its core would be too large. Where not even
/// a core block passed after the few steps of a warm start, the same core is tried with more of them.
std::optional<Round> next_round(const Elimination& e, Round round, Failing failing) {
  const CoreSettings& settings = e.task.settings.core;
  const std::size_t above = failing.above;
  if (failing.rows.empty() && round.steps == settings.later_steps)
    return Round{std::move(round.core), settings.first_steps, above};
  std::optional<Block> grown = grown_core(e, round.core, std::move(failing));
  if (!grown) return std::nullopt;
  return Round{std::move(*grown), settings.later_steps, above};
}

/// A core that passed.
Core passed(const Elimination& e, const Block& core, Trial trial, Side& side) {
  return {core.features, numerics::up(trial.proven->first + e.slack), std::move(side.iterate),
          std::move(trial.proven->second)};
}

/// All features as a core: it eliminates nothing, but the iterate is a warm start.
Core all_features(const Elimination& e, const Block& core, Side& side) {
  bring_to(e, core, side);
  return {core.features, -std::numeric_limits<double>::infinity(), std::move(side.iterate), {}};
}

/// Whether there is a better component than that of the task; looked for where the bound within the core is far above tau.
bool outdated(const Elimination& e, const Side& side) {
  const double far = e.tau * (1.0 + e.task.settings.core.open_above);
  return e.task.improve && side.bound > far && e.task.improve();
}

/// The rounds of core elimination. Lowers `upper` to the best bound of lambda^k on the way.
std::optional<Core> search(const Elimination& e, Upper& upper, bool& is_outdated) {
  std::vector<Side> sides = sides_of(e.task);
  std::optional<Round> round = first_round(e);
  for (int tried = 0; round && tried < e.task.settings.core.most_rounds; ++tried) {
    Trial trial = try_sides(e, *round, sides);
    upper.lower_to(std::move(trial.upper));
    if (trial.proven) return passed(e, round->core, std::move(trial), sides.front());
    is_outdated = outdated(e, sides.front());
    if (is_outdated) return std::nullopt;
    if (e.out_of_time()) return std::nullopt;
    round = next_round(e, std::move(*round), std::move(trial.fewest));
    if (round && round->core.size() == e.features()) return all_features(e, round->core, sides.front());
  }
  return std::nullopt;
}

}  // namespace

CoreSearch find_core(const CoreTask& task, RowOracle& oracle) {
  Upper upper;
  bool is_outdated = false;
  std::optional<Core> core = search(Elimination{task, oracle}, upper, is_outdated);
  return {std::move(core), upper.value, std::move(upper.evidence), is_outdated};
}

}  // namespace spica::presolve
