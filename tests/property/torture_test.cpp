// Every bound of solve and of every dual method, on matrices at the edges of double precision, against every
// support in rational arithmetic. `make torture` runs this on 100,000 matrices.

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/claims.hpp"
#include "support/extreme.hpp"
#include "support/property.hpp"

namespace spica {
namespace {

/// A problem with what was asked of it, for the message of a failure.
struct ExtremeCase {
  test::Extreme extreme;
  Problem problem;
  test::ExactPencil pencil;
  Index k = 1;

  [[noreturn]] void fail(const std::string& what, const Options& options) const {
    const IpOptions& ip = options.ip;
    const std::string text = fmt::format(
        "{}: k {}, gap {}, node limit {}, time limit {}, seed {}, starts {}, steps {}, sigma0 {}, ipos {}, "
        "splits {}, iterations {}, lambda {:a}, theta {}, cuts {}, grid {}, warm split {}, residual {}\n{}",
        what, k, options.gap, options.node_limit, options.time_limit_sec, options.seed,
        options.heuristic.starts, options.heuristic.steps, options.sigma0, ip.ipos.value_or(0), ip.splits,
        ip.iterations.value_or(0), ip.lambda.value_or(-1.0), name_of(ip.theta), name_of(ip.cuts),
        name_of(ip.grid), name_of(ip.warm_split), ip.residual, extreme.text());
    RC_FAIL(text);
  }
  void require_true(const Component& component, const Options& options, const std::string& name) const {
    const std::string wrong = test::false_claim(extreme, pencil, component, options.gap);
    if (!wrong.empty()) fail(name + ": " + wrong, options);
  }
};

ExtremeCase any_case(bool smallest) {
  const test::Extreme extreme = test::any_extreme(10, smallest);
  const Index k = test::draw(1, extreme.data.cols() + 1);
  try {
    const Problem problem = extreme.problem();
    return {extreme, problem, extreme.pencil(), k};
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
    RC_DISCARD("beyond the range of the solver");
  }
}

Options any_options() {
  Options options;
  options.threads = 1;
  options.certificate = true;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 2, 10, 300, 300});
  options.time_limit_sec = test::draw_one_of({1.0, 1.0, 1.0, 1e-3, 0.0});
  options.seed = test::draw(0, 1000);
  if (test::draw_bool()) {  // poor incumbents
    options.heuristic.starts = 1;
    options.heuristic.steps = 1;
  }
  return options;
}

Options any_bound_options(const ExtremeCase& c) {
  Options options = any_options();
  options.bound = static_cast<BoundMethod>(test::draw(0, bound_names.size()));
  options.sigma0 = test::draw_one_of({0.01, 1e-6, 1e3});
  if (test::draw_bool()) {
    options.ip = test::any_ip_options(options.bound, c.problem.features());
    if (test::draw(0, 4) == 0)
      options.ip.lambda =
          c.problem.to_user_up(c.problem.trace() * 0.1 * static_cast<double>(test::draw(0, 10)));
  }
  return options;
}

/// The checker accepts what was found, and proves the same bounds.
void require_certificate(const ExtremeCase& c, const Result& result, const Options& options) {
  if (options.ip.residual) return;  // has none
  io::Interpretation how;
  how.standardize = c.extreme.options.standardize;
  how.center = c.extreme.options.center;
  how.ddof = c.extreme.options.ddof;
  const bool exact = test::draw(0, 8) == 0;
  const std::string text = test::certificate_of(c.extreme.data, how, c.problem, result);
  const std::string wrong = test::complaint(c.extreme.data, text, result, exact);
  if (!wrong.empty())
    c.fail(fmt::format("certificate of {}: {}", result.components.front().method, wrong), options);
}

/// Nothing where the solver refuses; an internal error is a failure.
template <class Work>
std::optional<Component> unless_refused(const ExtremeCase& c, const Options& options, Work work) {
  try {
    const Result result = work();
    require_certificate(c, result, options);
    return result.components.front();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::internal) c.fail(error.what(), options);
    return std::nullopt;
  }
}

void require_true_smallest(const ExtremeCase& c, const Options& options) {
  const auto component = unless_refused(c, options, [&] { return solve(c.problem, {c.k}, options); });
  if (!component) return;
  c.require_true(*component, options, "smallest");
  double most = component->lower_bound;
  for (const TracePoint& point : component->trace) most = std::max(most, point.lower_bound.value_or(most));
  if (const auto s = c.pencil.beyond(c.k, most, -1))
    c.fail(fmt::format("smallest: invalid lower bound {:a}", most), options);
}

/// Checks what is claimed of a component and returns the least upper bound claimed on the way.
double least_upper(const ExtremeCase& c, const Component& component, const Options& options,
                   const std::string& name) {
  c.require_true(component, options, name);
  if (component.l1 && !component.l1->rounded.empty() &&
      c.pencil.bounded(component.l1->rounded,
                       std::nextafter(component.l1->rounded_value, -std::numeric_limits<double>::infinity()),
                       1))
    c.fail(fmt::format("{}: {:a} is not attained by rounding", name, component.l1->rounded_value), options);
  double least = *component.upper_bound;
  for (const TracePoint& point : component.trace) least = std::min(least, point.upper_bound.value_or(least));
  return least;
}

SPICA_PROPERTY_TIMES(Torture, NoBoundIsInvalid, 20) {
  const bool smallest = test::draw(0, 6) == 0;
  const ExtremeCase c = any_case(smallest);
  if (smallest) {
    Options options = any_options();
    options.smallest = true;
    require_true_smallest(c, options);
    if (c.extreme.indefinite) return;
  }
  struct Claim {
    double upper = std::numeric_limits<double>::infinity();
    Options options;
    std::string name;
  } least;
  const auto check = [&](const Options& options, const std::string& name, auto work) {
    const auto component = unless_refused(c, options, work);
    if (!component) return;
    const double upper = least_upper(c, *component, options, name);
    if (upper < least.upper) least = {upper, options, name};
  };
  const Options options = any_options();
  check(options, "solve", [&] { return solve(c.problem, {c.k}, options); });
  const auto methods = test::draw(1, 3);
  for (std::int64_t i = 0; i < methods; ++i) {
    const Options single = any_bound_options(c);
    check(single, std::string(name_of(single.bound)), [&] { return bound(c.problem, c.k, single); });
  }
  if (std::isfinite(least.upper) && c.pencil.beyond(c.k, mpq_class(least.upper), 1))
    c.fail(fmt::format("{}: invalid upper bound {:a}", least.name, least.upper), least.options);
}

}  // namespace
}  // namespace spica
