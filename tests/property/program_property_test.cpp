// The integer programs of Dey, Mazumder and Wang: valid, equal to their enumeration, as good as the paper's
// propositions promise, and never worse for more split points or cuts.

#include "linalg/support_function.hpp"
#include "programs/integer_program.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/enumeration.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

using test::Flavour;

constexpr double asked_gap = 1e-4;
// Duals at the leaves of a grid are minimised to about this.
constexpr double leaf = 1e-3;

Options options_for(BoundMethod method, Grid grid) {
  Options options;
  options.threads = 1;
  options.bound = method;
  options.gap = asked_gap;
  options.ip.grid = grid;
  options.ip.iterations = 1;
  options.ip.warm_split = Switch::off;
  options.node_limit = 600;
  return options;
}

/// Of a search that came to its end: one that the node limit stopped says nothing of its program.
double upper_of(const Matrix& a, Index k, const Options& options) {
  const Component component = bound(Problem::from_covariance(a), k, options).components.front();
  RC_PRE(component.status == Status::finished);
  return *component.upper_bound;
}

/// A random PSD matrix with its eigenvalues, descending, and a lambda that leaves p of them above.
struct Instance {
  Matrix a;
  Vector lam;
  Matrix v;
  Index k = 1;
  Index p = 1;
  double lambda = 0.0;
};

Instance any_instance(Index most_features, Index most_directions) {
  Instance instance;
  const auto n = test::draw(3, most_features + 1);
  instance.k = test::draw(1, n + 1);
  instance.p = test::draw(1, std::min(most_directions, n - 1) + 1);
  Random random(test::draw_seed());
  instance.a = test::covariance_of(Flavour::gaussian, random, n);
  test::Spectrum eigen = test::spectrum(instance.a);
  instance.lam = eigen.values.cwiseMax(0.0);
  instance.v = std::move(eigen.vectors);
  const double share = 0.05 + 0.9 * random.uniform();
  instance.lambda = (1.0 - share) * instance.lam(instance.p) + share * instance.lam(instance.p - 1);
  return instance;
}

double brute_force(const Instance& instance) {
  return test::brute_force(instance.a, instance.k);
}

/// sum over P of (lam_i - level) theta_i^2/(4 N^2).
double grid_error(const Instance& instance, double level, std::int64_t splits) {
  double sum = 0.0;
  for (Index i = 0; i < instance.p; ++i) {
    const double theta = linalg::top_k_norm(instance.v.col(i), instance.k);
    sum += (instance.lam(i) - level) * theta * theta / (4.0 * static_cast<double>(splits * splits));
  }
  return sum;
}

Options any_options(Index n) {
  static constexpr std::array methods = {BoundMethod::convex_ip, BoundMethod::pert_convex_ip,
                                         BoundMethod::l0_ip, BoundMethod::l1};
  Options options = options_for(methods[test::draw(0, methods.size())], Grid::fixed);
  options.node_limit = test::draw_one_of<std::int64_t>({1, 20, 500});
  options.gap = test::draw_one_of({0.0, 1e-4, 0.05});
  options.ip = test::any_ip_options(options.bound, n);
  return options;
}

SPICA_PROPERTY(ProgramProperty, EveryProgramBoundsEverySupportExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 1, 6);
  const Component component =
      bound(any.problem, any.k, any_options(any.problem.features())).components.front();
  RC_ASSERT(component.lower_bound <= *component.upper_bound);
  double least = *component.upper_bound;
  for (const TracePoint& point : component.trace) least = std::min(least, point.upper_bound.value_or(least));
  test::require_upper_bound(any, least);
}

SPICA_PROPERTY(ProgramProperty, TheTreeEqualsTheEnumeration) {
  const Instance instance = any_instance(5, 2);
  test::GridProgram program{instance.a,       instance.k,        instance.lambda,
                            test::draw(1, 3), test::draw_bool(), test::draw_bool()};
  Options options =
      options_for(program.convex ? BoundMethod::convex_ip : BoundMethod::pert_convex_ip, Grid::fixed);
  options.ip.lambda = instance.lambda;
  options.ip.splits = program.splits;
  options.ip.cuts = program.hull ? Cuts::all : Cuts::none;
  const double expected = test::enumerate(program);
  const double upper = upper_of(instance.a, instance.k, options);
  RC_ASSERT(upper >= expected * (1.0 - 1e-6));
  RC_ASSERT(upper <= expected * (1.0 + leaf));
}

SPICA_PROPERTY(ProgramProperty, ModelWithL0EqualsTheBestOfItsSupports) {
  const Instance instance = any_instance(4, 2);
  test::GridProgram program{instance.a, instance.k, instance.lambda, test::draw(1, 3), true, false};
  Options options = options_for(BoundMethod::l0_ip, Grid::fixed);
  options.ip.lambda = instance.lambda;
  options.ip.splits = program.splits;
  double expected = 0.0;
  test::for_each_support(instance.a.rows(), instance.k, [&](const Support& s) {
    program.only = s;
    expected = std::max(expected, test::enumerate(program));
  });
  const double upper = upper_of(instance.a, instance.k, options);
  RC_ASSERT(upper >= expected * (1.0 - 1e-6));
  RC_ASSERT(upper <= expected * (1.0 + leaf));
  options.bound = BoundMethod::pert_convex_ip;
  RC_ASSERT(upper <= upper_of(instance.a, instance.k, options) * (1.0 + leaf));
}

SPICA_PROPERTY(ProgramProperty, WorstCaseOfConvexIp) {
  // Proposition 2: at most rho^2 lambda^k plus the error of the grid, for lambda <= lambda^k.
  Instance instance = any_instance(6, 3);
  const double optimum = brute_force(instance);
  RC_PRE(instance.lambda <= optimum);
  Options options = options_for(BoundMethod::convex_ip, Grid::fixed);
  options.ip.lambda = instance.lambda;
  options.ip.cuts = Cuts::none;
  options.ip.splits = test::draw(1, 4);
  const double root = 1.0 + std::sqrt(static_cast<double>(instance.k) / static_cast<double>(instance.k + 1));
  const double most = root * root * optimum + grid_error(instance, instance.lambda, options.ip.splits);
  RC_ASSERT(upper_of(instance.a, instance.k, options) <= most * (1.0 + leaf));
}

SPICA_PROPERTY(ProgramProperty, WorstCaseOfPertConvexIp) {
  // Proposition 4: the same with the perturbed matrix.
  const Instance instance = any_instance(6, 3);
  const double lambar = instance.lam(instance.p);
  const Vector raised = instance.lam.cwiseMax(lambar);
  const Matrix perturbed = instance.v * raised.asDiagonal() * instance.v.transpose();
  Options options = options_for(BoundMethod::pert_convex_ip, Grid::fixed);
  options.ip.lambda = instance.lambda;
  options.ip.cuts = Cuts::none;
  options.ip.splits = test::draw(1, 4);
  const double root = 1.0 + std::sqrt(static_cast<double>(instance.k) / static_cast<double>(instance.k + 1));
  const double most = root * root * test::brute_force(0.5 * (perturbed + perturbed.transpose()), instance.k) +
                      grid_error(instance, lambar, options.ip.splits);
  RC_ASSERT(upper_of(instance.a, instance.k, options) <= most * (1.0 + leaf));
}

SPICA_PROPERTY(ProgramProperty, ConvexIpOfTheMatrixIsBelowThatOfThePerturbedOne) {
  const Instance instance = any_instance(6, 3);
  const Matrix perturbed =
      instance.v * instance.lam.cwiseMax(instance.lam(instance.p)).asDiagonal() * instance.v.transpose();
  Options options = options_for(BoundMethod::convex_ip, Grid::fixed);
  options.ip.lambda = instance.lambda;
  const double of_a = upper_of(instance.a, instance.k, options);
  const double of_perturbed = upper_of(0.5 * (perturbed + perturbed.transpose()), instance.k, options);
  RC_ASSERT(of_a <= of_perturbed * (1.0 + leaf));
}

SPICA_PROPERTY(ProgramProperty, MoreSplitPointsCutsAndIterationsNeverHurt) {
  const Instance instance = any_instance(6, 3);
  Options options =
      options_for(test::draw_one_of({BoundMethod::convex_ip, BoundMethod::pert_convex_ip}), Grid::fixed);
  options.ip.lambda = instance.lambda;
  options.ip.splits = test::draw(1, 3);
  options.ip.cuts = test::draw_one_of({Cuts::none, Cuts::iterative, Cuts::all});
  const double before = upper_of(instance.a, instance.k, options);
  const auto never_worse = [&](const Options& more) {
    RC_ASSERT(upper_of(instance.a, instance.k, more) <= before * (1.0 + leaf));
  };
  Options finer = options;
  finer.ip.splits *= 2;
  never_worse(finer);
  Options refined = options;
  refined.ip.iterations = 3;
  never_worse(refined);
  Options cut = options;
  cut.ip.cuts = Cuts::all;
  never_worse(cut);
  Options limit = options;
  limit.ip.grid = Grid::adaptive;
  never_worse(limit);
}

SPICA_PROPERTY(ProgramProperty, LambdaMayBeAnEigenvalue) {
  // The eliminated form of the perturbed program is continuous in lambda: no perturbation is left to choose.
  const Instance instance = any_instance(6, 3);
  Options options = options_for(BoundMethod::pert_convex_ip, Grid::fixed);
  options.ip.lambda = instance.lam(instance.p);
  const double at = upper_of(instance.a, instance.k, options);
  options.ip.lambda = instance.lam(instance.p) + 1e-7 * instance.lam(0);
  const double near = upper_of(instance.a, instance.k, options);
  RC_ASSERT(std::abs(at - near) <= leaf * at);
}

SPICA_PROPERTY(ProgramProperty, L1RelaxationIsWithinItsFactors) {
  const Instance instance = any_instance(7, 3);
  const Options options = options_for(BoundMethod::l1, Grid::adaptive);
  const Component component =
      bound(Problem::from_covariance(instance.a), instance.k, options).components.front();
  const double optimum = brute_force(instance);
  RC_ASSERT(component.l1.has_value());
  const L1Report& l1 = *component.l1;
  RC_ASSERT(l1.value <= *component.upper_bound);
  RC_ASSERT(l1.value <= l1.theorem_factor * optimum);
  RC_ASSERT(l1.value <= l1.factor * optimum);
  RC_ASSERT(l1.point.norm() <= 1.0);
  RC_ASSERT(l1.point.lpNorm<1>() <= std::sqrt(static_cast<double>(instance.k)));
  RC_ASSERT(static_cast<Index>(l1.rounded.size()) <= instance.k);
  RC_ASSERT(l1.rounded_value <= optimum * (1.0 + 1e-12));
  RC_ASSERT(l1.rounded_value * l1.theorem_factor >= l1.value * (1.0 - 1e-9));
  if (component.status == Status::finished) {
    RC_ASSERT(*component.upper_bound <= l1.theorem_factor * optimum * (1.0 + leaf));
    RC_ASSERT(*component.upper_bound <= l1.factor * optimum * (1.0 + leaf));
    RC_ASSERT(*component.upper_bound <= l1.value * (1.0 + leaf));
  }
}

SPICA_PROPERTY(ProgramProperty, OneFeatureAndAllFeaturesAreExact) {
  const Instance instance = any_instance(7, 3);
  const Index n = instance.a.rows();
  for (const BoundMethod method : {BoundMethod::l1, BoundMethod::sample, BoundMethod::sdp}) {
    const Options options = options_for(method, Grid::adaptive);
    RC_ASSERT(upper_of(instance.a, 1, options) <= instance.a.diagonal().maxCoeff() * (1.0 + 1e-9));
    RC_ASSERT(upper_of(instance.a, n, options) <= instance.lam(0) * (1.0 + 1.01 * asked_gap));
  }
}

SPICA_PROPERTY(ProgramProperty, NamesSignsAndUnitsDoNotMatter) {
  const Instance instance = any_instance(6, 3);
  const Index n = instance.a.rows();
  Options options = options_for(test::draw_one_of({BoundMethod::convex_ip, BoundMethod::pert_convex_ip,
                                                   BoundMethod::l0_ip, BoundMethod::l1}),
                                test::draw_one_of({Grid::fixed, Grid::adaptive}));
  options.ip.ipos = instance.p;
  const double upper = upper_of(instance.a, instance.k, options);
  Matrix moved(n, n);
  std::vector<Index> permutation(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) permutation[static_cast<std::size_t>(i)] = n - 1 - i;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const double signs = (i % 2 == 0 ? 1.0 : -1.0) * (j % 2 == 0 ? 1.0 : -1.0);
      moved(i, j) =
          37.0 * signs *
          instance.a(permutation[static_cast<std::size_t>(i)], permutation[static_cast<std::size_t>(j)]);
    }
  }
  const double of_moved = upper_of(moved, instance.k, options);
  RC_ASSERT(std::abs(of_moved - 37.0 * upper) <= 2.0 * leaf * of_moved);
}

/// Rank one: vv' with v = (2, 1, 2, -1, -1). lambda^2 = 8.
Matrix rank_one() {
  Vector v(5);
  v << 2.0, 1.0, 2.0, -1.0, -1.0;
  return v * v.transpose();
}

TEST(ProgramProperty, HoldsOnItsOwnWithoutAGoodIncumbent) {
  // The lower bound must not be what makes the upper one true.
  Random random(1);
  const Stopwatch clock;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 3 + trial % 4;
    const Index k = 1 + trial % 3;
    const Matrix a = trial < 40       ? rank_one()
                     : trial % 2 == 0 ? test::covariance_of(Flavour::rank_one, random, n)
                                      : test::covariance_of(Flavour::small_integers, random, n);
    const Problem problem = Problem::from_covariance(a);
    const SparseVector one_feature{{0}, Vector::Ones(1)};
    programs::ProgramTask task{
        .problem = problem,
        .method = BoundMethod::convex_ip,
        .incumbent = one_feature,
        .lower = std::max(0.0, verify::rayleigh_lower(problem, one_feature)),
        .seed = 1,
        .k = k,
        .engine = {.gap = trial % 3 == 0 ? 0.0 : 1e-12,
                   .limits = {.clock = &clock, .node_limit = trial % 5 == 0 ? 3 : 30}}};
    task.ip.grid = Grid::fixed;
    task.ip.warm_split = Switch::off;
    task.ip.ipos = std::min<Index>(2 + trial % 2, n);
    task.ip.theta = trial % 4 < 2 ? Theta::l0 : Theta::l1;
    task.ip.splits = 1 + trial % 4;
    task.ip.iterations = 2;
    task.ip.cuts = trial % 2 == 0 ? Cuts::iterative : Cuts::none;
    const mpq_class upper(problem.to_user_up(programs::solve_program(task).upper));
    const test::ExactMatrix exact = test::exact(a);
    test::for_each_support(a.rows(), std::min(k, a.rows()), [&](const Support& s) {
      EXPECT_TRUE(test::lam_max_at_most(exact, s, upper)) << trial;
    });
  }
}

}  // namespace
}  // namespace spica
