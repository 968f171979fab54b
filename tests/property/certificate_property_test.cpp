// Certificates of solve: the checker accepts them and proves the reported bounds; what it accepts of a
// tampered one is true all the same.

#include <algorithm>
#include <functional>
#include <set>

#include "checker/check.hpp"
#include "solver/internals.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/joint_oracle.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

struct Case {
  Matrix values;
  io::Interpretation how;
  std::vector<Index> cardinalities;
};

struct Solved {
  Result result;
  std::string certificate;
};

using Method = std::function<Result(const Problem&, const Options&)>;

Solved certified(const Case& c, Options options, const Method& method) {
  io::Table table;
  table.path = "matrix";
  table.numbers = c.values;
  const io::Input input = io::interpret(std::move(table), c.how);
  options.certificate = true;
  options.threads = 1;
  Result result = method(input.problem, options);
  std::string text = test::certificate_of(c.values, c.how, input.problem, result);
  return {std::move(result), std::move(text)};
}

Solved solve_with_certificate(const Case& c, const Options& options = {}) {
  return certified(c, options, [&c](const Problem& problem, const Options& wanted) {
    return solve(problem, c.cardinalities, wanted);
  });
}

Solved bound_with_certificate(const Case& c, const Options& options) {
  return certified(c, options, [&c](const Problem& problem, const Options& wanted) {
    return bound(problem, c.cardinalities.front(), wanted);
  });
}

/// Covariances and samples of any flavour; `features` decides which parts of the solver they come to.
Case any_case(Index features, Index most_k) {
  Random random(test::draw_seed());
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  const bool samples = test::draw_bool();
  Case c;
  c.how.as = samples ? InputKind::samples : InputKind::covariance;
  c.how.center = test::draw_bool();
  c.values = samples ? test::samples_of(flavour, random, test::draw(3, 12), features)
                     : test::covariance_of(flavour, random, features);
  c.cardinalities.push_back(test::draw(1, most_k + 1));
  return c;
}

void require_acceptance(const Case& c, const Solved& solved) {
  const bool exact = c.values.cols() <= 12 && test::draw(0, 4) == 0;
  const std::string complaint = test::complaint(c.values, solved.certificate, solved.result, exact);
  if (!complaint.empty()) RC_FAIL(complaint);
}

void require_acceptance(const Case& c, const Options& options = {}) {
  require_acceptance(c, solve_with_certificate(c, options));
}

/// The same without negative loadings. A support that had to be told apart by its faces has no certificate.
void require_nonnegative_acceptance(const Case& c, Options options) {
  options.heuristic.nonnegative = true;
  try {
    require_acceptance(c, solve_with_certificate(c, options));
  } catch (const Error& error) {
    if (std::string(error.what()).find("a bound has no certificate") == std::string::npos) throw;
    RC_CLASSIFY(true, "by faces");
  }
}

SPICA_PROPERTY(CertificateProperty, WithoutNegativeLoadings) {
  const Index n = test::draw_one_of<Index>({3, 6, 10, 20, 40, 90});
  Case c = any_case(n, std::min<Index>(n, 6));
  Options options;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  options.smallest = test::draw(0, 5) == 0;
  options.joint = !options.smallest && n > 3 && n < 30 && test::draw_bool();
  if (!options.smallest && test::draw_bool()) c.cardinalities.push_back(test::draw(1, std::min<Index>(n, 4)));
  require_nonnegative_acceptance(c, options);
}

SPICA_PROPERTY(CertificateProperty, SingleBounds) {
  const Index n = test::draw(1, 30);
  const Case c = any_case(n, n);
  Options options;
  options.bound = test::draw_one_of(
      {BoundMethod::spectral, BoundMethod::pairs, BoundMethod::cauchy, BoundMethod::sdp, BoundMethod::dadal});
  options.time_limit_sec = 0.2;
  require_acceptance(c, bound_with_certificate(c, options));
}

SPICA_PROPERTY(CertificateProperty, FactorsAndBoxes) {
  const Index n = test::draw(2, 20);
  const Case c = any_case(n, n);
  Options options;
  options.bound = test::draw_one_of({BoundMethod::sample, BoundMethod::convex_ip, BoundMethod::pert_convex_ip,
                                     BoundMethod::l0_ip, BoundMethod::l1});
  options.ip.grid = test::draw_one_of({Grid::adaptive, Grid::fixed});
  options.ip.cuts = test::draw_one_of({Cuts::none, Cuts::iterative, Cuts::all});
  if (test::draw_bool()) options.ip.ipos = test::draw(1, n);
  options.time_limit_sec = 0.2;
  options.node_limit = test::draw_one_of<std::int64_t>({1, 20, 300});
  require_acceptance(c, bound_with_certificate(c, options));
}

SPICA_PROPERTY(CertificateProperty, SmallestEigenvalues) {
  const Index n = test::draw(1, 25);
  const Case c = any_case(n, n);
  Options options;
  options.smallest = true;
  options.node_limit = test::draw_one_of<std::int64_t>({1, 30, 300});
  require_acceptance(c, options);
}

/// The best support is found while a node is in work: what is screened after that is above the bound that the
/// node came with.
TEST(CertificateProperty, ACutoffThatRisesWithinANode) {
  Case c;
  c.how.as = InputKind::samples;
  c.how.center = false;
  c.values.resize(9, 24);
  c.values << -1, -1, 2, 0, 0, 0, 1, -1, 0, 0, 2, -2, -1, -2, 0, 0, -1, 3, 0, -1, 0, -1, 0, 1, -1, 1, 1, 0, 0,
      -2, 0, 1, 1, 0, -1, 2, -2, 1, 0, -1, 1, 0, 0, -1, 0, 1, -2, 0, 0, 0, -1, 0, 1, -1, 0, -1, 1, 2, -1, 2,
      -2, 0, 1, -1, 1, -1, 1, -1, 0, 0, 2, 0, -1, -1, 0, 0, 1, 0, 0, 1, 2, 0, 0, 0, -1, 0, 0, 1, -1, 0, 0, 0,
      1, 0, -1, 2, 0, 0, -1, -1, 0, -1, -1, 1, -1, 1, 0, -1, 0, -1, -1, 0, -1, 1, -1, 0, 0, -2, -1, 2, 0, 0,
      -1, 0, 0, 1, 1, 0, -1, -1, 1, 1, 3, 0, 0, -1, -1, 0, 1, 1, 0, -1, 0, 1, 2, 0, -1, -1, 0, 0, -1, 1, -1,
      0, -1, 1, -1, 0, 0, 0, 0, 0, 1, 0, -1, 1, 1, 1, -1, 0, 1, 0, -1, 1, -1, -2, -2, -1, -1, -1, 1, 2, 0, 1,
      -1, -1, 0, 0, 1, 0, -1, 0, 0, 0, -1, -2, 0, -2, 1, 0, 1, -1, 0, 0, -1, 0, -1, -1, 0, 0, 0, -1, -1, 0, 1,
      1;
  c.cardinalities = {5};
  Options options;
  options.smallest = true;
  const Solved solved = solve_with_certificate(c, options);
  EXPECT_EQ(test::complaint(c.values, solved.certificate, solved.result, false), "");
}

SPICA_PROPERTY(CertificateProperty, IsometryConstants) {
  Case c = any_case(test::draw(1, 15), 4);
  c.how.as = InputKind::sensing;
  c.how.standardize = test::draw_bool();
  c.cardinalities = {std::min<Index>(c.cardinalities.front(), c.values.cols())};
  require_acceptance(c, certified(c, {}, [&c](const Problem& problem, const Options& wanted) {
                       return rip(problem, c.cardinalities.front(), wanted);
                     }));
}

SPICA_PROPERTY(CertificateProperty, AFewFeaturesAndSeveralComponents) {
  const Index n = test::draw(1, 10);
  Case c = any_case(n, n);
  for (Index more = test::draw(0, std::min<Index>(3, n)); more > 0; --more)
    c.cardinalities.push_back(test::draw(1, n + 1));
  Options options;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0, 0.05});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  require_acceptance(c, options);
}

SPICA_PROPERTY(CertificateProperty, PairsProbesAndGroups) {
  Options options;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  require_acceptance(any_case(test::draw(17, 60), 6), options);
}

SPICA_PROPERTY(CertificateProperty, Cores) {
  require_acceptance(any_case(test::draw(71, 120), 6));
}

/// Features that are in, with core elimination and without.
SPICA_PROPERTY(CertificateProperty, CoresWithFeaturesThatAreIn) {
  const Index n = test::draw_one_of<Index>({6, 30, 75, 120});
  Case c = any_case(n, 5);
  const Index k = c.cardinalities.front() = std::max<Index>(c.cardinalities.front(), 2);
  Options options;
  std::set<Index> in;
  // Fewer than k: two constant features alone have no variance to compare bounds by.
  for (Index more = test::draw(1, k); more > 0; --more) in.insert(test::draw(0, n - 1));
  options.include.assign(in.begin(), in.end());
  options.node_limit = test::draw_one_of<std::int64_t>({1, 30, 300});
  if (test::draw_bool()) {
    require_nonnegative_acceptance(c, options);
  } else {
    require_acceptance(c, options);
  }
}

SPICA_PROPERTY(CertificateProperty, Correlations) {
  Case c = any_case(test::draw(2, 40), 5);
  c.values = test::gaussian(*std::make_unique<Random>(test::draw_seed()), test::draw(3, 9), c.values.cols());
  c.how.as = InputKind::samples;
  c.how.standardize = true;
  c.cardinalities = {std::min<Index>(c.cardinalities.front(), c.values.cols())};
  require_acceptance(c);
}

/// Components chosen together: few features, the pairs relaxation with prices, and cores.
SPICA_PROPERTY(CertificateProperty, JointChoices) {
  const Index n = test::draw_one_of<Index>({3, 6, 10, 18, 25, 140});
  Case c = any_case(n, std::min<Index>(n, 5));
  const auto count = static_cast<std::size_t>(test::draw(1, std::min<Index>(n, 4)));
  c.cardinalities.resize(count, c.cardinalities.front());
  if (test::draw_bool()) c.cardinalities.back() = test::draw(1, std::min<Index>(n, 6));
  Options options;
  options.joint = true;
  options.gap = test::draw_one_of({1e-4, 1e-2});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  if (n > 10) options.time_limit_sec = 2.0;
  if (test::draw_bool()) options.include = {test::draw(0, n - 1)};
  if (n >= 6 && test::draw_bool()) c.how.exclude = {std::to_string(n - 1)};
  require_acceptance(c, options);
}

/// What the number of features decides otherwise: which bound there is, whether a core is looked for, and how large it is.
solver::Internals any_plan() {
  solver::Internals internals;
  solver::Tuning& tuning = internals.tuning;
  tuning.plan.spectral_up_to = test::draw_one_of<Index>({1, 16});
  tuning.plan.pairs_up_to = test::draw_one_of<Index>({1, 2500});
  tuning.plan.core_above = test::draw_one_of<Index>({1, 70});
  tuning.plan.factor_core_above = test::draw_one_of<Index>({1, 1000});
  tuning.presolve.core.first = test::draw(1, 5);
  tuning.presolve.core.least_spare = 1;
  tuning.presolve.core.most_share = test::draw_one_of({0.8, 1.0});
  tuning.joint.core_above = test::draw_one_of<Index>({1, 100});
  tuning.joint.spectral_up_to = test::draw_one_of<Index>({1, 12});
  tuning.joint.optimal_up_to = test::draw_one_of<Index>({1, 12});
  return internals;
}

SPICA_PROPERTY_TIMES(CertificateProperty, EveryPlanOnAFewFeatures, 3) {
  const Index n = test::draw(4, 10);
  Case c = any_case(n, n / 2);
  for (Index more = test::draw(0, 3); more > 0; --more) c.cardinalities.push_back(test::draw(1, n / 2 + 1));
  Options options;
  options.joint = test::draw_bool();
  options.gap = test::draw_one_of({1e-4, 0.05, 0.3});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  const solver::Internals internals = any_plan();
  require_acceptance(c, certified(c, options, [&](const Problem& problem, const Options& wanted) {
                       return solver::solve(problem, c.cardinalities, wanted, {}, internals);
                     }));
}

SPICA_PROPERTY(CertificateProperty, WhatIsAcceptedOfATamperedOneIsTrue) {
  Random random(test::draw_seed());
  const Index n = test::draw_one_of<Index>({4, 7, 18, 72});
  Case c;
  c.how.as = InputKind::covariance;
  c.values = test::covariance_of(random.uniform() < 0.5 ? Flavour::gaussian : Flavour::duplicates, random, n);
  c.cardinalities = {n > 20 ? 2 : 3};
  Options options;
  options.bound = test::draw_one_of({BoundMethod::sample, BoundMethod::convex_ip, BoundMethod::pert_convex_ip,
                                     BoundMethod::l0_ip, BoundMethod::cauchy});
  options.ip.grid = test::draw_one_of({Grid::adaptive, Grid::fixed});
  options.node_limit = 20;
  const bool single_bound = n < 10 && test::draw_bool();
  const bool nonnegative = !single_bound && n < 20 && test::draw_bool();
  Options solving;
  solving.heuristic.nonnegative = nonnegative;
  const std::string certificate =
      (single_bound ? bound_with_certificate(c, options) : solve_with_certificate(c, solving)).certificate;
  std::vector<double> truth;
  std::vector<double> nonnegative_truth;
  for (Index k = 1; k <= std::min<Index>(n, n > 20 ? 2 : 4); ++k) {
    truth.push_back(test::brute_force(c.values, k));
    if (nonnegative) nonnegative_truth.push_back(test::brute_force_nonnegative(c.values, k));
  }
  Index accepted = 0;
  for (int trial = 0; trial < 100; ++trial) {
    try {
      const test::Interval first =
          test::check_certificate(c.values, test::tampered(certificate, random), false).front();
      if (!first.limits.empty()) continue;  // made up
      ++accepted;
      if (first.cardinalities.front() > static_cast<Index>(truth.size())) continue;
      const std::vector<double>& of_sign = first.nonnegative ? nonnegative_truth : truth;
      if (of_sign.empty()) continue;  // the word was made up
      const double best = of_sign[static_cast<std::size_t>(first.cardinalities.front() - 1)];
      RC_ASSERT(first.upper >= best * (1.0 - 1e-12));
      RC_ASSERT(first.lower <= best * (1.0 + 1e-12));
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

SPICA_PROPERTY(CertificateProperty, WhatIsAcceptedOfATamperedJointOneIsTrue) {
  Random random(test::draw_seed());
  Case c;
  c.how.as = InputKind::covariance;
  const Index n = test::draw(4, 9);
  c.values = test::covariance_of(random.uniform() < 0.5 ? Flavour::gaussian : Flavour::duplicates, random, n);
  c.cardinalities = {2, 2};
  if (test::draw_bool()) c.cardinalities = {3, 1};
  Options options;
  options.joint = true;
  if (test::draw_bool()) options.include = {test::draw(0, n)};
  const std::string certificate = solve_with_certificate(c, options).certificate;
  Index accepted = 0;
  for (int trial = 0; trial < 100; ++trial) {
    try {
      const test::Interval first =
          test::check_certificate(c.values, test::tampered(certificate, random), false).front();
      if (!first.limits.empty()) continue;  // made up
      ++accepted;
      const double best = test::best_choice(c.values, first.cardinalities, first.included).total;
      RC_ASSERT(first.upper >= best - 1e-12 * std::abs(best));
      RC_ASSERT(first.lower <= best + 1e-12 * std::abs(best));
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

}  // namespace
}  // namespace spica
