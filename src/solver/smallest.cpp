// The smallest k-sparse eigenvalue through the largest one of a reflection (maths.md, 5.1):
//
//   mu^k(A) = min { x'Ax : |x| = 1, x k-sparse } = c - lambda^k(cI - A),   for every c.
//
// c is a multiple, of few bits, at or just above a proven bound of lam_max(A): cI - A is then positive
// semidefinite, which bounds like to see, most of the differences c - A_ii are exact, and c - (a bound) costs
// at most one rounding, outwards. Nothing in the proof depends on that choice. Cost beside the search: two
// extreme eigenvalues and n^2 numbers.

#include <algorithm>
#include <cmath>
#include <functional>

#include "bounds/spectral/spectral.hpp"
#include "numerics/rounding.hpp"
#include "proof/writer.hpp"
#include "solver/certified.hpp"
#include "solver/given_numbers.hpp"

namespace spica::solver {

namespace {

/// How large A is, in scaled units.
struct Size {
  double largest_entry = 0.0;
  double lam_max = 0.0;  ///< proven from above

  Size(const Problem& problem, const std::function<bool()>& out_of_time)
      : largest_entry(problem.covariance().cwiseAbs().maxCoeff()),
        lam_max(bounds::bound_block(problem, all_features(problem), out_of_time).upper) {}

  [[nodiscard]] double norm() const { return std::max(std::abs(lam_max), largest_entry); }
  /// What k-sparse vectors can reach.
  [[nodiscard]] double reach(Index k) const {
    return std::min(norm(), static_cast<double>(k) * largest_entry);
  }
  /// c: lam_max rounded up to a multiple of about a thousandth of the norm.
  [[nodiscard]] double above() const {
    if (largest_entry == 0.0) return 0.0;
    const double unit = std::ldexp(1.0, std::ilogb(norm()) - 10);
    return std::ceil(lam_max / unit) * unit;
  }
};

/// cI - A, and how its bounds become those of A, in the user's units.
class Reflection {
 public:
  Reflection(const Problem& problem, const Size& size, Index k, const std::function<bool()>& out_of_time)
      : reflected_(problem.reflected(size.above())),
        axis_(size.above()),
        c_(std::ldexp(size.above(), problem.exponent())),
        scaled_top_(bounds::bound_block(reflected_, all_features(problem), out_of_time).upper),
        top_(reflected_.to_user_up(scaled_top_)),
        floor_(numerics::subtract_down(c_, top_)),
        scale_(std::ldexp(size.reach(k), problem.exponent())) {
    if (problem.in_factor_form()) floor_ = std::max(floor_, 0.0);  // the exact matrix is a Gram matrix
  }

  [[nodiscard]] const Problem& problem() const { return reflected_; }

  /// What to ask of the search, whose gap is relative to its own values: they are at most top_, so this share
  /// of them is at most `gap` times the scale.
  [[nodiscard]] double search_gap(double gap) const {
    return scale_ > 0.0 && top_ > 0.0 ? gap * (scale_ / top_) : gap;
  }

  [[nodiscard]] Progress back(Progress progress) const {
    const double upper = upper_from(progress.lower_bound);
    progress.lower_bound = lower_from(progress.upper_bound);
    progress.upper_bound = upper;
    progress.gap_scale = scale_;
    return progress;
  }

  [[nodiscard]] Component back(Component component, const Turn& turn, const Options& options) const {
    component.sense = Sense::smallest;
    component.negligible = false;
    component.certificate_axis = axis_;
    if (!component.certificate.empty() && top_ < component.upper_bound)
      component.certificate = of_top(component, turn, options);
    component.gap_scale = scale_;
    if (component.support_upper) component.support_upper = lower_from(component.support_upper);
    if (component.better) component.better->value = upper_from(component.better->value);
    const double upper = upper_from(component.lower_bound);
    component.lower_bound = lower_from(component.upper_bound);
    component.upper_bound = upper;
    component.gap = relative_gap(component.lower_bound, upper, scale_);
    for (TracePoint& point : component.trace) {
      const double point_upper = upper_from(*point.lower_bound);
      point.lower_bound = lower_from(point.upper_bound);
      point.upper_bound = point_upper;
    }
    return component;
  }

 private:
  /// That no x at all does better than the search knows.
  [[nodiscard]] std::string of_top(const Component& component, const Turn& turn,
                                   const Options& options) const {
    proof::Node root;
    root.reason = proof::reason::Spectral{};
    proof::Claim claim;
    claim.k = component.k;
    claim.included = options.include;
    claim.x = {component.support, component.loadings};
    claim.upper = scaled_top_;
    claim.nonnegative = options.heuristic.nonnegative;
    claim.limits = options.limits;
    claim.deflations = 1;  // its roundings are as large
    claim.root = &root;
    claim.features = all_features(reflected_);
    number_as_given(claim, turn);
    return proof::write_component(claim).value_or("");
  }

  [[nodiscard]] double upper_from(double reflected_lower) const {
    return numerics::subtract_up(c_, reflected_lower);
  }
  [[nodiscard]] double lower_from(std::optional<double> reflected_upper) const {
    return reflected_upper ? std::max(floor_, numerics::subtract_down(c_, *reflected_upper)) : floor_;
  }

  Problem reflected_;
  double axis_;  // c in scaled units
  double c_;
  double scaled_top_;
  double top_;    // not below lam_max(cI - A)
  double floor_;  // not above lam_min(A)
  double scale_;  // of the gap
};

}  // namespace

Component smallest_component(const Turn& turn, const Run& run) {
  const Problem& problem = turn.problem;
  require_dense(problem);
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  const Reflection reflection(problem, Size(problem, out_of_time), turn.k, out_of_time);
  Options options = run.options;
  options.gap = reflection.search_gap(options.gap);
  Hooks hooks = run.hooks;
  if (run.hooks.on_progress) {
    hooks.on_progress = [&](const Progress& progress) { run.hooks.on_progress(reflection.back(progress)); };
  }
  const Turn reflected{reflection.problem(), turn.k, turn.index, turn.start, turn.features, turn.left_out};
  return reflection.back(solve_component(reflected, Run(run, options, hooks)), turn, run.options);
}

}  // namespace spica::solver
