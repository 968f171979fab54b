#include "presolve/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "presolve/embed.hpp"
#include "presolve/payments.hpp"
#include "verify/eigenvalue.hpp"
#include "verify/rounding.hpp"

namespace spica::presolve {

namespace {

using bounds::pairs::Dual;
using bounds::pairs::Iterate;
using bounds::pairs::Shape;

constexpr int most_rounds = 15;
constexpr int first_steps = 150;
constexpr int later_steps = 75;
constexpr double near_miss = 0.85;     // of tau: such rows may join the core too
constexpr double most_features = 0.8;  // a core that grows beyond this share of all features is no core

/// What the roundings in the problem's entries can add to x'Ax of k features.
double entry_slack(const Problem& problem, Index k) {
  const Vector squares = problem.error_radius().cwiseAbs2();
  return verify::block_error(problem, linalg::top_k(squares, k));
}

class Elimination {
 public:
  Elimination(const CoreTask& task, const Outside& outside)
      : task_(task), outside_(outside), slack_(entry_slack(task.problem, task.k)) {
    tau_ = verify::down(task.tau - slack_);
    unit_ = verify::rayleigh_lower(task.problem, task.component);
  }

  std::optional<Core> run() {
    choose_first_core();
    for (int round = 0; round < most_rounds; ++round) {
      solve_core(round == 0 ? first_steps : later_steps);
      std::vector<Row> rows;
      const std::optional<double> touching = try_payments(rows);
      if (touching) return Core{core_, verify::up(*touching + slack_), std::move(iterate_)};
      if (out_of_time()) return std::nullopt;
      Support grown = rows.empty() ? all_features() : grow(rows);
      if (static_cast<Index>(grown.size()) > task_.largest_core) return std::nullopt;
      move_to(std::move(grown));
      if (static_cast<Index>(core_.size()) == task_.problem.features()) {
        return Core{core_, -std::numeric_limits<double>::infinity(), std::move(iterate_)};
      }
    }
    return std::nullopt;
  }

 private:
  void choose_first_core() {
    Vector scores = outside_.scores();
    const double above_all = 2.0 * scores.cwiseAbs().maxCoeff() + 1.0;
    for (const Index i : task_.component.support) scores(i) = above_all;
    core_ = linalg::top_k(scores.cwiseMax(0.0), std::max(task_.first_core, task_.k + 2));
    take_block();
    iterate_ = bounds::pairs::warm_start(block_ / unit_, task_.k, local_component());
  }

  void take_block() { block_ = task_.problem.block(core_); }

  [[nodiscard]] SparseVector local_component() const {
    SparseVector local{{}, task_.component.values};
    for (const Index i : task_.component.support)
      local.support.push_back(std::lower_bound(core_.begin(), core_.end(), i) - core_.begin());
    return local;
  }

  void solve_core(int steps) {
    bounds::pairs::AdmmSettings settings;
    settings.steps = steps;
    settings.target = tau_ / unit_ * (1.0 - 1e-9);
    settings.least_progress = 0.1;
    settings.out_of_time = task_.out_of_time;
    const Shape shape(task_.k, std::vector<char>(core_.size(), 0));
    dual_ = bounds::pairs::run_admm(block_ / unit_, shape, iterate_, settings).dual;
    dual_.a *= unit_;
    dual_.w *= unit_;
  }

  /// The payments that fail the fewest rows, which are returned. Success is the largest number that was
  /// proven.
  std::optional<double> try_payments(std::vector<Row>& best) {
    const Payments payments(block_, dual_, task_.k, tau_);
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const Vector& payment : payments.candidates()) {
      std::vector<Row> rows = outside_.rows_above(core_, payment, near_miss * tau_);
      const std::size_t bad = failing(rows);
      if (bad == 0) {
        if (const std::optional<double> block = payments.prove(payment)) {
          double largest = std::max(*block, near_miss * tau_);
          for (const Row& row : rows) largest = std::max(largest, row.value);
          return largest;
        }
      }
      if (bad < fewest) {
        fewest = bad;
        best = std::move(rows);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t failing(const std::vector<Row>& rows) const {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [this](const Row& row) { return !(row.value <= tau_); }));
  }

  /// The failing rows and near misses join the core; everything does, if that is where it is going.
  Support grow(std::vector<Row>& rows) const {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.value > b.value; });
    const auto n = static_cast<std::size_t>(task_.problem.features());
    const std::size_t bad = failing(rows);
    const std::size_t half = core_.size() / 2;
    const std::size_t wanted = std::max<std::size_t>(bad < half ? bad + bad / 2 + 5 : half, 10);
    explain(fmt::format("a core of {} features leaves {} of the other {} above the cutoff", core_.size(), bad,
                        n - core_.size()));
    const bool most_fail = 2 * bad > n - core_.size();
    if (most_fail || static_cast<double>(core_.size() + bad) > most_features * static_cast<double>(n)) {
      return all_features();
    }
    Support grown = core_;
    for (std::size_t i = 0; i < std::min(rows.size(), wanted); ++i) grown.push_back(rows[i].feature);
    std::sort(grown.begin(), grown.end());
    return grown;
  }

  [[nodiscard]] Support all_features() const {
    Support all(static_cast<std::size_t>(task_.problem.features()));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }

  void move_to(Support larger) {
    iterate_ = embed({core_, iterate_, dual_, unit_}, task_.problem, task_.k, task_.component, larger);
    core_ = std::move(larger);
    take_block();
  }

  [[nodiscard]] bool out_of_time() const { return task_.out_of_time && task_.out_of_time(); }
  void explain(const std::string& what) const {
    if (task_.explain) task_.explain(what);
  }

  const CoreTask& task_;
  const Outside& outside_;
  double slack_;
  double tau_ = 0.0;
  double unit_ = 1.0;
  Support core_;
  Matrix block_;
  Iterate iterate_;
  Dual dual_;
};

}  // namespace

std::optional<Core> find_core(const CoreTask& task, const Outside& outside) {
  return Elimination(task, outside).run();
}

}  // namespace spica::presolve
