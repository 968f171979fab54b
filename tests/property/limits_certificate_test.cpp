// Certificates with limits by group: the checker accepts those of solve and says which limits they are about; what it
// accepts of a tampered one is true, by enumeration in rational arithmetic; a limit that is off by one is found.

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <sstream>

#include "base/limited_size.hpp"
#include "checker/check.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/exact.hpp"
#include "support/joint_oracle.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

struct LimitedCase {
  Matrix values;
  io::Interpretation how;
  std::vector<Index> cardinalities;
  Options options;

  /// Covariances and samples of any flavour with limits of any kind.
  LimitedCase(Random& random, Index n, Index most_k) {
    const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
    const bool samples = test::draw_bool();
    how.as = samples ? InputKind::samples : InputKind::covariance;
    how.center = test::draw_bool();
    values = samples ? test::samples_of(flavour, random, test::draw(3, 12), n)
                     : test::covariance_of(flavour, random, n);
    cardinalities.push_back(test::draw(1, most_k + 1));
    options.limits = test::any_limits(random, n);
    options.certificate = true;
    options.threads = 1;
  }
};

struct LimitedProof {
  Result result;
  std::string certificate;
};

LimitedProof proven(const LimitedCase& c) {
  io::Table table;
  table.path = "matrix";
  table.numbers = c.values;
  const io::Input input = io::interpret(std::move(table), c.how);
  Result result = solve(input.problem, c.cardinalities, c.options);
  std::string text = test::certificate_of(c.values, c.how, input.problem, result);
  return {std::move(result), std::move(text)};
}

/// The groups that have more features than their limit, whatever their numbers are.
std::set<std::pair<Index, Support>> groups_of(const GroupLimits& limits) {
  std::vector<Support> members(limits.at_most.size());
  for (std::size_t i = 0; i < limits.group.size(); ++i) {
    if (limits.group[i] != GroupLimits::no_group)
      members[static_cast<std::size_t>(limits.group[i])].push_back(static_cast<Index>(i));
  }
  std::set<std::pair<Index, Support>> result;
  for (std::size_t g = 0; g < members.size(); ++g) {
    if (limits.at_most[g] < static_cast<Index>(members[g].size()))
      result.emplace(limits.at_most[g], members[g]);
  }
  return result;
}

double largest_variance(const LimitedCase& c) {
  return c.how.as == InputKind::samples ? c.values.cwiseAbs2().colwise().mean().maxCoeff()
                                        : c.values.diagonal().maxCoeff();
}

void require_accepted(const LimitedCase& c, const LimitedProof& proof) {
  // A component that has to have some feature may explain little, and leave little, beside the checker's rounding.
  const bool little = *proof.result.components.back().upper_bound < 1e-4 * largest_variance(c);
  if (!c.options.include.empty() && (little || c.cardinalities.size() > 1)) {
    (void)test::check_certificate(c.values, proof.certificate, false);
    return;
  }
  const bool exact = c.values.cols() <= 12 && test::draw(0, 4) == 0;
  const std::string complaint = test::complaint(c.values, proof.certificate, proof.result, exact);
  if (!complaint.empty()) RC_FAIL(complaint);
  for (const test::Interval& interval : test::check_certificate(c.values, proof.certificate, false))
    RC_ASSERT(groups_of(interval.limits) == groups_of(c.options.limits));
}

SPICA_PROPERTY(LimitsCertificate, OfOneAndSeveralComponents) {
  Random random(test::draw_seed());
  const Index n = test::draw_one_of<Index>({2, 4, 6, 8, 10, 20, 40, 90});
  LimitedCase c(random, n, std::min<Index>(n, 6));
  c.options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  c.options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  c.options.heuristic.nonnegative = test::draw(0, 3) == 0;
  c.options.smallest = test::draw(0, 6) == 0;
  if (!c.options.smallest) {
    if (test::draw_bool()) c.cardinalities.push_back(test::draw(1, std::min<Index>(n, 4)));
    c.options.deflation = test::draw_bool() ? Deflation::schur : Deflation::projection;
    const Index wanted = c.cardinalities.front() + c.cardinalities.back();
    c.options.disjoint = wanted < n && test::draw(0, 3) == 0;
    if (!c.options.disjoint && test::draw_bool()) c.options.include = {test::draw(0, n - 1)};
    if (n >= 8 && !c.options.disjoint && test::draw_bool()) c.how.exclude = {std::to_string(n - 1)};
  }
  require_accepted(c, proven(c));
}

SPICA_PROPERTY(LimitsCertificate, OfCores) {
  Random random(test::draw_seed());
  LimitedCase c(random, test::draw(71, 130), 6);
  c.options.time_limit_sec = 5.0;
  require_accepted(c, proven(c));
}

SPICA_PROPERTY(LimitsCertificate, OfAlternatives) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 9);
  LimitedCase c(random, n, std::min<Index>(n, 5));
  c.options.heuristic.nonnegative = test::draw(0, 3) == 0;
  c.options.alternatives = test::draw_one_of({0.0, 1e-4, 0.05, 0.5});
  c.options.most = test::draw_one_of<std::int64_t>({1, 3, 100});
  if (test::draw_bool()) c.options.include = {test::draw(0, n)};
  const LimitedProof proof = proven(c);
  require_accepted(c, proof);
  const test::Interval first = test::check_certificate(c.values, proof.certificate, false).front();
  RC_ASSERT(first.listed.size() == proof.result.components.front().alternatives->sets.size());
}

/// Limits that leave room for one feature, of many: sets of one feature have no core.
TEST(LimitsCertificateCase, AlternativesOfOneFeature) {
  constexpr Index n = 90;
  Matrix a = 0.1 * Matrix::Ones(n, n);
  for (Index i = 0; i < n; ++i) a(i, i) = 1.0 + 0.01 * static_cast<double>(i);
  Options options;
  options.threads = 1;
  options.certificate = true;
  options.alternatives = 0.011;
  options.limits = {std::vector<Index>(static_cast<std::size_t>(n), 0), {1}, {"all"}};
  const Problem problem = Problem::from_covariance(a);
  for (const Support& include : {Support{}, Support{7}}) {
    options.include = include;
    const Result result = solve(problem, {3}, options);
    EXPECT_EQ(result.components.front().alternatives->sets.size(), include.empty() ? 3U : 1U);
    io::Interpretation how;
    how.as = InputKind::covariance;
    const std::string text = test::certificate_of(a, how, problem, result);
    EXPECT_EQ(test::complaint(a, text, result, false), "");
  }
}

/// Whether every support that a claim is about, and that is not listed, is below what it says.
void require_true(const LimitedCase& c, const test::Interval& claim) {
  const Index n = c.values.rows();
  const test::ExactMatrix exact = test::exact(c.values);
  const Index k = claim.cardinalities.front();
  std::vector<Index> everything(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) everything[static_cast<std::size_t>(i)] = i;
  const Index size = std::min(k, limited_size(claim.limits, everything));
  const auto at_most = [&](const Support& s, double value) {
    return claim.nonnegative ? test::nonnegative_at_most(exact, s, mpq_class(value))
                             : test::lam_max_at_most(exact, s, mpq_class(value));
  };
  bool reached = false;
  for (Index count = 1; count <= k; ++count) {
    test::for_each_support(n, count, [&](const Support& s) {
      Support with;
      std::set_union(s.begin(), s.end(), claim.included.begin(), claim.included.end(),
                     std::back_inserter(with));
      if (static_cast<Index>(with.size()) > k || !claim.limits.admit(with)) return;
      RC_ASSERT(at_most(s, claim.upper));
      reached = reached || !at_most(s, claim.lower - 1e-9 * std::abs(claim.lower) - 1e-300);
      const bool meant = with == s && count == size && claim.listed_upper != 0.0;
      if (meant && std::find(claim.listed.begin(), claim.listed.end(), s) == claim.listed.end())
        RC_ASSERT(at_most(s, claim.listed_upper));
    });
  }
  RC_ASSERT(reached);
}

/// A limit that is one more or less, a feature of another group or of none, or anything else.
std::string with_other_limits(const std::string& certificate, Random& random) {
  std::vector<std::string> lines;
  std::istringstream stream(certificate);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const auto at = std::find_if(lines.begin(), lines.end(),
                               [](const std::string& line) { return line.starts_with("limits "); });
  if (at == lines.end() || random.uniform() < 0.3) return test::tampered(certificate, random);
  const std::size_t groups = std::stoul(at->substr(7));
  std::vector<std::vector<Index>> numbers(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    std::istringstream words(*(at + 1 + static_cast<std::ptrdiff_t>(g)));
    for (Index number = 0; words >> number;) numbers[g].push_back(number);
  }
  std::vector<Index>& some =
      numbers[static_cast<std::size_t>(random.uniform() * static_cast<double>(groups))];
  std::vector<Index>& other =
      numbers[static_cast<std::size_t>(random.uniform() * static_cast<double>(groups))];
  const double what = random.uniform();
  if (what < 0.35) {
    ++some[0];
  } else if (what < 0.5) {
    --some[0];
  } else if (some.size() > 3) {
    const auto moved =
        static_cast<std::ptrdiff_t>(2 + random.uniform() * static_cast<double>(some.size() - 2));
    const Index feature = some[static_cast<std::size_t>(moved)];
    some.erase(some.begin() + moved);
    if (what < 0.75) other.push_back(feature);
    std::sort(other.begin() + 2, other.end());
  }
  for (std::size_t g = 0; g < groups; ++g) {
    std::string text = std::to_string(numbers[g][0]) + " " + std::to_string(numbers[g].size() - 2);
    for (std::size_t q = 2; q < numbers[g].size(); ++q) text += " " + std::to_string(numbers[g][q]);
    *(at + 1 + static_cast<std::ptrdiff_t>(g)) = text;
  }
  std::string result;
  for (const std::string& line : lines) result += line + "\n";
  return random.uniform() < 0.5 ? result : test::tampered(result, random);
}

SPICA_PROPERTY(LimitsCertificate, WhatIsAcceptedOfATamperedOneIsTrue) {
  Random random(test::draw_seed());
  const Index n = test::draw(3, 8);
  LimitedCase c(random, n, 3);
  c.how.as = InputKind::covariance;
  c.values = test::covariance_of(
      test::draw_one_of({test::Flavour::gaussian, test::Flavour::duplicates, test::Flavour::small_integers}),
      random, n);
  c.options.heuristic.nonnegative = test::draw(0, 3) == 0;
  if (test::draw_bool()) c.options.alternatives = test::draw_one_of({1e-4, 0.2});
  if (test::draw_bool()) c.options.include = {test::draw(0, n)};
  const LimitedProof proof = proven(c);
  Index accepted = 0;
  for (int trial = 0; trial < 60; ++trial) {
    try {
      const std::string text = with_other_limits(proof.certificate, random);
      const test::Interval first = test::check_certificate(c.values, text, false).front();
      ++accepted;
      if (first.cardinalities.front() <= 4) require_true(c, first);
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

/// Components chosen together: few features, the pairs relaxation with prices, and cores.
SPICA_PROPERTY(LimitsCertificate, OfJointChoices) {
  Random random(test::draw_seed());
  const Index n = test::draw_one_of<Index>({3, 6, 10, 18, 25, 140});
  LimitedCase c(random, n, std::min<Index>(n, 5));
  c.cardinalities.resize(static_cast<std::size_t>(test::draw(1, std::min<Index>(n, 4))),
                         c.cardinalities.front());
  if (test::draw_bool()) c.cardinalities.back() = test::draw(1, std::min<Index>(n, 6));
  c.options.joint = true;
  c.options.heuristic.nonnegative = n < 30 && test::draw(0, 4) == 0;
  c.options.gap = test::draw_one_of({1e-4, 1e-2});
  c.options.node_limit = test::draw_one_of<std::int64_t>({1, 5, 1000});
  if (n > 10) c.options.time_limit_sec = 2.0;
  if (n >= 6 && test::draw_bool()) c.how.exclude = {std::to_string(n - 1)};
  require_accepted(c, proven(c));
}

SPICA_PROPERTY(LimitsCertificate, WhatIsAcceptedOfATamperedJointOneIsTrue) {
  Random random(test::draw_seed());
  const Index n = test::draw(4, 9);
  LimitedCase c(random, n, 3);
  c.how.as = InputKind::covariance;
  c.values =
      test::covariance_of(test::draw_one_of({test::Flavour::gaussian, test::Flavour::duplicates}), random, n);
  c.cardinalities = test::draw_bool() ? std::vector<Index>{2, 2} : std::vector<Index>{3, 1};
  c.options.joint = true;
  const std::string certificate = proven(c).certificate;
  Index accepted = 0;
  for (int trial = 0; trial < 60; ++trial) {
    try {
      const test::Interval first =
          test::check_certificate(c.values, with_other_limits(certificate, random), false).front();
      ++accepted;
      if (first.nonnegative) continue;  // made up
      const double best =
          test::best_choice(c.values, first.cardinalities, first.included, first.limits).total;
      RC_ASSERT(first.upper >= best - 1e-12 * std::abs(best));
      RC_ASSERT(first.lower <= best + 1e-12 * std::abs(best));
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

/// A certificate of limits that are one too small, which says that they are what they should be.
TEST(LimitsPlanted, TheCheckerFindsALimitThatIsOffByOne) {
  for (const bool core : {false, true}) {
    const Index n = core ? 90 : 8;
    for (Index group = 0; group < 2; ++group) {
      Options options;
      options.threads = 1;
      options.certificate = true;
      options.limits = {{}, {2, 2}, {"a", "b"}};
      for (Index i = 0; i < n; ++i)
        options.limits.group.push_back(i < 4 ? 0 : i < 8 ? 1 : GroupLimits::no_group);
      options.limits.at_most[static_cast<std::size_t>(group)] = 1;
      Matrix a = Matrix::Identity(n, n);
      a.topLeftCorner(8, 8).array() += 1.0;
      for (Index i = 8; i < n; ++i) a(i, i) = 0.1;
      const Problem problem = Problem::from_covariance(a);
      const Result result = solve(problem, {4}, options);
      io::Interpretation how;
      how.as = InputKind::covariance;
      std::string text = test::certificate_of(a, how, problem, result);
      ASSERT_EQ(test::complaint(a, text, result, false), "");
      const std::string members = group == 0 ? " 4 0 1 2 3\n" : " 4 4 5 6 7\n";
      const std::size_t at = text.find("\n1" + members);
      ASSERT_NE(at, std::string::npos);
      text[at + 1] = '2';
      EXPECT_THROW((void)test::check_certificate(a, text, false), spica_check::Rejected);
      EXPECT_THROW((void)test::check_certificate(a, text, true), spica_check::Rejected);
    }
  }
}

}  // namespace
}  // namespace spica
