// Where the descent starts (maths.md, 3.15). If the bound is to meet a component x, then B(R)x = lambda x
// with equality in Cauchy-Schwarz: r_i = g/x_i on the support and g'r_i = (Ax)_i/k off it, for some vector g.
// So one column follows the component, at the best of a few lengths of g, and the others take a share of A
// off its support. The leading eigenvectors of A alone are tried as well.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bounds/cauchy/descent.hpp"

namespace spica::bounds::cauchy {

namespace {

/// The leading eigenpairs of A, all that R has to deal with, or some of them once time is up.
linalg::Eigenpairs pairs_to_cover(const Data& a, const std::function<bool()>& out_of_time,
                                  const StartSettings& settings) {
  const double well_below = settings.well_below;
  for (Index count = settings.fewest_columns;; count = std::min(2 * count, settings.most_columns)) {
    linalg::Eigenpairs top = a.leading(std::min(count, a.size()));
    const Index found = top.values.size();
    const bool late = out_of_time && out_of_time();
    if (found < count || count >= settings.most_columns || top.values(found - 1) < well_below || late) {
      const Index wanted = std::max(settings.fewest_columns, (top.values.array() > well_below).count());
      const Index kept = std::min(found, wanted);
      return {top.values.head(kept), top.vectors.leftCols(kept)};
    }
  }
}

/// R with one column for the component, f = (k g)^2 for the length g, and other columns off its support.
/// `least_loading` is relative to the largest.
Matrix from_component(const Data& a, Index k, const SparseVector& component, double f, const Matrix& others,
                      double least_loading) {
  const double gamma = std::sqrt(f) / static_cast<double>(k);
  Vector x = Vector::Zero(a.size());
  x(component.support) = component.values;
  Matrix r(a.size(), others.cols() + 1);
  r.col(0) = a.multiply(x) / (static_cast<double>(k) * gamma);
  r.rightCols(others.cols()) = others;
  const double least = least_loading * component.values.cwiseAbs().maxCoeff();
  for (const Index i : component.support) {
    r.row(i).setZero();
    r(i, 0) = std::copysign(gamma, x(i)) / std::max(std::abs(x(i)), least);
  }
  return r;
}

/// V diag(sqrt(value_of(l_j))).
template <class Function>
Matrix roots(const linalg::Eigenpairs& pairs, Function value_of) {
  return pairs.vectors * pairs.values.unaryExpr(value_of).cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

/// The R with the lowest lam_max(B(R)) so far, roughly.
struct Best {
  const Data& a;
  Index k;
  const std::function<bool()>& out_of_time;
  const StartSettings& settings;
  Matrix r = {};
  double value = std::numeric_limits<double>::infinity();

  /// True if it is the best now. A candidate may be large, so none is made once time is up.
  template <class Make>
  bool offer(const Make& make) {
    if (out_of_time && out_of_time()) return false;
    Matrix candidate = make();
    if (!candidate.allFinite()) return false;
    const linalg::Lanczos rough{.restarts = settings.restarts,
                                .tolerance = settings.tolerance,
                                .all = false,
                                .out_of_time = out_of_time};
    const double top = Raised(a, k, candidate).leading(1, rough).values(0);
    if (r.size() > 0 && !(top < value)) return false;
    value = top;
    r = std::move(candidate);
    return true;
  }
};

}  // namespace

Matrix starting_point(const Data& a, Index k, const SparseVector& component,
                      const std::function<bool()>& out_of_time, const StartSettings& settings) {
  const linalg::Eigenpairs top = pairs_to_cover(a, out_of_time, settings);
  const auto share = [&](double s) { return roots(top, [s](double l) { return s * s * l; }); };
  Best best{a, k, out_of_time, settings};
  for (const double s : settings.shares) best.offer([&] { return share(s); });
  if (component.support.empty()) return best.r;
  // First what the other columns take, a share of every eigenvalue or all above a level, then f.
  Matrix others;
  const auto offer = [&](double f, const Matrix& beside) {
    return best.offer([&] { return from_component(a, k, component, f, beside, settings.least_loading); });
  };
  const auto offer_others = [&](const auto& make) {
    if (out_of_time && out_of_time()) return;
    Matrix candidate = make();
    const bool first = others.size() == 0;
    if (offer(settings.first_f, candidate) || first) others = std::move(candidate);
  };
  for (const double s : settings.other_shares) offer_others([&] { return share(s); });
  offer_others([&] {
    return roots(top, [&](double l) { return std::max(l - settings.level, settings.level_share * l); });
  });
  for (const double f : settings.other_f) offer(f, others);
  return best.r;
}

}  // namespace spica::bounds::cauchy
