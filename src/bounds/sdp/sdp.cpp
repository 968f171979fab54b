// The semidefinite relaxation, on few features at a time (maths.md, 3.8). Let t = max |U_ij|. Where |A_ij| <=
// t, U_ij = -A_ij makes A + U vanish at no cost, so a feature all of whose covariances are at most t is alone
// in A + U with at most A_ii - t: it does not matter. The method runs on a core of features, whose points are
// feasible for all of them (zeros elsewhere), extends U over the others and lets those into the core that it
// cannot cancel.
//
// A step costs one eigendecomposition of the core. Bounds are proven from the extended U on all features, so
// a core that is too small makes them weak, never wrong.

#include "bounds/sdp/sdp.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bounds/sdp/admm.hpp"
#include "bounds/sdp/dual.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"

namespace spica::bounds {

namespace {

constexpr double rounding = 1e-14;  // relative; a feature is not let in for less

/// The features with the largest A_ii + (the k-1 largest |A_ij|).
Support first_core(const Matrix& a, Index k, Index size) {
  const Index n = a.rows();
  Vector score(n);
  for (Index i = 0; i < n; ++i) {
    Vector row = a.col(i).cwiseAbs();
    row(i) = 0.0;
    std::nth_element(row.begin(), row.begin() + (k - 1), row.end(), std::greater<>());
    score(i) = a(i, i) + row.head(k - 1).sum();
  }
  const std::vector<Index> order = linalg::top_k_sorted((score.array() - score.minCoeff()).matrix(), n);
  Support core(order.begin(), order.begin() + size);
  std::sort(core.begin(), core.end());
  return core;
}

/// One run of solve_sdp.
class Relaxation {
 public:
  Relaxation(const Problem& problem, Index k, const RelaxationSettings& settings, const SdpSettings& numbers)
      : problem_(problem),
        k_(k),
        settings_(settings),
        numbers_(numbers),
        bound_(problem, k, settings),
        value_(problem.variances().maxCoeff()) {}

  RelaxationResult run() {
    if (k_ == 1) return result();
    if (k_ >= problem_.features()) {
      value_ = bound_.upper();
      return result();
    }
    if (!converged() && !out_of_time() && !problem_.covariance().isZero(0.0)) iterate();
    return result();
  }

 private:
  void iterate() {
    const Matrix& a = problem_.covariance();
    const Index n = a.rows();
    core_ = first_core(a, k_, std::min(n, std::max(numbers_.small_core, numbers_.core_of_k * k_)));
    SdpAdmm admm(a(core_, core_), static_cast<double>(k_), numbers_.admm, settings_.out_of_time);
    double stalled_from = relative_gap();
    std::int64_t next_proof = 1;
    std::int64_t next_check = numbers_.stall_steps;
    for (;;) {
      for (std::int64_t i = 0; i < numbers_.round_steps && !out_of_time() && admm.step(); ++i) ++steps_;
      value_ = std::max(value_, admm.value());
      const Matrix u = admm.dual();
      const double lam_max = linalg::leading_eigenpair(admm.matrix() + u, settings_.out_of_time).value;
      Extension extension = extend(a, core_, u, lam_max);
      const double core_upper = lam_max + static_cast<double>(k_) * u.cwiseAbs().maxCoeff();
      const bool done = core_upper - value_ <= numbers_.core_gap * settings_.gap * std::abs(core_upper);
      const bool last = out_of_time();
      if (done || last || steps_ >= next_proof) {
        bound_.offer(steps_,
                     proven_dual_value(problem_, k_, extension.u, clock_of_proofs(problem_, settings_)),
                     extension.u);
        next_proof = steps_ + static_cast<std::int64_t>(numbers_.proof_growth * static_cast<double>(steps_));
      }
      if (converged() || last) return;
      if (steps_ >= next_check) {
        const bool halved =
            relative_gap() <= numbers_.stall_gap * stalled_from;  // false also after an overflow
        if (extension.missing.empty() && !halved) return;
        stalled_from = relative_gap();
        next_check += numbers_.stall_steps;
      }
      if (!extension.missing.empty()) grow(admm, std::move(extension.missing));
    }
  }

  /// By a share of its features at most, so that the eigendecompositions of all rounds cost little more than
  /// the last.
  void grow(SdpAdmm& admm, Support missing) {
    const Index size = std::max(numbers_.small_core, static_cast<Index>(core_.size()));
    const auto room =
        std::max<std::size_t>(1, static_cast<std::size_t>(numbers_.growth * static_cast<double>(size)));
    missing.resize(std::min(missing.size(), room));
    Support larger = core_;
    larger.insert(larger.end(), missing.begin(), missing.end());
    std::sort(larger.begin(), larger.end());
    std::vector<Index> old;
    for (const Index i : core_)
      old.push_back(std::lower_bound(larger.begin(), larger.end(), i) - larger.begin());
    core_ = std::move(larger);
    admm.grow(problem_.covariance()(core_, core_), old);
  }

  [[nodiscard]] double relative_gap() const { return (bound_.upper() - value_) / std::abs(bound_.upper()); }
  [[nodiscard]] bool converged() const {
    return bound_.upper() - value_ <= settings_.gap * std::abs(bound_.upper());
  }
  [[nodiscard]] bool out_of_time() const { return settings_.out_of_time && settings_.out_of_time(); }
  [[nodiscard]] RelaxationResult result() const {
    return {bound_.upper(), value_, steps_, converged(), bound_.u()};
  }

  const Problem& problem_;
  Index k_;
  const RelaxationSettings& settings_;
  const SdpSettings& numbers_;
  ProvenBound bound_;
  double value_;
  Support core_;
  std::int64_t steps_ = 0;
};

}  // namespace

Extension extend(const Matrix& a, const Support& core, const Matrix& u_core, double lam_max) {
  const double t = u_core.cwiseAbs().maxCoeff();
  Extension extension{-a.cwiseMin(t).cwiseMax(-t), {}};
  extension.u.diagonal().setConstant(-t);
  Vector rest = (a + extension.u).cwiseAbs().colwise().sum();
  for (Index i = 0; i < a.rows(); ++i) {
    const double alone = a(i, i) - t;
    rest(i) += std::max(0.0, alone - lam_max) - std::abs(alone);
    if (rest(i) <= rounding * a.col(i).cwiseAbs().sum()) rest(i) = 0.0;
  }
  rest(core).setZero();
  for (const Index i : linalg::top_k_sorted(rest, a.rows()))
    if (rest(i) > 0.0) extension.missing.push_back(i);
  extension.u(core, core) = u_core;
  return extension;
}

RelaxationResult solve_sdp(const Problem& problem, Index k, const RelaxationSettings& settings,
                           const SdpSettings& numbers) {
  return Relaxation(problem, k, settings, numbers).run();
}

}  // namespace spica::bounds
