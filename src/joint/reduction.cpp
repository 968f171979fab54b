#include "joint/reduction.hpp"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>

#include "base/feature_set.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "presolve/verdict.hpp"
#include "primal/primal.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

namespace {

class Reducer {
 public:
  Reducer(const JointTask& task, const presolve::Settings& settings, Index formed_up_to)
      : task_(task), settings_(settings), n_(task.problem.features()), choice_(task.start) {
    const bool formed = !task.problem.in_factor_form() || n_ <= formed_up_to;
    const auto clock = [this] { return out_of_time(); };
    if (formed && !task.problem.make_covariance(clock)) return;
    for (const ComponentClass& of : classes_of(task.cardinalities)) {
      if (of.k < 2) {
        oracles_.push_back(nullptr);
      } else if (formed) {
        const Matrix& a = task.problem.covariance();
        auto entries = std::make_shared<const presolve::LargestEntries>(
            a, of.k, std::function<bool()>(), settings.lists, task.conditions.nonnegative);
        oracles_.push_back(
            std::make_unique<presolve::DenseRowOracle>(a, of.k, std::move(entries), task.conditions.limits));
      } else {
        oracles_.push_back(std::make_unique<presolve::FactorRowOracle>(task.problem, of.k, clock, settings));
      }
    }
    ready_ = true;
  }

  Reduction run() {
    Reduction result{presolve::every_feature(n_), choice_};
    result.complete = false;
    if (!ready_ || out_of_time()) return result;
    Support core = first_core();
    for (int round = 0; round < settings_.core.most_rounds && !out_of_time(); ++round) {
      RootBound root = bound_core(core, false);
      if (root.priced.duals.empty()) break;  // nothing has variance
      std::optional<Support> grown = test(core, root, result);
      if (grown && static_cast<Index>(grown->size()) == n_ && root.priced.upper > root.cutoff) {
        root = bound_core(core, true);
        grown = test(core, root, result);
      }
      // Where the relaxation is too weak for the cutoff, a weaker statement is better than none.
      for (const double share : {0.003, 0.01, 0.03, 0.1, 0.3}) {
        if (!grown || static_cast<Index>(grown->size()) < n_ || out_of_time()) break;
        grown = test(core, root, result, share * root.cutoff);
      }
      if (!grown) {
        result.features = core;
        result.choice = choice_;
        result.complete = true;
        return result;
      }
      if (static_cast<Index>(grown->size()) > 2 * settings_.core.largest) break;
      core = std::move(*grown);
    }
    result.features = core;
    result.choice = choice_;
    return result;
  }

 private:
  [[nodiscard]] bool out_of_time() const { return task_.limits.hit().has_value(); }

  [[nodiscard]] Support first_core() {
    Vector scores = Vector::Zero(n_);
    double least = unbounded;  // what a component is worth is not above the least of them
    for (const Column& column : choice_.columns) least = std::min(least, column.value);
    for (std::size_t t = 0; t < choice_.columns.size(); ++t) {
      const SparseVector x =
          primal::component(primal::best_on_support(task_.problem, choice_.columns[t].support));
      for (const auto& oracle : oracles_) {
        if (oracle) scores = scores.cwiseMax(oracle->scores(x, least));
      }
      const Vector near = task_.problem.multiply(x).cwiseAbs();
      nearest_ = unite(nearest_, linalg::top_k(near, std::min<Index>(n_, 3 * task_.cardinalities[t])));
    }
    Support core = linalg::top_k(scores, std::min<Index>(n_, settings_.core.first));
    core = unite(core, nearest_);
    for (const Column& column : choice_.columns) core = unite(core, column.support);
    return unite(core, task_.included);
  }

  /// The relaxation on the core; a better choice may be found on the way.
  [[nodiscard]] RootBound bound_core(const Support& core, bool settled) {
    const Problem part = task_.problem.restricted(core);
    JointTask task = task_;
    JointTask local{part,
                    task.cardinalities,
                    task.gap,
                    task.seed,
                    task.threads,
                    task.limits,
                    features_to_positions(core, task.included),
                    local_choice(core),
                    task.conditions.of(core),
                    task.settings,
                    task.pairs};
    local.certificate = task.certificate;
    RootBound root = joint_root(local, settled);
    for (std::size_t t = 0; t < root.choice.columns.size(); ++t) {
      choice_.columns[t] = {positions_to_features(core, root.choice.columns[t].support),
                            root.choice.columns[t].value};
    }
    return root;
  }
  [[nodiscard]] Choice local_choice(const Support& core) const {
    Choice local = choice_;
    for (Column& column : local.columns) column.support = features_to_positions(core, column.support);
    return local;
  }

  /// The core that is next; nothing if this one does, for choices that are `above` the cutoff by no more.
  std::optional<Support> test(const Support& core, const RootBound& root, Reduction& result,
                              double above = 0.0) {
    const double missing = root.priced.upper - root.cutoff - above;
    const double each = missing > 0.0 ? missing : missing / static_cast<double>(task_.cardinalities.size());
    const Matrix block = task_.problem.block(core);
    std::vector<proof::Touching> touching(root.classes.size(), proof::Touching{unbounded, {}});
    Support next;
    for (std::size_t c = 0; c < root.classes.size(); ++c) {
      const double tau = numerics::down(root.priced.bounds[c] - each);
      Support grown;
      if (root.classes[c].k < 2) {
        grown = test_single(core, tau, touching[c]);
      } else if (static_cast<Index>(core.size()) == n_) {
        touching[c].upper = -unbounded;
      } else {
        grown = test_class(core, block, root, c, tau, touching[c]);
      }
      next = unite(next, grown);
    }
    note(core, root, std::move(touching), result);
    if (next.empty()) return std::nullopt;
    if (task_.explain)
      task_.explain(fmt::format("a core of {} features leaves {} of the others above the cutoff", core.size(),
                                unite(core, next).size() - core.size()));
    return unite(core, next);
  }

  /// k = 1: a feature is worth its variance.
  [[nodiscard]] Support test_single(const Support& core, double tau, proof::Touching& touching) const {
    Support above;
    touching.upper = -unbounded;
    for (Index i = 0; i < n_; ++i) {
      if (contains(core, i)) continue;
      const double value =
          numerics::up(task_.problem.variances()(i) + verify::block_error(task_.problem, {i}));
      touching.upper = std::max(touching.upper, value);
      if (value > tau) above.push_back(i);
    }
    return above;
  }

  Support test_class(const Support& core, const Matrix& block, const RootBound& root, std::size_t c,
                     double tau, proof::Touching& touching) {
    const Index k = root.classes[c].k;
    const double slack = verify::support_error(task_.problem, std::min(k, n_));
    const double level = numerics::down(tau - slack);
    if (!(level > 0x1p-300) || static_cast<Index>(core.size()) < k) return presolve::every_feature(n_);
    presolve::Failing fewest{{}, std::numeric_limits<std::size_t>::max()};
    for (const bounds::pairs::Dual& dual : root.priced.duals[c]) {
      bounds::pairs::Shape shape(k, std::vector<char>(core.size(), 0), task_.conditions.of(core));
      shape.conditions.prices = root.priced.prices;
      const presolve::Payments payments(block, dual, std::move(shape), level, settings_.payments);
      const presolve::CoreQuestion question{core, payments, level};
      std::optional<std::vector<presolve::Row>> near;
      for (std::size_t index = 0; index < payments.count() && !out_of_time(); ++index) {
        const std::optional<Vector> payment = payments.candidate(index);
        if (!payment) continue;
        presolve::Verdict verdict = presolve::test(question, *payment, near, *oracles_[c], settings_.core);
        if (verdict.touching && numerics::up(*verdict.touching + slack) < touching.upper) {
          touching.upper = numerics::up(*verdict.touching + slack);
          if (task_.certificate)
            touching.core = proof::Core{std::make_shared<proof::Point>(core, dual.a, dual.w), *payment,
                                        std::move(verdict.weights)};
        }
        if (verdict.passes) return {};
        if (!near) near = verdict.failing.rows;
        if (verdict.failing.above < fewest.above) fewest = std::move(verdict.failing);
      }
    }
    if (fewest.rows.empty()) return presolve::every_feature(n_);
    return presolve::grow(core, std::move(fewest), n_, settings_.core);
  }

  /// What is proven of all choices, and of those that touch the outside.
  void note(const Support& core, const RootBound& root, std::vector<proof::Touching> touching,
            Reduction& result) const {
    const auto most = [&](std::size_t c) { return std::max(root.priced.bounds[c], touching[c].upper); };
    /// With one component of this class that touches the outside, or with none in particular.
    const auto total = [&](std::optional<std::size_t> touches) {
      std::vector<double> terms = {root.priced.price_sum};
      for (std::size_t c = 0; c < root.classes.size(); ++c) {
        terms.insert(terms.end(), static_cast<std::size_t>(root.classes[c].count), most(c));
        if (touches == c) terms.back() = touching[c].upper;
      }
      return sum_up(terms);
    };
    result.touching = -unbounded;
    for (std::size_t c = 0; c < root.classes.size(); ++c) {
      if (!(most(c) < unbounded)) {  // nothing is proven of a class
        result.touching = unbounded;
        return;
      }
      if (touching[c].upper > -unbounded) result.touching = std::max(result.touching, total(c));
    }
    const double upper = total(std::nullopt);
    if (task_.certificate) {
      result.touching_evidence = proof::JointCore{core, root.priced.evidence, std::move(touching)};
      if (upper < result.upper) result.upper_evidence = result.touching_evidence;
    }
    result.upper = std::min(result.upper, upper);
  }

  const JointTask& task_;
  const presolve::Settings& settings_;
  const Index n_;
  Choice choice_;
  std::vector<std::unique_ptr<presolve::RowOracle>> oracles_;  // of each class; null for k = 1
  Support nearest_;
  bool ready_ = false;
};

}  // namespace

Reduction reduce(const JointTask& task, const presolve::Settings& settings, Index formed_up_to) {
  return Reducer(task, settings, formed_up_to).run();
}

}  // namespace spica::joint
