// Sets of features that come close to the best, against every set of k features in rational arithmetic.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "base/limited_size.hpp"
#include "bounds/spectral/spectral.hpp"
#include "checker/check.hpp"
#include "proof/writer.hpp"
#include "search/support/branch_and_bound.hpp"
#include "search/support/collector.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

Support problem_features(Index n) {
  Support all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

struct NearbyCase {
  std::optional<Problem> problem;
  test::ExactMatrix exact;
  Index k = 1;
  Index size = 1;  ///< of a set: k, or what limits by group allow
  Options options;

  /// A covariance, samples or an indefinite matrix, as it is or in tiny or huge units.
  NearbyCase() {
    const Index n = test::draw(1, 9);
    Random random(test::draw_seed());
    const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
    const double unit = test::draw_one_of({1.0, 1.0, 1e-150, 1e150});
    switch (test::draw(0, 3)) {
      case 0: {
        const Matrix y = test::samples_of(flavour, random, test::draw(2, 9), n) * std::sqrt(unit);
        problem = Problem::from_samples(y);
        exact = test::exact_covariance_of(y, true, 0);
        break;
      }
      case 1: {
        const Matrix a = test::covariance_of(flavour, random, n) * unit;
        problem = Problem::from_covariance(a);
        exact = test::exact(a);
        break;
      }
      default: {
        const Matrix a = test::symmetric(random, n) * unit;
        CovarianceOptions how;
        how.allow_indefinite = true;
        problem = Problem::from_covariance(a, how);
        exact = test::exact(a);
      }
    }
    k = test::draw(1, n + 1);
    options.threads = 1;
    options.alternatives = test::draw_one_of({0.0, 1e-6, 0.01, 0.1, 0.5});
    options.most = test::draw_one_of<std::int64_t>({1, 3, 100, 100});
    options.heuristic.nonnegative = test::draw_bool();
    if (test::draw_bool() && k > 1) options.include = {test::draw(0, n)};
    if (test::draw_bool()) options.limits = test::any_limits(random, n);
    size = std::min(k, limited_size(options.limits, problem_features(n)));
  }

  [[nodiscard]] bool at_most(const Support& s, double value) const {
    return options.heuristic.nonnegative ? test::nonnegative_at_most(exact, s, mpq_class(value))
                                         : test::lam_max_at_most(exact, s, mpq_class(value));
  }
};

SPICA_PROPERTY(AlternativesProperty, EverySetIsListed) {
  const NearbyCase c;
  const Component component = solve(*c.problem, {c.k}, c.options).components.front();
  RC_ASSERT(component.alternatives.has_value());
  const Alternatives& near = *component.alternatives;
  RC_ASSERT(near.finished);
  std::set<Support> listed;
  for (const Alternative& set : near.sets) {
    RC_ASSERT(static_cast<Index>(set.support.size()) == c.size);
    RC_ASSERT(c.options.limits.admit(set.support));
    RC_ASSERT(listed.insert(set.support).second);
    RC_ASSERT(set.value <= set.upper);
    RC_ASSERT(c.at_most(set.support, set.upper));
  }
  RC_ASSERT(static_cast<std::int64_t>(near.sets.size()) <= c.options.most);
  std::int64_t above = 0;
  test::for_each_support(c.problem->features(), c.size, [&](const Support& s) {
    if (!c.options.limits.admit(s)) return;
    if (!std::includes(s.begin(), s.end(), c.options.include.begin(), c.options.include.end())) return;
    if (listed.contains(s)) {
      ++above;
      return;
    }
    RC_ASSERT(c.at_most(s, near.cutoff));  // nothing that is not listed is above the cutoff
  });
  RC_ASSERT(above == static_cast<std::int64_t>(listed.size()));
  if (near.complete) RC_ASSERT(near.count == above);
  // The component is the best of them.
  for (const Alternative& set : near.sets) RC_ASSERT(set.value <= *component.upper_bound);
  for (const Index i : near.in_every) {
    for (const Alternative& set : near.sets)
      RC_ASSERT(std::binary_search(set.support.begin(), set.support.end(), i));
  }
}

SPICA_PROPERTY(AlternativesProperty, TheComponentStaysTheSame) {
  NearbyCase c;
  const Problem& problem = *c.problem;
  const Component with = solve(problem, {c.k}, c.options).components.front();
  c.options.alternatives.reset();
  const Component alone = solve(problem, {c.k}, c.options).components.front();
  RC_ASSERT(with.lower_bound >= alone.lower_bound);
  RC_ASSERT(*with.upper_bound <= *alone.upper_bound);
}

/// Says of one set that it does not come close.
class Forgetful : public bounds::Bound {
 public:
  Forgetful(const Problem& problem, Support victim) : honest_(problem), victim_(std::move(victim)) {}

  [[nodiscard]] std::string_view name() const override { return "forgetful"; }
  [[nodiscard]] bounds::Value evaluate(const bounds::Node& node, const bounds::Hint& hint) const override {
    bounds::Value value = honest_.evaluate(node, hint);
    if (node.is_leaf() && node.leaf_support() == victim_) value.upper = 0.0;
    return value;
  }

 private:
  bounds::Spectral honest_;
  Support victim_;
};

/// A search that leaves out one set, planted on purpose: the checker rejects its list.
TEST(AlternativesPlanted, ASetThatIsLeftOutIsFound) {
  const Index n = 9;
  const Index k = 3;
  int planted = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Matrix a = test::covariance_of(test::Flavour::gaussian, random, n);
    const Problem problem = Problem::from_covariance(a);
    Options options;
    options.threads = 1;
    options.certificate = true;
    options.alternatives = 0.3;
    Result result = solve(problem, {k}, options);
    Component& component = result.components.front();
    const auto& sets = component.alternatives->sets;
    if (!component.alternatives->complete || sets.size() < 2) continue;
    ++planted;
    io::Interpretation how;
    how.as = InputKind::covariance;
    EXPECT_EQ(test::complaint(a, test::certificate_of(a, how, problem, result), result, false), "");

    const Forgetful bound(problem, sets[1].support);
    search::Collector collector(std::ldexp(component.alternatives->cutoff, -problem.exponent()), 100, 1e-4);
    search::SupportSettings settings{.k = k, .collector = &collector};
    settings.evidence = std::make_shared<proof::Node>();
    const SparseVector best{component.support, component.loadings};
    (void)search::branch_and_bound(problem, bound, {best, verify::rayleigh_lower(problem, best)}, settings);
    EXPECT_EQ(collector.kept().size(), sets.size() - 1);
    proof::Claim claim;
    claim.k = k;
    claim.upper = collector.level();
    claim.root = settings.evidence.get();
    claim.features = problem_features(n);
    for (const search::EnclosedSupport& one : collector.kept()) claim.listed.push_back(one.support);
    std::string& text = component.certificate;
    text.resize(text.find("alternatives"));
    text += proof::write_alternatives(claim).value();
    EXPECT_THROW(test::check_certificate(a, test::certificate_of(a, how, problem, result), false),
                 spica_check::Rejected)
        << seed;
  }
  EXPECT_GT(planted, 5);
}

}  // namespace
}  // namespace spica
