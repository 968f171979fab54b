// What is left where features are taken out, by --exclude, by --disjoint or before a problem is made, is a
// problem of its own, however large what was taken out is: against every support of the others in rational
// arithmetic. `make torture` runs this on many more.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/feature_set.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/claims.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

/// Some features of an extreme problem, and what they are alone.
struct Parted {
  test::Extreme whole;
  Support out;

  [[nodiscard]] Support kept() const { return complement(out, whole.data.cols()); }
  [[nodiscard]] test::Extreme rest(const Support& some) const {
    test::Extreme rest = whole;
    rest.data = whole.samples ? Matrix(whole.data(Eigen::all, some)) : Matrix(whole.data(some, some));
    return rest;
  }
  [[noreturn]] void fail(const std::string& what) const {
    RC_FAIL(fmt::format("{}\nwithout {}\n{}", what, fmt::join(out, " "), whole.text()));
  }
};

/// Features that are to be taken out are up to 1e240 times longer than they were.
Parted any_parted(bool smallest) {
  Parted parted{test::any_extreme(8, smallest), {}};
  Matrix& data = parted.whole.data;
  for (Index i = 0; i < data.cols(); ++i) {
    if (test::draw(0, 3) != 0 || static_cast<Index>(parted.out.size()) + 1 == data.cols()) continue;
    parted.out.push_back(i);
    const double unit = test::draw_one_of({1.0, 1e-3, 1e30, 1e81, 1e100, 1e240});
    data.col(i) *= unit;
    if (!parted.whole.samples) data.row(i) *= unit;
  }
  if (!data.allFinite()) RC_DISCARD("beyond the range of doubles");
  return parted;
}

Options any_options() {
  Options options;
  options.threads = test::draw(1, 3);
  options.gap = test::draw_one_of({1e-4, 1e-9, 0.0});
  options.seed = test::draw(0, 1000);
  options.heuristic.starts = 1 + test::draw(0, 2);
  if (test::draw(0, 4) == 0) options.memory_bytes = 1;  // what is open goes to disk
  return options;                                       // no limits: every search must end
}

/// Left out when the problem is made, or of the problem. Nothing where the solver refuses the data.
std::optional<Problem> problem_without(const Parted& parted, bool at_once) {
  const test::Extreme& whole = parted.whole;
  try {
    if (!at_once) return whole.problem().without(parted.out);
    SampleOptions options = whole.options;
    options.exclude = parted.out;
    return whole.samples ? Problem::from_samples(whole.data, options)
                         : Problem::from_covariance(
                               whole.data, {options.standardize, false, whole.indefinite, parted.out});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) parted.fail(error.what());
    return std::nullopt;
  }
}

/// A component in the numbers of the whole problem, checked as one of the features that were left.
void require_true(const Parted& parted, const Support& kept, Component component, double gap,
                  const std::string& name) {
  const auto left = [&kept](const Support& support) {
    return std::includes(kept.begin(), kept.end(), support.begin(), support.end());
  };
  if (!left(component.support)) parted.fail(name + ": uses a feature that was left out");
  component.support = features_to_positions(kept, component.support);
  for (Support& tie : component.ties) {
    if (!left(tie)) parted.fail(name + ": a tie uses a feature that was left out");
    tie = features_to_positions(kept, tie);
  }
  const test::Extreme rest = parted.rest(kept);
  const std::string wrong = test::false_claim(rest, rest.pencil(), component, gap);
  if (!wrong.empty())
    parted.fail(fmt::format("{}, k {}, gap {}, {}: {} in [{:a}, {:a}]", name, component.k, gap,
                            name_of(component.status), wrong, component.lower_bound,
                            component.upper_bound.value_or(NAN)));
}

/// Stopped after every node, and resumed.
Result in_pieces(const Problem& problem, const std::vector<Index>& k, Options options) {
  std::optional<SavedState> state;
  for (options.node_limit = 1;; ++options.node_limit) {
    SavedState last;
    Hooks hooks;
    hooks.on_state = [&last](const SavedState& one) { last = one; };
    if (state) hooks.resume = &*state;
    Result result = solve(problem, k, options, hooks);
    if (!stopped_early(result.status)) return result;
    state = last;
  }
}

SPICA_PROPERTY_TIMES(Torture, WhatIsLeftIsAProblemOfItsOwn, 6) {
  const bool smallest = test::draw(0, 6) == 0;
  const Parted parted = any_parted(smallest);
  const Support kept = parted.kept();
  const std::optional<Problem> problem = problem_without(parted, test::draw_bool());
  if (!problem) return;
  const Index k = test::draw(1, static_cast<std::int64_t>(kept.size()) + 1);
  Options options = any_options();
  options.smallest = smallest;
  const bool pieces = test::draw(0, 4) == 0;
  const auto check = [&](const std::string& name, const auto& work) {
    try {
      require_true(parted, kept, work().components.front(), options.gap, name);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::internal) parted.fail(error.what());
    }
  };
  check(pieces ? "in pieces" : "solve",
        [&] { return pieces ? in_pieces(*problem, {k}, options) : solve(*problem, {k}, options); });
  if (smallest) return;
  options.bound = static_cast<BoundMethod>(test::draw(0, bound_names.size()));
  options.node_limit = 100;  // boxes may be split for long
  check(std::string(name_of(options.bound)), [&] { return bound(*problem, k, options); });
}

SPICA_PROPERTY_TIMES(Torture, APathClaimsNothingFalse, 4) {
  const Parted parted = any_parted(false);
  const Support kept = parted.kept();
  const std::optional<Problem> problem = problem_without(parted, test::draw_bool());
  if (!problem) return;
  Options options = any_options();
  options.select = test::draw_one_of({0.0, 0.5, 0.9, 1.0});
  std::vector<Index> all;
  for (Index k = 1; k <= static_cast<Index>(kept.size()); ++k) all.push_back(k);
  const Result result = path(*problem, all, options);
  for (const Component& component : result.components)
    require_true(parted, kept, component, options.gap, "path");
  const PathReport& report = *result.path;
  const test::ExactPencil pencil = parted.rest(kept).pencil();
  const auto n = static_cast<Index>(kept.size());
  if (report.largest_lower > report.largest_upper || pencil.beyond(n, mpq_class(report.largest_upper), 1) ||
      pencil.bounded(complement({}, n), mpq_class(std::nextafter(report.largest_lower, -INFINITY)), 1))
    parted.fail(fmt::format("the largest eigenvalue is not in [{:a}, {:a}]", report.largest_lower,
                            report.largest_upper));
  if (report.selection->impossible &&
      pencil.beyond(*report.selection->impossible,
                    mpq_class(*options.select) * mpq_class(report.largest_lower), 1))
    parted.fail("a k that is enough is called impossible");
}

SPICA_PROPERTY_TIMES(Torture, DisjointComponentsAreTheBestOfWhatIsLeft, 4) {
  Parted parted = any_parted(false);
  const Index n = parted.whole.data.cols();
  parted.out.clear();
  std::optional<Problem> problem = problem_without(parted, true);
  if (!problem) return;
  Options options = any_options();
  options.disjoint = true;
  options.deflation = Deflation::projection;  // of the features that are left, their matrix as it is
  std::vector<Index> cardinalities;
  for (Index room = n; room > 0; room -= cardinalities.back())
    cardinalities.push_back(test::draw(1, room + 1));
  const Result result = test::draw(0, 4) == 0 ? in_pieces(*problem, cardinalities, options)
                                              : solve(*problem, cardinalities, options);
  for (const Component& component : result.components) {
    require_true(parted, parted.kept(), component, options.gap, "disjoint");
    parted.out.insert(parted.out.end(), component.support.begin(), component.support.end());
    std::sort(parted.out.begin(), parted.out.end());
  }
}

/// n > 25 and k > 3: enumeration in doubles, and exactly where that is close.
SPICA_PROPERTY(LeftOut, ManyFeaturesAgainstEnumeration) {
  if (test::draw(0, 25) != 0) return;  // a second each
  Random random(test::draw_seed());
  const Index n = test::draw(26, 30);
  const Index k = 4;
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const Matrix y = test::samples_of(flavour, random, test::draw(4, 40), n);
  Matrix a = y.transpose() * y;
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  Options options;
  options.threads = 1;
  options.gap = test::draw_one_of({1e-4, 1e-9});
  const Component component = solve(Problem::from_covariance(a), {k}, options).components.front();
  const test::ExactPencil pencil{test::exact(a)};
  RC_ASSERT(test::above(pencil.a, component, component.lower_bound) >= 0);
  const double upper = *component.upper_bound;
  double best = 0.0;
  test::for_each_support(n, k, [&](const Support& s) {
    const double value = test::lam_max(test::block(a, s));
    best = std::max(best, value);
    if (value > upper * (1.0 - 1e-11)) RC_ASSERT(pencil.bounded(s, mpq_class(upper), 1));
  });
  RC_ASSERT(component.lower_bound >= best * (1.0 - options.gap - 1e-11));
}

}  // namespace
}  // namespace spica
