#include "presolve/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/embed.hpp"
#include "presolve/payments.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::presolve {

namespace {

using bounds::pairs::Dual;
using bounds::pairs::Iterate;
using bounds::pairs::Shape;

constexpr int most_rounds = 15;
constexpr int first_steps = 150;
constexpr int later_steps = 50;
constexpr double most_features = 0.8;  // a core that grows beyond this share of all features is no core
constexpr std::size_t few_of_core = 4;
constexpr std::size_t least_growth = 16;     // a share of the core
constexpr std::size_t most_compared = 2000;  // rows that payments are compared by

/// What the roundings in the problem's entries can add to x'Ax of k features.
double entry_slack(const Problem& problem, Index k) {
  const Vector squares = problem.error_radius().cwiseAbs2();
  return verify::block_error(problem, linalg::top_k(squares, k));
}

/// A dual point of the pairs bound on the core. A support that touches the outside has at most k-1 features
/// in the core, so a point for k-1 serves as well as one for k, and better where supports of k features tie.
struct Side {
  Index k = 0;
  SparseVector component;  // of at most k features, for warm starts
  Support core = {};       // that the rest is about
  Iterate iterate = {};
  Dual dual = {};
  Vector payment = {};                   // the best that was tried; empty: none
  std::optional<std::size_t> best = {};  // its number, or that of the best on a smaller core
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

class Elimination {
 public:
  Elimination(const CoreTask& task, RowOracle& oracle)
      : task_(task), oracle_(oracle), slack_(entry_slack(task.problem, task.k)) {
    tau_ = numerics::down(task.tau - slack_);
    unit_ = verify::rayleigh_lower(task.problem, task.component);
  }

  CoreSearch run() {
    std::optional<Core> core = search();
    return {std::move(core), upper_, std::move(upper_evidence_)};
  }

 private:
  std::optional<Core> search() {
    constexpr double least_tau = 0x1p-300;  // where underflow is far away
    if (!(tau_ > least_tau)) return std::nullopt;
    choose_first_core();
    const bool takes_long = static_cast<Index>(core_.size()) > task_.largest_core;
    if (takes_long && out_of_time()) return std::nullopt;
    int steps = first_steps;
    for (int round = 0; round < most_rounds; ++round) {
      failing_.clear();
      fewest_before_ = std::exchange(fewest_, std::numeric_limits<std::size_t>::max());
      for (Side& side : sides_) {
        if (&side != &sides_.front() && !needs_another_side()) break;
        solve_core(side, steps);
        proof::Core evidence;
        if (const std::optional<double> touching = try_payments(side, evidence)) {
          return Core{core_, numerics::up(*touching + slack_), std::move(sides_.front().iterate),
                      std::move(evidence)};
        }
        if (out_of_time()) return std::nullopt;
      }
      const bool any_payment = !failing_.empty();
      if (!any_payment && steps == later_steps) {  // a start that needs more
        steps = first_steps;
        continue;
      }
      steps = later_steps;
      Support grown = any_payment ? grow() : all_features();
      if (too_large(grown)) return std::nullopt;
      move_to(std::move(grown));
      if (static_cast<Index>(core_.size()) == task_.problem.features()) {
        bring_to_core(sides_.front());
        return Core{core_, -std::numeric_limits<double>::infinity(), std::move(sides_.front().iterate), {}};
      }
    }
    return std::nullopt;
  }

  void choose_first_core() {
    core_ = task_.hint.empty() ? core_by_scores() : task_.hint;
    for (const Index i : task_.component.support) {
      const auto at = std::lower_bound(core_.begin(), core_.end(), i);
      if (at == core_.end() || *at != i) core_.insert(at, i);
    }
    take_block();
    sides_.push_back({task_.k, task_.component});
    constexpr Index worth_a_second_side = 4;
    if (task_.k >= worth_a_second_side && task_.component.support.size() > 1)
      sides_.push_back({task_.k - 1, one_less(task_.component)});
  }

  [[nodiscard]] Support core_by_scores() {
    Vector scores = oracle_.scores(task_.component, tau_);
    const double above_all = 2.0 * scores.cwiseAbs().maxCoeff() + 1.0;
    for (const Index i : task_.component.support) scores(i) = above_all;
    // A feature that no payment is needed for would only be paid for, but some are there to choose from.
    const Index needed = (scores.array() > tau_).count();
    const Index size = std::max(std::min(task_.first_core, needed), task_.k + task_.least_spare);
    return linalg::top_k(scores.cwiseMax(0.0), size);
  }

  [[nodiscard]] SparseVector in_core(const SparseVector& x) const {
    SparseVector local{{}, x.values};
    for (const Index i : x.support)
      local.support.push_back(std::lower_bound(core_.begin(), core_.end(), i) - core_.begin());
    return local;
  }

  /// Growing would do, where few rows are above tau, or half of those on the last core.
  [[nodiscard]] bool needs_another_side() const {
    return failing_.empty() || fewest_ > std::max(core_.size() / few_of_core, fewest_before_ / 2);
  }

  /// Twice what is allowed, where the rows above tau are getting few: without a core there is little hope.
  [[nodiscard]] std::size_t largest_core() const {
    const auto largest = static_cast<std::size_t>(task_.largest_core);
    return fewest_ <= core_.size() / 2 ? 2 * largest : largest;
  }
  [[nodiscard]] bool too_large(const Support& core) const {
    const bool all = static_cast<Index>(core.size()) == task_.problem.features();
    return core.size() > (all ? static_cast<std::size_t>(task_.largest_core) : largest_core());
  }

  void take_block() { block_ = task_.problem.block(core_); }

  /// Its iterate, wherever it was solved last.
  void bring_to_core(Side& side) const {
    if (side.core != core_ && side.dual.a.size() == 0) {  // not solved yet
      side.core = core_;
      side.iterate = bounds::pairs::warm_start(block_ / unit_, side.k, in_core(side.component));
    } else if (side.core != core_) {
      const CorePoint point{side.core, side.iterate, side.dual, side.payment, unit_};
      side.iterate = embed(point, task_.problem, side.k, side.component, core_);
      side.core = core_;
    }
  }

  void solve_core(Side& side, int steps) {
    bring_to_core(side);
    bounds::pairs::AdmmSettings settings;
    settings.steps = steps;
    if (side.k == task_.k) settings.target = tau_ / unit_ * (1.0 - 1e-9 - std::ldexp(2.0, -task_.bits));
    settings.least_progress = 0.1;
    settings.out_of_time = task_.out_of_time;
    const Shape shape(side.k, std::vector<char>(core_.size(), 0));
    side.dual = bounds::pairs::run_admm(block_ / unit_, shape, side.iterate, settings).dual;
    side.dual.a *= unit_;
    side.dual.w *= unit_;
    bounds::pairs::shorten(side.dual, task_.bits);
  }

  /// Payments for the dual point of one side, as they are tried.
  struct Trial {
    Payments payments;
    Side& side;
    std::optional<std::vector<Row>> near = {};  // rows that the others are compared by
    std::size_t last = 0;                       // rows above tau
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
  };

  [[nodiscard]] std::size_t count_bad(const std::vector<Row>& rows) const {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [this](const Row& row) { return !(row.value <= tau_); }));
  }

  /// What is known of lambda^k once supports that touch the outside are bounded.
  void remember_bound(double touching, const proof::Core& evidence) {
    const Side& side = sides_.front();
    const Matrix b =
        bounds::pairs::assemble(block_, side.dual, Shape(side.k, std::vector<char>(core_.size(), 0)));
    const double error = bounds::pairs::rounding_error(b);
    const double inside = verify::lam_max_upper(b, error, linalg::leading_value(b));
    const double upper = numerics::up(std::max(touching, inside) + slack_);
    if (!(upper < upper_)) return;
    upper_ = upper;
    upper_evidence_ = evidence;
    upper_evidence_.inside = point_of(side.dual);
  }

  static std::vector<Row> worst_of(std::vector<Row> rows) {
    const auto larger = [](const Row& a, const Row& b) { return a.value > b.value; };
    if (rows.size() > most_compared) {
      std::nth_element(rows.begin(), rows.begin() + most_compared, rows.end(), larger);
      rows.resize(most_compared);
    }
    return rows;
  }

  /// The best of a few payments: all of them, or from the one that was best before in both directions as long
  /// as that gains. Success is the largest number that was proven.
  std::optional<double> try_payments(Side& side, proof::Core& evidence) {
    Trial trial{Payments(block_, side.dual, task_.k, tau_), side};
    side.payment = Vector();
    const std::size_t first = side.best.value_or(0);
    const bool scan = !side.best.has_value();
    for (std::size_t index = first; index < Payments::count(); ++index) {
      if (const auto touching = try_payment(index, trial, evidence)) return touching;
      if (out_of_time()) return std::nullopt;
      if (trial.last > (scan ? 2 * trial.fewest + 20 : trial.fewest)) break;
    }
    for (std::size_t index = first; index-- > 0;) {
      if (const auto touching = try_payment(index, trial, evidence)) return touching;
      if (out_of_time()) return std::nullopt;
      if (trial.last > trial.fewest) break;
    }
    return std::nullopt;
  }

  /// The first payment of a trial is tried on all rows, the others on those that it found near tau, and on
  /// all where these pass.
  std::optional<double> try_payment(std::size_t index, Trial& trial, proof::Core& evidence) {
    const std::optional<Vector> payment = trial.payments.candidate(index);
    if (!payment) return std::nullopt;
    const Query query{core_, *payment, task_.near_miss * tau_, tau_};
    std::vector<Row> rows;
    if (trial.near) rows = oracle_.ask_some(query, *trial.near);
    if (count_bad(rows) == 0) {
      Reply reply = oracle_.ask(query);
      if (const std::optional<double> block = trial.payments.prove(*payment)) {
        double largest = std::max(*block, reply.others);
        for (const Row& row : reply.rows) largest = std::max(largest, row.value);
        evidence = {point_of(trial.side.dual), *payment, std::move(reply.weights)};
        if (largest <= tau_ && count_bad(reply.rows) == 0) return largest;
        remember_bound(largest, evidence);
      }
      rows = worst_of(std::move(reply.rows));
      if (!trial.near) trial.near = rows;
    }
    trial.last = count_bad(rows);
    if (trial.last < trial.fewest) {
      trial.fewest = trial.last;
      trial.side.payment = *payment;
      trial.side.best = index;
    }
    if (trial.last < fewest_) {
      fewest_ = trial.last;
      failing_ = std::move(rows);
    }
    return std::nullopt;
  }

  [[nodiscard]] proof::PointRef point_of(const Dual& dual) const {
    return std::make_shared<proof::Point>(proof::Point{core_, dual.a, dual.w});
  }

  /// The failing rows and near misses join the core; everything does, if that is where it is going.
  Support grow() {
    std::stable_sort(failing_.begin(), failing_.end(),
                     [](const Row& a, const Row& b) { return a.value > b.value; });
    const auto n = static_cast<std::size_t>(task_.problem.features());
    const std::size_t bad = count_bad(failing_);
    const std::size_t most = std::max(core_.size() / 2, static_cast<std::size_t>(task_.first_core));
    const std::size_t wanted = std::max(bad < most ? bad + bad / 2 + 5 : most,
                                        std::max<std::size_t>(core_.size() / least_growth, 10));
    explain(fmt::format("a core of {} features leaves {} of the other {} above the cutoff", core_.size(), bad,
                        n - core_.size()));
    const bool most_fail = 2 * bad > n - core_.size();
    if (most_fail || static_cast<double>(core_.size() + bad) > most_features * static_cast<double>(n)) {
      return all_features();
    }
    Support grown = core_;
    // Near misses join as far as there is room, failing rows in any case.
    const std::size_t room = std::max(largest_core(), core_.size() + bad) - core_.size();
    for (std::size_t i = 0; i < std::min({failing_.size(), wanted, room}); ++i)
      grown.push_back(failing_[i].feature);
    std::sort(grown.begin(), grown.end());
    return grown;
  }

  [[nodiscard]] Support all_features() const {
    Support all(static_cast<std::size_t>(task_.problem.features()));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }

  void move_to(Support larger) {
    core_ = std::move(larger);
    take_block();
  }

  [[nodiscard]] bool out_of_time() const { return task_.out_of_time && task_.out_of_time(); }
  void explain(const std::string& what) const {
    if (task_.explain) task_.explain(what);
  }

  const CoreTask& task_;
  RowOracle& oracle_;
  double slack_;
  double tau_ = 0.0;
  double unit_ = 1.0;
  Support core_;
  Matrix block_;
  std::vector<Side> sides_;
  std::vector<Row> failing_;  // of the best payments in this round
  std::size_t fewest_ = 0;    // of them above tau
  std::size_t fewest_before_ = 0;
  double upper_ = std::numeric_limits<double>::infinity();
  proof::Core upper_evidence_;
};

}  // namespace

CoreSearch find_core(const CoreTask& task, RowOracle& oracle) {
  return Elimination(task, oracle).run();
}

}  // namespace spica::presolve
