#include "linalg/nonnegative.hpp"

#include <algorithm>
#include <cmath>

namespace spica::linalg {

namespace {

constexpr double hair = 1e-14;  // of the largest entry: what is below is zero

/// The features of x into `set`; what is below a hair becomes zero.
void collect(Vector& x, Support& set) {
  const double least = hair * x.maxCoeff();
  set.clear();
  for (Index i = 0; i < x.size(); ++i) {
    if (x(i) > least) {
      set.push_back(i);
    } else {
      x(i) = 0.0;
    }
  }
}

/// From x towards v, both on T, as far as no entry becomes negative; true if that is all the way.
bool advance(Vector& x, const Vector& v, const Support& set) {
  double share = 1.0;
  Index blocking = -1;
  for (std::size_t p = 0; p < set.size(); ++p) {
    const double to = v(static_cast<Index>(p));
    const double from = x(set[p]);
    if (to >= 0.0) continue;
    const double reached = from / (from - to);
    if (reached >= share) continue;
    share = reached;
    blocking = set[p];
  }
  for (std::size_t p = 0; p < set.size(); ++p) {
    double& entry = x(set[p]);
    entry = std::max(0.0, (1.0 - share) * entry + share * v(static_cast<Index>(p)));
  }
  if (blocking >= 0) x(blocking) = 0.0;
  x.normalize();
  return blocking < 0;
}

/// The leading eigenvector of the block of a set, on the side of x.
Vector leading_within(const Matrix& a, const Support& set, const Vector& x) {
  const Matrix block = a(set, set);
  const Vector v = leading_eigenpair(block).vector;
  const Vector here = x(set);
  return v.dot(here) < 0.0 ? Vector(-v) : v;
}

}  // namespace

Eigenpair climb_nonnegative(const Matrix& a, const Vector& start) {
  const Index n = a.rows();
  Vector x = start.cwiseMax(0.0);
  if (!(x.size() > 0 && x.stableNorm() > 0.0)) {
    Index largest = 0;
    a.diagonal().maxCoeff(&largest);
    x = Vector::Unit(n, largest);
  }
  x /= x.maxCoeff();
  x.normalize();
  double value = x.dot(a * x);
  Support set;
  collect(x, set);
  const Index most = 10 * n + 20;  // each change gains; rounding must not turn in circles
  for (Index change = 0; change < most; ++change) {
    const bool arrived = advance(x, leading_within(a, set, x), set);
    collect(x, set);
    if (!arrived) continue;
    const Vector product = a * x;
    const double reached = x.dot(product);
    const bool gained = change == 0 || reached > value;
    value = std::max(value, reached);
    Index next = -1;
    for (Index i = 0; i < n; ++i) {
      if (x(i) == 0.0 && product(i) > hair * std::abs(value) && (next < 0 || product(i) > product(next)))
        next = i;
    }
    if (next < 0 || !gained) break;
    set.insert(std::upper_bound(set.begin(), set.end(), next), next);
  }
  return {x.dot(a * x), std::move(x)};
}

Eigenpair best_nonnegative(const Matrix& a, const Vector& start) {
  Eigenpair leading = leading_eigenpair(a);
  if (leading.vector.sum() < 0.0) leading.vector = -leading.vector;
  Vector& v = leading.vector;
  if (v.minCoeff() >= -hair * v.maxCoeff()) {  // of one sign: nothing is better
    v = v.cwiseMax(0.0).normalized();
    return leading;
  }
  Eigenpair best = climb_nonnegative(a, v);
  const auto take = [&](const Vector& from) {
    Eigenpair pair = climb_nonnegative(a, from);
    if (pair.value > best.value) best = std::move(pair);
  };
  take(-v);
  take(Vector());
  if (start.size() > 0) take(start);
  return best;
}

}  // namespace spica::linalg
