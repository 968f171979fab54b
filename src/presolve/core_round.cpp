#include "presolve/core_round.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "presolve/embed.hpp"
#include "presolve/payment_scan.hpp"

namespace spica::presolve {

namespace {

using bounds::pairs::Dual;
using bounds::pairs::Iterate;

/// The component without its smallest loading of a feature that may be out.
SparseVector one_less(const SparseVector& x, const Support& included) {
  Index smallest = -1;
  for (Index q = 0; q < x.values.size(); ++q) {
    if (contains(included, x.support[static_cast<std::size_t>(q)])) continue;
    if (smallest < 0 || std::abs(x.values(q)) < std::abs(x.values(smallest))) smallest = q;
  }
  if (smallest < 0) return x;  // it has no more features than are in
  SparseVector result{x.support, Vector(x.values.size() - 1)};
  result.support.erase(result.support.begin() + smallest);
  result.values << x.values.head(smallest), x.values.tail(x.values.size() - 1 - smallest);
  return result;
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
  return embed(point, e.task.problem, side.component, core.features, core.shape(e.task, side.k));
}

/// Runs the ADMM of a side on the core, and reads a dual point in the units of the problem.
void solve_on(const Elimination& e, const Block& core, int steps, Side& side) {
  const Index k = side.k;
  bounds::pairs::AdmmSettings settings;
  settings.steps = steps;
  if (k == e.task.k) settings.target = e.tau / e.unit * (1.0 - 1e-9 - std::ldexp(2.0, -e.task.bits));
  if (steps == e.task.settings.core.later_steps)
    settings.progress_interval = e.task.settings.core.progress_interval;
  settings.least_progress = e.task.settings.core.least_progress;
  settings.out_of_time = e.task.out_of_time;
  bounds::pairs::AdmmResult result =
      bounds::pairs::run_admm(core.a / e.unit, core.shape(e.task, k), side.iterate, settings);
  side.bound = result.bound * e.unit;
  side.dual = std::move(result.dual);
  side.dual.a *= e.unit;
  side.dual.w *= e.unit;
  bounds::pairs::shorten(side.dual, e.task.bits, e.task.conditions);
}

/// The upper bound of lambda^k that follows from `touching`, a bound of the supports that touch the outside:
/// the supports within the core are bounded by the pairs bound at `dual`, a point for k.
Upper upper_of(const Elimination& e, const Block& core, const Dual& dual, double touching,
               proof::Core evidence) {
  const Matrix b = bounds::pairs::assemble(core.a, dual, core.shape(e.task, e.task.k));
  const double error = bounds::pairs::rounding_error(b);
  const double inside = verify::lam_max_upper(b, error, linalg::leading_value(b));
  evidence.inside = core.point(dual);
  return {numerics::up(std::max(touching, inside) + e.slack), std::move(evidence)};
}

/// Tries payments for the dual point of a side until one passes, and remembers the best of them in the side.
/// `front` is a dual point for k, which bounds the supports within the core.
Trial try_payments(const Elimination& e, const Block& core, const Dual& front, Side& side) {
  const Payments payments(core.a, side.dual, core.shape(e.task, e.task.k), e.tau, e.task.settings.payments);
  const CoreQuestion question{core.features, payments, e.tau};
  Trial trial;
  // The worst rows of the first payment, by which the others are compared.
  std::optional<std::vector<Row>> near;
  std::size_t last = 0;
  PaymentScan scan(side.best);
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
        trial.upper.lower_to(upper_of(e, core, front, *verdict.touching, std::move(evidence)));
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

}  // namespace

double entry_slack(const Problem& problem, Index k) {
  const Vector squares = problem.error_radius().cwiseAbs2();
  return verify::block_error(problem, linalg::top_k(squares, k));
}

Block block_of(const Elimination& e, Support features) {
  Matrix a = e.task.problem.block(features);
  return {std::move(features), std::move(a)};
}

bounds::pairs::Shape Block::shape(const CoreTask& task, Index k) const {
  std::vector<char> in(features.size(), 0);
  for (const Index at : features_to_positions(features, task.included)) in[static_cast<std::size_t>(at)] = 1;
  return {k, std::move(in), {{}, task.conditions.nonnegative, task.conditions.limits.on(features)}};
}

std::vector<Side> sides_of(const CoreTask& task) {
  std::vector<Side> sides = {{task.k, task.component}};
  const bool has_one_less = task.k - 1 > static_cast<Index>(task.included.size());
  if (task.k >= task.settings.core.second_side_from && task.component.support.size() > 1 && has_one_less)
    sides.push_back({task.k - 1, one_less(task.component, task.included)});
  return sides;
}

void bring_to(const Elimination& e, const Block& core, Side& side) {
  side.iterate = iterate_on(e, core, side);
  side.core = core.features;
}

/// Few enough rows fail for the core to grow at once, without the point of another side: growth takes only the worst of them
/// anyway.
bool is_good_enough(const Elimination& e, const Round& round, std::size_t above) {
  const CoreSettings& settings = e.task.settings.core;
  const double few = std::max(settings.few * static_cast<double>(round.core.size()),
                              0.5 * static_cast<double>(round.before));
  return static_cast<double>(above) <= few &&
         !is_hopeless(round.core.features.size(), above, e.features(), settings);
}

Trial try_sides(const Elimination& e, const Round& round, std::vector<Side>& sides) {
  Trial all;
  for (Side& side : sides) {
    if (!all.fewest.rows.empty() && is_good_enough(e, round, all.fewest.above)) break;
    bring_to(e, round.core, side);
    solve_on(e, round.core, round.steps, side);
    Trial trial = try_payments(e, round.core, sides.front().dual, side);
    all.upper.lower_to(std::move(trial.upper));
    all.proven = std::move(trial.proven);
    if (trial.fewest.above < all.fewest.above) all.fewest = std::move(trial.fewest);
    if (all.proven || e.out_of_time()) break;
  }
  return all;
}

}  // namespace spica::presolve
