// lambda^k(A) <= lam_max(A + k Diag(|r_i|^2) - RR') for the R that the descent ends with, proven for the
// doubles in A or in its factor (cauchy/proof.hpp). The exact A of the input differs from that by at most the
// k largest rho_i^2 on k features (maths.md, 4.2), which are added. R = 0 is the spectral bound: the better
// of the two is reported.

#include "bounds/cauchy/cauchy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/feature_set.hpp"
#include "base/limits.hpp"
#include "bounds/cauchy/descent.hpp"
#include "bounds/cauchy/proof.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

struct CauchyState : State {
  Support features;
  Matrix r;  // in units of sqrt(unit)
};

/// The component if all of it is among the features, renumbered; else nothing.
SparseVector localised(const SparseVector& component, const Support& features) {
  SparseVector local{positions_of_common(features, component.support), component.values};
  if (local.support.size() < component.support.size()) return {};
  return local;
}

/// Proves points of a descent on some features. A proof for many features takes seconds, and none of those
/// may begin when time is up: so they are made on the way, too, as often as their share of the time allows.
class Prover {
 public:
  struct Proven {
    double upper = std::numeric_limits<double>::infinity();
    Matrix r = {};
  };

  Prover(const Problem& problem, const Support& features, Index k, double unit,
         const CauchySettings& settings, std::function<bool()> out_of_time)
      : problem_(problem),
        features_(features),
        k_(k),
        unit_(unit),
        settings_(settings),
        out_of_time_(std::move(out_of_time)) {}

  void on_the_way(const cauchy::Descent& best) {
    const double since_sec = clock_.seconds() - ended_sec_;
    if (is_quick(best.r) || settings_.share_of_proofs * since_sec < took_sec_) return;
    const double start_sec = clock_.seconds();
    Proven found = prove(best, out_of_time_);
    ended_sec_ = clock_.seconds();
    took_sec_ = ended_sec_ - start_sec;
    if (found.upper < proven_.upper) proven_ = std::move(found);
  }

  /// Of the last point, or of the best on the way if there is no time for that.
  Proven finish(const cauchy::Descent& last) {
    const bool quick = is_quick(last.r);
    if (!quick && out_of_time_ && out_of_time_()) return std::move(proven_);
    Proven found = prove(last, quick ? std::function<bool()>() : out_of_time_);
    return std::move(found.upper < proven_.upper ? found : proven_);
  }

 private:
  [[nodiscard]] bool is_dense() const {
    return !problem_.in_factor_form() || static_cast<Index>(features_.size()) <= settings_.dense_proof_up_to;
  }
  /// A proof of this R takes a fraction of a second.
  [[nodiscard]] bool is_quick(const Matrix& r) const {
    const auto n = static_cast<double>(features_.size());
    const double width = is_dense() ? n : static_cast<double>(factor_of(problem_).rows() + r.cols());
    return n * width * width / 3.0 < settings_.quick_proof;
  }

  [[nodiscard]] Proven prove(const cauchy::Descent& point, const std::function<bool()>& out_of_time) const {
    Matrix r = std::sqrt(unit_) * point.r;
    cauchy::scrub(r);
    const double estimate = point.value * unit_;
    const double upper =
        is_dense()
            ? cauchy::prove_dense(problem_.block(features_), k_, r, estimate, out_of_time)
            : cauchy::prove_factor(factor_of(problem_).gather(features_), k_, r, estimate, out_of_time);
    const Vector squares = problem_.error_radius()(features_).cwiseAbs2();
    Support worst;
    for (const Index i : linalg::top_k(squares, k_)) worst.push_back(features_[static_cast<std::size_t>(i)]);
    const double slack = verify::block_error(problem_, worst);
    return {slack == 0.0 ? upper : numerics::up(upper + slack), std::move(r)};
  }

  const Problem& problem_;
  const Support& features_;
  Index k_;
  double unit_;
  const CauchySettings& settings_;
  std::function<bool()> out_of_time_;
  Stopwatch clock_;
  double ended_sec_ = 0.0;  // the last proof
  double took_sec_ = 0.0;
  Proven proven_;
};

}  // namespace

Cauchy::Cauchy(const Problem& problem, SparseVector component, const CauchySettings& settings)
    : problem_(problem), component_(std::move(component)), settings_(settings) {
  unit_ = verify::rayleigh_lower(problem_, component_);
}

Value Cauchy::evaluate(const Node& node, const Hint& hint) const {
  if (std::optional<Value> exact = closed_form(problem_, node, hint)) return *exact;
  Value value = Spectral(problem_).evaluate(node, hint);
  constexpr double no_variance = 1e-200;  // scales below it overflow
  const auto out_of_time = [&hint] { return hint.out_of_time && hint.out_of_time(); };
  if (!(unit_ > no_variance) || value.upper <= hint.cutoff || out_of_time()) return value;

  auto state = std::make_shared<CauchyState>();
  state->features = node.candidates();
  const cauchy::Data data(problem_, state->features, unit_, settings_.eigen);
  const auto* parent = dynamic_cast<const CauchyState*>(hint.parent);
  Matrix start = parent != nullptr
                     ? Matrix(parent->r(positions_of_common(parent->features, state->features), Eigen::all))
                     : cauchy::starting_point(data, node.k, localised(component_, state->features),
                                              hint.out_of_time, settings_.start);
  if (start.size() == 0 || out_of_time()) return value;
  const double target =
      std::max(hint.cutoff / unit_ * (1.0 - settings_.below_cutoff), 1.0 + settings_.close_enough);
  Prover prover(problem_, state->features, node.k, unit_, settings_, hint.out_of_time);
  const cauchy::DescentLimits limits{target, hint.out_of_time,
                                     [&prover](const cauchy::Descent& best) { prover.on_the_way(best); }};
  cauchy::Descent descent = cauchy::descend(data, node.k, std::move(start), limits, settings_.descent);

  if (descent.r.size() == 0) return value;
  Prover::Proven proven = prover.finish(descent);
  if (hint.evidence != nullptr && proven.upper < value.upper)
    hint.evidence->reason = proof::reason::Cauchy{std::make_shared<Matrix>(std::move(proven.r))};
  value.upper = std::min(value.upper, proven.upper);
  value.relevance = descent.weight(positions_of_common(state->features, node.free));
  state->r = std::move(descent.r);
  value.state = std::move(state);
  return value;
}

}  // namespace spica::bounds
