// Twelve ways for a bound or a search to be wrong, planted on purpose: the reported upper bound falls below
// lambda^k, and the checker rejects the certificate.

#include <array>
#include <cmath>

#include "bounds/pairs/pairs.hpp"
#include "checker/proof.hpp"
#include "proof/writer.hpp"
#include "search/support/branch_and_bound.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

using bounds::Hint;
using bounds::Node;
using bounds::Value;

enum class Bug {
  bound_too_low,
  one_feature_less,    // the bound of k - 1 features
  wrong_sign,          // of w
  half_the_payments,   // h without a factor
  free_weights,        // negative w without a payment, as if no loading were negative
  screens_the_best,    // a feature of the best support
  requires_the_worst,  // a feature that no good support has
  forgets_a_feature,   // of the node
  stale_point,         // of the root, and its matrix not restricted
  calls_it_empty,
  calls_it_single,
  skips_a_child,  // of the search
};
constexpr int bug_count = 12;

/// A bound with one bug. It keeps its findings to itself, so that the search starts from a poor component.
class Liar : public bounds::Bound {
 public:
  Liar(const Problem& problem, SparseVector start, Support best, Bug bug)
      : honest_(problem, std::move(start)), best_(std::move(best)), bug_(bug) {}

  [[nodiscard]] std::string_view name() const override { return "liar"; }
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override {
    Hint quiet = hint;
    quiet.suggest = {};
    Node seen = node;
    if (bug_ == Bug::one_feature_less && static_cast<Index>(node.included.size()) + 1 < node.k) --seen.k;
    if (bug_ == Bug::forgets_a_feature && seen.free.size() > 3) std::erase(seen.free, best_.front());
    Value value = honest_.evaluate(seen, quiet);
    if (seen.free.size() < node.free.size())
      value.relevance = Vector::Ones(static_cast<Index>(node.free.size()));
    if (hint.evidence != nullptr && node.included.empty()) lie(node, value, *hint.evidence);
    return value;
  }

 private:
  static proof::PointRef changed(const proof::PointRef& point, double of_a, double of_w) {
    if (!point) return point;
    proof::Point::Double pairs;
    point->for_each([&](std::size_t, std::size_t, double w, double a) {
      pairs.push_back(of_w * w);
      pairs.push_back(of_a * a);
    });
    return std::make_shared<proof::Point>(point->features(), std::move(pairs));
  }

  static proof::PointRef without_payments(const proof::PointRef& point) {
    if (!point) return point;
    proof::Point::Double pairs;
    point->for_each([&](std::size_t, std::size_t, double w, double a) {
      pairs.push_back(w);
      pairs.push_back(w < 0.0 ? 0.0 : a);
    });
    return std::make_shared<proof::Point>(point->features(), std::move(pairs));
  }

  void lie(const Node& node, Value& value, proof::Node& evidence) const {
    const bool has_best = std::binary_search(node.free.begin(), node.free.end(), best_.front());
    switch (bug_) {
      case Bug::bound_too_low:
        value.upper *= 0.8;
        break;
      case Bug::wrong_sign:
        evidence.reason = proof::reason::Pairs{changed(proof::pairs_point(evidence.reason), 1.0, -1.0)};
        value.upper *= 0.8;
        break;
      case Bug::half_the_payments:
        evidence.reason = proof::reason::Pairs{changed(proof::pairs_point(evidence.reason), 0.5, 1.0)};
        value.upper *= 0.8;
        break;
      case Bug::free_weights:
        evidence.reason = proof::reason::Pairs{without_payments(proof::pairs_point(evidence.reason))};
        value.upper *= 0.8;
        break;
      case Bug::screens_the_best:
        if (!has_best || !proof::pairs_point(evidence.reason)) break;
        value.screened = {best_.front()};
        value.required.clear();
        evidence.steps = {proof::step::Out{value.screened, proof::pairs_point(evidence.reason)}};
        value.screened_at = 0.0;
        break;
      case Bug::requires_the_worst:
        if (value.required.empty() && value.screened.empty() && proof::pairs_point(evidence.reason)) {
          Index worst = 0;
          value.relevance.minCoeff(&worst);
          value.required = {node.free[static_cast<std::size_t>(worst)]};
          evidence.steps.emplace_back(
              proof::step::In{value.required.front(), proof::pairs_point(evidence.reason)});
          value.screened_at = 0.0;
        }
        break;
      case Bug::stale_point:
        if (!first_) first_ = proof::pairs_point(evidence.reason);
        evidence.reason = proof::reason::Pairs{first_};
        value.upper *= 0.8;
        break;
      case Bug::calls_it_empty:
      case Bug::calls_it_single:
        evidence.reason = proof::reason::Spectral{};
        if (bug_ == Bug::calls_it_empty) evidence.reason = proof::reason::Empty{};
        value.upper = 0.0;
        break;
      case Bug::one_feature_less:
      case Bug::forgets_a_feature:
      case Bug::skips_a_child:
        break;
    }
  }

  bounds::Pairs honest_;
  Support best_;
  Bug bug_;
  mutable proof::PointRef first_;
};

struct Report {
  double truth = 0.0;
  double upper = 0.0;
  bool accepted = false;
};

Support best_support(const Matrix& a, Index k) {
  Support best;
  double value = -1.0;
  test::for_each_support(a.rows(), k, [&](const Support& s) {
    const double here = test::lam_max(test::block(a, s));
    if (here > value) {
      value = here;
      best = s;
    }
  });
  return best;
}

/// The bug at work on a random covariance of 18 features, k = 3, from a component of one feature.
Report plant(Bug bug, std::uint32_t seed) {
  Random random(seed);
  const Index n = 18;
  const Index k = 3;
  const Matrix a = test::covariance_of(test::Flavour::gaussian, random, n);
  const Problem problem = Problem::from_covariance(a);
  const Support best = best_support(a, k);
  const SparseVector start{{best.front() == 0 ? Index{1} : Index{0}}, Vector::Ones(1)};
  const Liar liar(problem, start, best, bug);
  search::SupportSettings settings{.k = k};
  settings.evidence = std::make_shared<proof::Node>();
  search::Outcome outcome =
      search::branch_and_bound(problem, liar, {start, verify::rayleigh_lower(problem, start)}, settings);

  Report report{test::brute_force(a, k), 0.0, false};
  proof::Claim claim;
  claim.k = k;
  claim.x = outcome.best.x;
  claim.upper = outcome.upper;
  claim.root = settings.evidence.get();
  if (bug == Bug::skips_a_child && settings.evidence->with) {
    // The supports without the first feature were never looked at.
    settings.evidence->without = std::make_shared<proof::Node>();
    settings.evidence->without->reason = proof::reason::Empty{};
    claim.upper = 0.9 * std::ldexp(report.truth, -problem.exponent());
  }
  for (Index i = 0; i < n; ++i) claim.features.push_back(i);
  report.upper = std::ldexp(claim.upper, problem.exponent());
  spica_check::Table table{
      static_cast<std::size_t>(n), static_cast<std::size_t>(n), {a.data(), a.data() + a.size()}};
  spica_check::Preparation how;
  how.exponent = problem.exponent();
  const std::optional<std::string> text = proof::write_component(claim);
  if (!text) return report;
  try {
    spica_check::Tokens tokens(*text);
    spica_check::check_component(tokens, spica_check::Problem<spica_check::Ball>(table, how));
    report.accepted = true;
  } catch (const spica_check::Rejected&) {
  }
  return report;
}

TEST(PlantedBug, TheCheckerCatchesEach) {
  for (int bug = 0; bug < bug_count; ++bug) {
    int wrong = 0;
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
      const Report report = plant(static_cast<Bug>(bug), seed);
      if (report.upper >= report.truth * (1.0 - 1e-9)) continue;  // no harm done
      ++wrong;
      EXPECT_FALSE(report.accepted) << "bug " << bug << ", seed " << seed;
    }
    EXPECT_GT(wrong, 0) << "bug " << bug << " does nothing";
  }
}

}  // namespace
}  // namespace spica
