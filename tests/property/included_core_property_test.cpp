// Core elimination where some features are in every support (maths.md, 3.13), against every support that has them, in
// rational arithmetic: at any dual point with any payments, in whole solves with their certificates, and what the checker
// accepts of tampered ones. A place too few, planted on purpose, is found.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "base/feature_set.hpp"
#include "checker/check.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "presolve/payments.hpp"
#include "solver/internals.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

using bounds::pairs::Dual;
using bounds::pairs::Shape;

Index between(Random& random, Index low, Index high) {
  return std::min(high, low + static_cast<Index>(random.uniform() * static_cast<double>(high - low + 1)));
}

/// `count` of the numbers below n.
Support any_of(Random& random, Index n, Index count) {
  Support result;
  while (static_cast<Index>(result.size()) < count) result = with(result, between(random, 0, n - 1));
  return result;
}

/// Payments and weights that are admissible; those of pairs inside of `in` are nothing, as at any node.
Dual any_dual(Random& random, const Shape& shape) {
  const Index n = shape.size();
  Dual dual{Matrix::Zero(n, n), Matrix::Zero(n, n)};
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < j; ++i) {
      if (shape.is_in(i) && shape.is_in(j)) continue;
      dual.a(i, j) = std::pow(10.0, random.normal() - 1.0);
      dual.a(j, i) = std::pow(10.0, random.normal() - 1.0);
      const double sign = random.uniform() < 0.5 ? -1.0 : 1.0;
      dual.w(i, j) = dual.w(j, i) = sign * random.uniform() * std::sqrt(dual.a(i, j) * dual.a(j, i));
    }
  }
  return dual;
}

/// Some features that are in, a core with them, a dual point on it and payments.
struct AnyCore {
  test::AnyProblem any;
  Index n;
  Index k;
  Support included;
  Support core;
  Shape shape;
  Dual dual;
  Vector payment;

  AnyCore(Random& random, bounds::Conditions conditions)
      : any(test::any_problem(random, 4, 8)), n(any.problem.features()), k(between(random, 2, n - 1)) {
    included = any_of(random, n, between(random, 0, k - 1));
    core = unite(included, any_of(random, n, between(random, 0, n - 2)));
    while (static_cast<Index>(core.size()) >= n)
      core.erase(std::find_if(core.begin(), core.end(), is_free()));
    while (core.empty()) core = {0};
    std::vector<char> in;
    for (const Index i : core) in.push_back(contains(included, i) ? 1 : 0);
    conditions.limits = conditions.limits.on(core);
    shape = Shape(k, std::move(in), std::move(conditions));
    dual = any_dual(random, shape);
    payment = Vector(shape.size());
    for (double& e : payment) e = std::pow(10.0, random.normal() - 1.0);
  }

  [[nodiscard]] std::function<bool(Index)> is_free() const {
    return [this](Index i) { return !contains(included, i); };
  }

  /// What is proven of all supports with the features that are in, and one outside of the core. Rows above tau are
  /// looked at more closely.
  [[nodiscard]] double touching(double tau, bool factor, const GroupLimits& limits = {}) const {
    const Problem& problem = any.problem;
    const presolve::Payments payments(problem.block(core), dual, shape, 1e100);
    const presolve::Query query{core, payment, 0.6 * tau, tau, shape.conditions, included};
    std::unique_ptr<presolve::RowOracle> oracle;
    if (factor) {
      oracle = std::make_unique<presolve::FactorRowOracle>(problem, k);
    } else {
      const Matrix& a = problem.covariance();
      const presolve::EntryListSettings few{.kept_factor = 1};
      auto entries = std::make_shared<const presolve::LargestEntries>(a, k, std::function<bool()>(), few,
                                                                      shape.conditions.nonnegative);
      oracle = std::make_unique<presolve::DenseRowOracle>(a, k, std::move(entries), limits);
    }
    const presolve::Reply reply = oracle->ask(query);
    double upper = std::max(payments.prove(payment).value(), reply.others);
    for (const presolve::Row& row : reply.rows) upper = std::max(upper, row.value);
    return upper + verify::support_error(problem, std::min(k, n));
  }

  /// Every support of k features that has those that are in, and one outside of the core.
  void for_each_touching(const std::function<void(const Support&)>& visit) const {
    test::for_each_support(n, k, [&](const Support& s) {
      const bool has_them = std::includes(s.begin(), s.end(), included.begin(), included.end());
      if (has_them && !std::includes(core.begin(), core.end(), s.begin(), s.end())) visit(s);
    });
  }
};

double any_tau(const AnyCore& c) {
  const double size = c.any.problem.variances().cwiseAbs().maxCoeff() + 1e-9;
  return size * test::draw_one_of({1e-3, 0.3, 1.0, 2.0});
}

SPICA_PROPERTY(IncludedCoreProperty, AnyPointAndPaymentsBoundWhatTouchesTheOutside) {
  Random random(test::draw_seed());
  const AnyCore c(random, {});
  const bool factor = c.any.problem.in_factor_form() && test::draw_bool();
  RC_CLASSIFY(factor, "factor");
  RC_CLASSIFY(c.k == static_cast<Index>(c.included.size()) + 1, "one place");
  const mpq_class upper(c.any.problem.to_user_up(c.touching(any_tau(c), factor)));
  c.for_each_touching([&](const Support& s) { RC_ASSERT(test::lam_max_at_most(c.any.exact, s, upper)); });
}

SPICA_PROPERTY(IncludedCoreProperty, TheSameWithoutNegativeLoadings) {
  Random random(test::draw_seed());
  AnyCore c(random, {.prices = {}, .nonnegative = true, .limits = {}});
  // A weight that is free has no payments, inside of the features that are in as well.
  for (Index j = 0; j < c.shape.size(); ++j) {
    for (Index i = 0; i < j; ++i) {
      if (c.shape.is_in(i) && c.shape.is_in(j)) c.dual.w(i, j) = c.dual.w(j, i) = -random.uniform();
      if (c.dual.w(i, j) < 0.0) c.dual.a(i, j) = c.dual.a(j, i) = 0.0;
    }
  }
  const bool factor = c.any.problem.in_factor_form() && test::draw_bool();
  const mpq_class upper(c.any.problem.to_user_up(c.touching(any_tau(c), factor)));
  c.for_each_touching([&](const Support& s) { RC_ASSERT(test::nonnegative_at_most(c.any.exact, s, upper)); });
}

SPICA_PROPERTY(IncludedCoreProperty, TheSameWithLimitsByGroup) {
  Random random(test::draw_seed());
  GroupLimits limits{{}, {1, 2, 1}, {"a", "b", "c"}};  // of as many features as there may be
  for (Index i = 0; i < 8; ++i) limits.group.push_back(between(random, 0, 3) - 1);
  static_assert(GroupLimits::no_group == -1);
  const AnyCore c(random, {.prices = {}, .nonnegative = false, .limits = limits});
  RC_PRE(limits.admit(c.included));
  const bool factor = c.any.problem.in_factor_form() && test::draw_bool();
  const mpq_class upper(c.any.problem.to_user_up(c.touching(any_tau(c), factor, limits)));
  Index admitted = 0;
  c.for_each_touching([&](const Support& s) {
    if (!limits.admit(s)) return;
    ++admitted;
    RC_ASSERT(test::lam_max_at_most(c.any.exact, s, upper));
  });
  RC_CLASSIFY(admitted > 0, "some admitted");
}

/// A core block, and rows, that pay for one place less than there is are refuted by enumeration. Where the features outside
/// are small, it is the block that bounds a support with one of them, else the row.
TEST(IncludedCorePlanted, APlaceTooFewIsFound) {
  for (const bool small_outside : {false, true}) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      Random random(seed);
      const Index n = 7;
      const Index k = 4;
      // Features that go together, which is where payments for each other are needed.
      Matrix a = Matrix::Ones(n, n) + 0.05 * test::gaussian(random, n, n);
      a = (a * a.transpose()).eval();
      if (small_outside) {
        a.rightCols(2) *= 1e-3;
        a.bottomRows(2) *= 1e-3;
      }
      const Problem problem = Problem::from_covariance(a);
      const Support included = {0, 1};
      const Support core = {0, 1, 2, 3, 4};
      const Matrix block = problem.block(core);
      Dual dual{block.cwiseAbs(), block};
      dual.a(0, 1) = dual.a(1, 0) = dual.w(0, 1) = dual.w(1, 0) = 0.0;
      const auto touching = [&](Index places_of_block, Index places_of_rows) {
        const presolve::Payments payments(block, dual, Shape(2 + places_of_block, {1, 1, 0, 0, 0}), 1e100);
        presolve::DenseRowOracle oracle(problem.covariance(), 2 + places_of_rows);
        const Vector payment = (small_outside ? 1e-3 : 1.0) * Vector(block.cwiseAbs().rowwise().maxCoeff());
        double upper = payments.prove(payment).value();
        for (const presolve::Row& row : oracle.ask({core, payment, -1.0, 1e100, {}, included}).rows)
          upper = std::max(upper, row.value);
        return upper;
      };
      double best = 0.0;
      test::for_each_support(n, k, [&](const Support& s) {
        if (contains(s, 0) && contains(s, 1) && s.back() > 4)
          best = std::max(best, test::lam_max(test::block(problem.covariance(), s)));
      });
      EXPECT_GE(touching(2, 2), best);
      found += (small_outside ? touching(1, 2) : touching(1, 1)) < best;
    }
    EXPECT_GT(found, 250) << small_outside;
  }
}

/// A solver that looks for cores wherever it can.
solver::Internals eager_for_cores(Random& random) {
  solver::Internals internals;
  internals.tuning.plan.core_above = 4;
  internals.tuning.plan.factor_core_above = test::draw_one_of<Index>({4, 1000});
  internals.tuning.presolve.core.first = between(random, 2, 5);
  internals.tuning.presolve.core.least_spare = 1;
  internals.tuning.presolve.core.near_miss = test::draw_one_of({0.5, 0.85, 1.0});
  return internals;
}

/// Whole solves: the bounds enclose the best of all supports that have the features, the checker accepts, and no
/// alternative is missing.
SPICA_PROPERTY(IncludedCoreProperty, SolvesEncloseTheBestWithThem) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 5, 10);
  const Index n = any.problem.features();
  const Index k = between(random, 2, std::max<Index>(2, n / 2));
  Options options;
  options.include = any_of(random, n, between(random, 1, k));
  options.heuristic.nonnegative = test::draw_bool();
  options.threads = 1;
  if (test::draw_bool()) options.alternatives = test::draw_one_of({0.0, 0.01, 0.2});
  const solver::Internals internals = eager_for_cores(random);
  bool looked = false;
  Hooks hooks;
  hooks.on_explain = [&looked](double, const std::string& what) {
    looked = looked || what.find("rules the other") != std::string::npos;
  };
  // A list of alternatives has no certificate where nothing has variance, or faces had to be told apart.
  const bool certified = !options.heuristic.nonnegative && !options.alternatives;
  const Result result = certified ? test::checked_solve(any.problem, {k}, options, hooks, internals)
                                  : solve(any.problem, {k}, options, hooks, internals);
  RC_CLASSIFY(looked, "eliminated");
  const Component& component = result.components.front();
  RC_ASSERT(std::includes(component.support.begin(), component.support.end(), options.include.begin(),
                          options.include.end()));
  const auto at_most = [&](const Support& s, double value) {
    return options.heuristic.nonnegative ? test::nonnegative_at_most(any.exact, s, mpq_class(value))
                                         : test::lam_max_at_most(any.exact, s, mpq_class(value));
  };
  test::for_each_support(n, k, [&](const Support& s) {
    if (!std::includes(s.begin(), s.end(), options.include.begin(), options.include.end())) return;
    RC_ASSERT(at_most(s, *component.upper_bound));
    if (!component.alternatives || !component.alternatives->finished) return;
    const auto is_it = [&s](const Alternative& set) { return set.support == s; };
    const auto& sets = component.alternatives->sets;
    if (std::none_of(sets.begin(), sets.end(), is_it)) RC_ASSERT(at_most(s, component.alternatives->cutoff));
  });
}

/// The best of all supports of k features that have some, by enumeration.
double best_with(const Matrix& a, Index k, const Support& included) {
  double best = -std::numeric_limits<double>::infinity();
  test::for_each_support(a.rows(), k, [&](const Support& s) {
    if (std::includes(s.begin(), s.end(), included.begin(), included.end()))
      best = std::max(best, test::lam_max(test::block(a, s)));
  });
  return best;
}

SPICA_PROPERTY(IncludedCoreProperty, WhatIsAcceptedOfATamperedCertificateIsTrue) {
  Random random(test::draw_seed());
  const Index n = between(random, 8, 14);
  const Index k = between(random, 2, 4);
  const auto flavour = test::draw_bool() ? test::Flavour::gaussian : test::Flavour::duplicates;
  Matrix values = test::covariance_of(flavour, random, n);
  // Features of very different sizes, so that some can be ruled out.
  const Vector sizes = Vector::NullaryExpr(n, [&](Index) { return std::exp(random.normal()); });
  values = (sizes.asDiagonal() * values * sizes.asDiagonal()).eval();
  values = (0.5 * (values + values.transpose())).eval();
  Options options;
  options.include = any_of(random, n, between(random, 1, k - 1));
  options.certificate = true;
  options.threads = 1;
  const Problem problem = Problem::from_covariance(values);
  const Result result = solve(problem, {k}, options, {}, eager_for_cores(random));
  io::Interpretation how;
  how.as = InputKind::covariance;
  const std::string certificate = test::certificate_of(values, how, problem, result);
  RC_CLASSIFY(certificate.find("\ncore ") != std::string::npos, "with a core");
  RC_ASSERT(test::complaint(values, certificate, result, false).empty());
  std::map<std::pair<Index, Support>, double> truth;
  Index accepted = 0;
  for (int trial = 0; trial < 150; ++trial) {
    try {
      const test::Interval proven =
          test::check_certificate(values, test::tampered(certificate, random), false).front();
      const Index k_of = proven.cardinalities.front();
      if (proven.nonnegative || !proven.limits.empty() || k_of > n) continue;  // the words were made up
      ++accepted;
      const auto [at, fresh] = truth.try_emplace({k_of, proven.included}, 0.0);
      if (fresh) at->second = best_with(values, k_of, proven.included);
      RC_ASSERT(proven.upper >= at->second * (1.0 - 1e-12));
      RC_ASSERT(proven.lower <= at->second * (1.0 + 1e-12));
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

}  // namespace
}  // namespace spica
