// Certificates of curves over k, whose bounds follow from one another where a limit struck: the checker accepts them and
// proves the reported bounds of every k; what it accepts of a tampered one is true, by enumeration in rational arithmetic.

#include <atomic>
#include <cmath>
#include <map>

#include "checker/check.hpp"
#include "solver/internals.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/conditions.hpp"
#include "support/property.hpp"

namespace spica {
namespace {

struct CurveCase {
  Matrix values;
  io::Interpretation how;
  std::vector<Index> cardinalities;
  Options options;

  CurveCase(Random& random, Index n, bool conditions) {
    const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
    const bool samples = test::draw_bool();
    how.as = samples ? InputKind::samples : InputKind::covariance;
    values = samples ? test::samples_of(flavour, random, test::draw(3, 9), n)
                     : test::covariance_of(flavour, random, n);
    for (Index k = 1; k <= n; ++k) {
      if (k == n || test::draw(0, 4) > 0) cardinalities.push_back(k);
    }
    options.certificate = true;
    options.threads = test::draw(1, 3);
    options.gap = test::draw_one_of({1e-4, 0.3, 0.0});
    options.node_limit = test::draw_one_of<std::int64_t>({1, 3, 1000});
    if (!conditions) return;
    options.heuristic.nonnegative = test::draw(0, 3) == 0;
    if (test::draw_bool()) options.limits = test::any_limits(random, n);
    if (test::draw(0, 3) == 0) options.include = {test::draw(0, n)};
  }

  [[nodiscard]] test::ExactMatrix exact() const {
    return how.as == InputKind::samples ? test::exact_covariance_of(values, true, 0) : test::exact(values);
  }
};

struct CurveProof {
  Result result;
  std::string certificate;
};

/// Nothing where a support had to be told apart by its faces. `late`: a limit has struck before anything was done, and most k
/// have no search of their own.
std::optional<CurveProof> proven(const CurveCase& c, bool late) {
  io::Table table;
  table.path = "matrix";
  table.numbers = c.values;
  const io::Input input = io::interpret(std::move(table), c.how);
  const std::atomic<bool> stop = late;
  solver::Internals internals;
  Hooks hooks;
  if (late) {
    internals.tuning.path.late_sec = 0.0;
    hooks.stop = &stop;
  }
  Result result = solver::path(input.problem, c.cardinalities, c.options, hooks, internals);
  try {
    std::string text = test::certificate_of(c.values, c.how, input.problem, result);
    return CurveProof{std::move(result), std::move(text)};
  } catch (const Error& error) {
    const bool by_faces = std::string(error.what()).find("a bound has no certificate") != std::string::npos;
    if (!c.options.heuristic.nonnegative || !by_faces) throw;
    RC_CLASSIFY(true, "by faces");
    return std::nullopt;
  }
}

/// Every support that a claim is about is below its upper bound, and one is above its lower bound.
void require_true(const test::ExactMatrix& exact, const test::Interval& claim) {
  Options meant;
  meant.include = claim.included;
  meant.limits = claim.limits;
  meant.heuristic.nonnegative = claim.nonnegative;
  const double least = claim.lower - 1e-9 * std::abs(claim.lower) - 1e-300;
  bool reached = false;
  test::for_each_admitted(static_cast<Index>(exact.size()), claim.cardinalities.front(), meant,
                          [&](const Support& s) {
                            RC_ASSERT(test::explains_at_most(exact, s, mpq_class(claim.upper), meant));
                            reached = reached || !test::explains_at_most(exact, s, mpq_class(least), meant);
                          });
  RC_ASSERT(reached);
}

SPICA_PROPERTY(CurveCertificate, ProvesWhatIsReportedOfEveryK) {
  Random random(test::draw_seed());
  const bool conditions = test::draw_bool();
  const CurveCase c(random, test::draw(1, 9), conditions);
  const bool late = test::draw_bool();
  const auto proof = proven(c, late);
  if (!proof) return;
  RC_CLASSIFY(proof->certificate.find("\nfollows ") != std::string::npos, "something follows");
  const test::ExactMatrix exact = c.exact();
  double scale = 1e-290;
  for (std::size_t i = 0; i < exact.size(); ++i) scale = std::max(scale, std::abs(exact[i][i].get_d()));
  scale *= static_cast<double>(exact.size());
  std::map<Index, test::Interval> intervals;
  const bool in_full = test::draw(0, 4) == 0;
  for (const test::Interval& interval : test::check_certificate(c.values, proof->certificate, in_full)) {
    require_true(exact, interval);
    intervals[interval.cardinalities.front()] =
        interval;  // a better component than that of the proof follows it
  }
  RC_ASSERT(intervals.size() == c.cardinalities.size());
  for (const Component& component : proof->result.components) {
    RC_ASSERT(std::isfinite(*component.upper_bound));
    RC_ASSERT(component.lower_bound <= *component.upper_bound);
    const test::Interval& interval = intervals.at(component.k);
    RC_ASSERT(std::abs(interval.upper - *component.upper_bound) <= 1e-9 * scale);
    RC_ASSERT(std::abs(interval.lower - component.lower_bound) <= 1e-9 * scale);
  }
}

/// The same certificate with other followers.
std::string with_other_followers(const std::string& certificate, Index n, Random& random) {
  const std::size_t end = certificate.find("\nend\n");
  if (end == std::string::npos || random.uniform() < 0.3) return test::tampered(certificate, random);
  const auto k = 1 + static_cast<Index>(random.uniform() * static_cast<double>(n));
  const auto feature = static_cast<Index>(random.uniform() * static_cast<double>(n));
  std::string text = certificate.substr(0, end + 5) + "follows 1\nk " + std::to_string(k) + "\nx 1 " +
                     std::to_string(feature) + " 0x1p+0\n";
  if (random.uniform() < 0.5) return text;
  text = test::tampered(text, random);
  return text;
}

SPICA_PROPERTY(CurveCertificate, WhatIsAcceptedOfATamperedOneIsTrue) {
  Random random(test::draw_seed());
  const bool conditions = test::draw_bool();
  CurveCase c(random, test::draw(2, 7), conditions);
  c.how.as = InputKind::covariance;
  c.values = test::covariance_of(
      test::draw_one_of({test::Flavour::gaussian, test::Flavour::duplicates, test::Flavour::small_integers}),
      random, c.values.cols());
  const bool late = test::draw_bool();
  const auto proof = proven(c, late);
  if (!proof) return;
  const test::ExactMatrix exact = test::exact(c.values);
  Index accepted = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const std::string text = with_other_followers(proof->certificate, c.values.cols(), random);
    try {
      std::size_t count = 0;
      for (const test::Interval& interval : test::check_certificate(c.values, text, false)) {
        require_true(exact, interval);
        if (count++ > 0) ++accepted;
      }
    } catch (const spica_check::Rejected&) {
    } catch (const spica_check::Unreadable&) {
    }
  }
  RC_CLASSIFY(accepted > 0, "some accepted");
}

/// What follows of more features than were proven grows by at least (K - 1)/(k - 1), and of one feature nothing follows for
/// two, nor where features are included or a variance is negative.
TEST(CurveCertificateCase, NothingFollowsThatIsNotTrue) {
  const auto certificate = [](const Matrix& a, Index k, const Options& given) {
    Options options = given;
    options.certificate = true;
    options.threads = 1;
    io::Interpretation how;
    how.as = InputKind::covariance;
    how.allow_indefinite = true;
    CovarianceOptions allowed;
    allowed.allow_indefinite = true;
    const Problem problem = Problem::from_covariance(a, allowed);
    return test::certificate_of(a, how, problem, solve(problem, {k}, options));
  };
  const auto with = [](const std::string& text, Index k) {
    return text + "follows 1\nk " + std::to_string(k) + "\nx 1 0 0x1p+0\n";
  };
  const auto rejects = [](const Matrix& a, const std::string& text) {
    EXPECT_THROW((void)test::check_certificate(a, text, false), spica_check::Rejected);
    EXPECT_THROW((void)test::check_certificate(a, text, true), spica_check::Rejected);
  };
  const Matrix a = Matrix::Constant(4, 4, 1.0);  // lambda^k = k
  const std::string two = certificate(a, 2, {});
  for (const bool exact : {false, true}) {
    EXPECT_NEAR(test::check_certificate(a, with(two, 4), exact).back().upper, 6.0, 1e-8);
    EXPECT_NEAR(test::check_certificate(a, with(two, 1), exact).back().upper, 2.0, 1e-8);
  }
  rejects(a, with(certificate(a, 1, {}), 2));
  Options included;
  included.include = {0};
  rejects(a, with(certificate(a, 2, included), 3));
  EXPECT_NEAR(test::check_certificate(a, with(certificate(a, 2, included), 1), false).back().upper, 2.0,
              1e-8);
  rejects(a, two + "follows 1\nk 3\nx 1 4 0x1p+0\n");                  // no such feature
  rejects(a, two + "follows 1\nk 1\nx 2 0 1 0x1p+0 0x1p+0\n");         // too many
  rejects(a, two + "follows 2\nk 1\nx 1 0 0x1p+0\n");                  // one is missing
  rejects(4.0 * a, certificate(4.0 * a, 2, {}) + "follows 1\nk 3\n");  // no component
  rejects(-a + Matrix::Identity(4, 4) * 0.5, with(certificate(-a + Matrix::Identity(4, 4) * 0.5, 2, {}), 3));
}

}  // namespace
}  // namespace spica
