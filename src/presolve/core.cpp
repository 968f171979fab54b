// The loop of core elimination (core.hpp; maths.md, 3.13). A round takes a core, finds a dual point of the
// pairs bound on it by ADMM, and tries payments for that point. The features outside whose rows are above tau
// join the core of the next round.
//
// Cost: a few dozen ADMM steps on the core, O(|core|^3) each, and one evaluation of all rows outside a
// payment, O(n |core|) with the matrix at hand (factor_row_oracle.hpp says what it is with a factor).
//
// Valid under rounding: the core block passes verify::lam_max_upper with its roundings (payments.cpp), and
// rows are rounded upwards (row_oracle.hpp). Both speak of the doubles A_ij; what their own errors may add to
// x'Ax of k features (maths.md, 4.2) is taken off tau first and added to every bound that is returned.

#include "presolve/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/feature_set.hpp"
#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/embed.hpp"
#include "presolve/payments.hpp"
#include "presolve/verdict.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::presolve {

namespace {

using bounds::pairs::Dual;
using bounds::pairs::Iterate;
using bounds::pairs::Shape;

/// What the errors of the computed A_ij can add to x'Ax of k features: the sum of the k largest rho_i^2
/// (4.2).
double entry_slack(const Problem& problem, Index k) {
  const Vector squares = problem.error_radius().cwiseAbs2();
  return verify::block_error(problem, linalg::top_k(squares, k));
}

/// What all rounds share.
struct Elimination {
  const CoreTask& task;
  RowOracle& oracle;
  double slack = entry_slack(task.problem, task.k);
  double tau = numerics::down(task.tau - slack);                       // the cutoff for the doubles A_ij
  double unit = verify::rayleigh_lower(task.problem, task.component);  // the ADMM works on A/unit

  [[nodiscard]] bool out_of_time() const { return task.out_of_time && task.out_of_time(); }
  [[nodiscard]] Index features() const { return task.problem.features(); }
};

/// The core of one round.
struct Block {
  Support features;
  Matrix a;  // A restricted to these features

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
  [[nodiscard]] Shape shape(Index k, const bounds::Conditions& conditions) const {
    return {k, std::vector<char>(features.size(), 0), conditions};
  }
  [[nodiscard]] proof::PointRef point(const Dual& dual) const {
    return std::make_shared<proof::Point>(proof::Point{features, dual.a, dual.w});
  }
};

/// A dual point of the pairs bound on the core, for supports of k features or of k-1. A support that touches
/// the outside has at most k-1 features in the core, so either point will do. The one for k-1 is the better
/// one where supports of k features tie.
struct Side {
  Index k = 0;
  SparseVector component;  // of at most k features, for warm starts
  Support core = {};       // the core that iterate, dual and payment belong to
  Iterate iterate = {};
  Dual dual = {};
  Vector payment = {};                   // the best payment on this core; empty: none passed the core block
  std::optional<std::size_t> best = {};  // number of the best payment so far, on this core or a smaller one
};

/// The component without its smallest loading.
SparseVector one_less(const SparseVector& x) {
  Index smallest = 0;
  x.values.cwiseAbs().minCoeff(&smallest);
  SparseVector result{x.support, Vector(x.values.size() - 1)};
  result.support.erase(result.support.begin() + smallest);
  result.values << x.values.head(smallest), x.values.tail(x.values.size() - 1 - smallest);
  return result;
}

std::vector<Side> sides_of(const CoreTask& task) {
  std::vector<Side> sides = {{task.k, task.component}};
  if (task.k >= task.settings.core.second_side_from && task.component.support.size() > 1)
    sides.push_back({task.k - 1, one_less(task.component)});
  return sides;
}

Support core_by_scores(const Elimination& e) {
  const CoreSettings& settings = e.task.settings.core;
  Vector scores = e.oracle.scores(e.task.component, e.tau);
  const double above_all = 2.0 * scores.cwiseAbs().maxCoeff() + 1.0;
  for (const Index i : e.task.component.support) scores(i) = above_all;
  // A feature with a score below tau passes as a row outside without any payment. It would only make the core
  // dearer, so the core holds no more of them than it takes to have `least_spare` beyond k.
  const Index needed = (scores.array() > e.tau).count();
  const Index size = std::max(std::min(settings.first, needed), e.task.k + settings.least_spare);
  return linalg::top_k(scores.cwiseMax(0.0), size);
}

Block block_of(const Elimination& e, Support features) {
  Matrix a = e.task.problem.block(features);
  return {std::move(features), std::move(a)};
}

/// The core of the first round: the hint or the best scores, and all features of the component.
Block first_core(const Elimination& e) {
  Support core = e.task.hint.empty() ? core_by_scores(e) : e.task.hint;
  for (const Index i : e.task.component.support) {
    const auto at = std::lower_bound(core.begin(), core.end(), i);
    if (at == core.end() || *at != i) core.insert(at, i);
  }
  return block_of(e, std::move(core));
}

/// The iterate that the ADMM of a side starts from on this core: where it ended on the same core, the iterate
/// of a smaller core embedded into this one, or a start from the component.
Iterate iterate_on(const Elimination& e, const Block& core, Side& side) {
  if (side.core == core.features) return std::move(side.iterate);
  if (side.dual.a.size() == 0) {  // not solved yet
    const SparseVector local{features_to_positions(core.features, side.component.support),
                             side.component.values};
    return bounds::pairs::warm_start(core.a / e.unit, side.k, local, e.task.out_of_time, e.task.conditions);
  }
  const CorePoint point{side.core, side.iterate, side.dual, side.payment, e.unit};
  return embed(point, e.task.problem, side.k, side.component, core.features, e.task.conditions);
}

/// Makes this core the one that the side's iterate belongs to.
void bring_to(const Elimination& e, const Block& core, Side& side) {
  side.iterate = iterate_on(e, core, side);
  side.core = core.features;
}

/// Runs the ADMM on the core for supports of k features, and reads a dual point in the units of the problem.
Dual solve_on(const Elimination& e, const Block& core, int steps, Index k, Iterate& iterate) {
  bounds::pairs::AdmmSettings settings;
  settings.steps = steps;
  if (k == e.task.k) settings.target = e.tau / e.unit * (1.0 - 1e-9 - std::ldexp(2.0, -e.task.bits));
  settings.least_progress = e.task.settings.core.least_progress;
  settings.out_of_time = e.task.out_of_time;
  Dual dual =
      bounds::pairs::run_admm(core.a / e.unit, core.shape(k, e.task.conditions), iterate, settings).dual;
  dual.a *= e.unit;
  dual.w *= e.unit;
  bounds::pairs::shorten(dual, e.task.bits, e.task.conditions);
  return dual;
}

/// A proven upper bound of lambda^k.
struct Upper {
  double value = std::numeric_limits<double>::infinity();
  proof::Core evidence = {};
};

/// The upper bound of lambda^k that follows from `touching`, a bound of the supports that touch the outside:
/// the supports within the core are bounded by the pairs bound at `dual`, a point for k.
Upper upper_of(const Elimination& e, const Block& core, const Dual& dual, double touching,
               proof::Core evidence) {
  const Matrix b = bounds::pairs::assemble(core.a, dual, core.shape(e.task.k, e.task.conditions));
  const double error = bounds::pairs::rounding_error(b);
  const double inside = verify::lam_max_upper(b, error, linalg::leading_value(b));
  evidence.inside = core.point(dual);
  return {numerics::up(std::max(touching, inside) + e.slack), std::move(evidence)};
}

/// The outcome of the payments tried for one side, or of all sides of a round.
struct Trial {
  Failing fewest = {{}, std::numeric_limits<std::size_t>::max()};  // the rows that the best payment leaves
  Upper upper = {};
  /// If a payment passed: Core::touching before the slack, with its evidence.
  std::optional<std::pair<double, proof::Core>> proven = {};

  void take(Upper other) {
    if (other.value < upper.value) upper = std::move(other);
  }
};

/// The order in which the numbered payments of one side are tried: from a first one upwards, then downwards,
/// each way as long as it does not get worse.
class Scan {
 public:
  /// Begins at the payment that was best before; without one, at the first, and is then slower to give up.
  explicit Scan(const std::optional<std::size_t>& best)
      : first_(best.value_or(0)), next_(first_), all_(!best.has_value()) {}

  /// The number of the next payment, nothing at the end. `last` and `fewest` count the rows above tau that
  /// the last payment and the best one left.
  std::optional<std::size_t> next(std::size_t count, std::size_t last, std::size_t fewest) {
    const bool worse = next_ != first_ && last > (all_ && upwards_ ? 2 * fewest + 20 : fewest);
    if (upwards_ && (worse || next_ == count)) {
      upwards_ = false;
      next_ = first_;
    } else if (!upwards_ && worse) {
      return std::nullopt;
    }
    if (upwards_) return next_++;
    if (next_ == 0) return std::nullopt;
    return --next_;
  }

 private:
  std::size_t first_;
  std::size_t next_;
  bool all_;
  bool upwards_ = true;
};

/// Tries payments for the dual point of a side until one passes, and remembers the best of them in the side.
/// `front` is a dual point for k, which bounds the supports within the core.
Trial try_payments(const Elimination& e, const Block& core, const Dual& front, Side& side) {
  const Payments payments(core.a, side.dual, e.task.k, e.tau, e.task.settings.payments, e.task.conditions);
  const CoreQuestion question{core.features, payments, e.tau};
  Trial trial;
  // The worst rows of the first payment, by which the others are compared.
  std::optional<std::vector<Row>> near;
  std::size_t last = 0;
  Scan scan(side.best);
  side.payment = Vector();
  while (const auto index = scan.next(payments.count(), last, trial.fewest.above)) {
    if (const std::optional<Vector> payment = payments.candidate(*index)) {
      Verdict verdict = test(question, *payment, near, e.oracle, e.task.settings.core);
      if (verdict.touching) {
        proof::Core evidence{core.point(side.dual), *payment, std::move(verdict.weights)};
        if (verdict.passes) {
          trial.proven.emplace(*verdict.touching, std::move(evidence));
          return trial;
        }
        trial.take(upper_of(e, core, front, *verdict.touching, std::move(evidence)));
      }
      if (!near) near = verdict.failing.rows;
      last = verdict.failing.above;
      if (last < trial.fewest.above) {
        trial.fewest = std::move(verdict.failing);
        side.payment = *payment;
        side.best = index;
      }
    }
    if (e.out_of_time()) break;
  }
  return trial;
}

/// One round: solves the sides one after the other and tries their payments. Ends early if a payment passes,
/// or if the rows above tau are few, or half of those of the round `before`: then the core may as well grow.
Trial try_sides(const Elimination& e, const Block& core, int steps, std::size_t before,
                std::vector<Side>& sides) {
  Trial round;
  for (Side& side : sides) {
    const std::size_t few = std::max(core.features.size() / e.task.settings.core.few_share, before / 2);
    if (!round.fewest.rows.empty() && round.fewest.above <= few) break;
    bring_to(e, core, side);
    side.dual = solve_on(e, core, steps, side.k, side.iterate);
    Trial trial = try_payments(e, core, sides.front().dual, side);
    round.take(std::move(trial.upper));
    round.proven = std::move(trial.proven);
    if (trial.fewest.above < round.fewest.above) round.fewest = std::move(trial.fewest);
    if (round.proven || e.out_of_time()) break;
  }
  return round;
}

/// The core of the next round, after one that left rows above tau; nothing if it would be too large.
std::optional<Block> next_core(const Elimination& e, const Block& core, Failing failing) {
  const CoreSettings& settings = e.task.settings.core;
  const std::size_t most = largest_core(core.features.size(), failing.above, settings);
  const bool no_payment = failing.rows.empty();
  if (!no_payment && e.task.explain)
    e.task.explain(fmt::format("a core of {} features leaves {} of the other {} above the cutoff",
                               core.size(), failing.above, e.features() - core.size()));
  Support grown = no_payment ? every_feature(e.features())
                             : grow(core.features, std::move(failing), e.features(), settings);
  const bool all = static_cast<Index>(grown.size()) == e.features();
  if (grown.size() > (all ? static_cast<std::size_t>(settings.largest) : most)) return std::nullopt;
  return block_of(e, std::move(grown));
}

/// The rounds of core elimination. Lowers `upper` to the best bound of lambda^k on the way.
std::optional<Core> search(const Elimination& e, Upper& upper) {
  constexpr double least_tau = 0x1p-300;  // where underflow is far away
  if (!(e.tau > least_tau)) return std::nullopt;
  const CoreSettings& settings = e.task.settings.core;
  Block core = first_core(e);
  if (core.size() > settings.largest && e.out_of_time()) return std::nullopt;
  std::vector<Side> sides = sides_of(e.task);
  int steps = settings.first_steps;
  std::size_t before = 0;  // rows above tau after the last round
  for (int round = 0; round < settings.most_rounds; ++round) {
    Trial trial = try_sides(e, core, steps, before, sides);
    if (trial.upper.value < upper.value) upper = std::move(trial.upper);
    if (trial.proven)
      return Core{core.features, numerics::up(trial.proven->first + e.slack),
                  std::move(sides.front().iterate), std::move(trial.proven->second)};
    if (e.out_of_time()) return std::nullopt;
    before = trial.fewest.above;
    const bool start_needs_more = trial.fewest.rows.empty() && steps == settings.later_steps;
    steps = start_needs_more ? settings.first_steps : settings.later_steps;
    if (start_needs_more) continue;
    std::optional<Block> next = next_core(e, core, std::move(trial.fewest));
    if (!next) return std::nullopt;
    core = std::move(*next);
    if (core.size() == e.features()) {  // nothing is eliminated, but the iterate is a warm start
      bring_to(e, core, sides.front());
      return Core{
          core.features, -std::numeric_limits<double>::infinity(), std::move(sides.front().iterate), {}};
    }
  }
  return std::nullopt;
}

}  // namespace

CoreSearch find_core(const CoreTask& task, RowOracle& oracle) {
  Upper upper;
  std::optional<Core> core = search(Elimination{task, oracle}, upper);
  return {std::move(core), upper.value, std::move(upper.evidence)};
}

}  // namespace spica::presolve
