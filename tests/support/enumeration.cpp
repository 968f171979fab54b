#include "support/enumeration.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "linalg/support_function.hpp"
#include "support/supports.hpp"

namespace spica::test {

namespace {

/// min f over z(last) >= floor; `f` returns a value and writes a subgradient.
double ellipsoid_minimum(const std::function<double(const Vector&, Vector&)>& f, Vector z, double radius,
                         double floor) {
  const auto n = static_cast<double>(z.size());
  Matrix shape = radius * radius * Matrix::Identity(z.size(), z.size());
  double best = std::numeric_limits<double>::infinity();
  Vector g;
  const int steps = static_cast<int>(2.0 * n * (n + 1.0) * 40.0);
  for (int step = 0; step < steps; ++step) {
    if (z(z.size() - 1) < floor) {
      g = -Vector::Unit(z.size(), z.size() - 1);
    } else {
      best = std::min(best, f(z, g));
    }
    const Vector pg = shape * g;
    const double length = std::sqrt(std::max(0.0, g.dot(pg)));
    if (!(length > 1e-13)) break;
    z -= pg / (length * (n + 1.0));
    shape = n * n / (n * n - 1.0) * (shape - 2.0 / (n + 1.0) * (pg / length) * (pg / length).transpose());
    shape = 0.5 * (shape + shape.transpose()).eval();
  }
  return best;
}

/// max{c'x : x in the region} and its maximiser.
double region_support(const GridProgram& program, const Vector& c, Vector& x) {
  const double root = std::sqrt(static_cast<double>(program.k));
  x = Vector::Zero(c.size());
  if (!program.only.empty()) {
    for (const Index i : program.only) x(i) = c(i);
  } else if (program.hull) {
    std::vector<Index> order(static_cast<std::size_t>(c.size()));
    for (Index i = 0; i < c.size(); ++i) order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.end(), [&](Index i, Index j) { return std::abs(c(i)) > std::abs(c(j)); });
    for (Index i = 0; i < program.k; ++i)
      x(order[static_cast<std::size_t>(i)]) = c(order[static_cast<std::size_t>(i)]);
  } else {
    const double tau = linalg::best_tau(c.cwiseAbs(), program.k);
    x = (c.cwiseAbs().array() - tau).max(0.0) * c.array().sign();
    if (x.norm() == 0.0)
      x = c.array().sign() * (c.cwiseAbs().array() >= c.cwiseAbs().maxCoeff()).cast<double>();
    const double length = std::max(x.norm(), x.lpNorm<1>() / root);
    if (length > 0.0) x /= length;
    return x.dot(c);
  }
  const double norm = x.norm();
  if (norm > 0.0) x /= norm;
  return norm;
}

}  // namespace

double enumerate(const GridProgram& program) {
  const Index n = program.a.rows();
  const Spectrum eigen = spectrum(program.a);
  const Vector lam = eigen.values.cwiseMax(0.0);
  const Matrix& v = eigen.vectors;
  Index p = 0;
  while (p < n && lam(p) > program.lambda) ++p;
  const double next = p < n ? lam(p) : 0.0;
  Vector theta(n);
  for (Index j = 0; j < n; ++j) theta(j) = linalg::top_k_norm(v.col(j), program.k);
  const double floor = program.convex ? program.lambda : next;
  const Index size = program.convex ? n : p;

  std::vector<int> choice(static_cast<std::size_t>(p), 0);
  double best = -std::numeric_limits<double>::infinity();
  for (;;) {
    Vector low(p);
    Vector high(p);
    double delta = 0.0;
    for (Index j = 0; j < p; ++j) {
      const double width = theta(j) / program.splits;
      low(j) = -theta(j) + choice[static_cast<std::size_t>(j)] * width;
      high(j) = low(j) + width;
      delta += width * width / 4.0;
    }
    const auto dual = [&](const Vector& z, Vector& gradient) {
      const double level = z(size);
      const Vector c = program.convex ? Vector(z.head(n)) : Vector(v.leftCols(p) * z.head(p));
      const Vector d = v.transpose() * c;
      Vector x;
      double value = level + region_support(program, c, x);
      double slope = 1.0;
      if (level > program.lambda) {
        value += (level - program.lambda) * delta;
        slope += delta;
      }
      Vector by_d = Vector::Zero(n);
      for (Index j = 0; j < (program.convex ? n : p); ++j) {
        const double weight = lam(j) - level;
        const auto at = [&](double g) { return weight * g * g - d(j) * g; };
        double g = 0.0;
        if (j < p) {
          g = at(low(j)) > at(high(j)) ? low(j) : high(j);
        } else {
          g = weight < 0.0 ? std::clamp(d(j) / (2.0 * weight), -theta(j), theta(j)) : 0.0;
          if (weight >= 0.0) g = at(-theta(j)) > at(theta(j)) ? -theta(j) : theta(j);
        }
        value += at(g);
        slope -= g * g;
        by_d(j) = -g;
      }
      gradient = Vector(size + 1);
      gradient.head(size) =
          program.convex ? Vector(x + v * by_d) : Vector(v.leftCols(p).transpose() * x + by_d.head(p));
      gradient(size) = slope;
      return value;
    };
    Vector start = Vector::Zero(size + 1);
    start(size) = lam(0);
    best = std::max(best, ellipsoid_minimum(dual, start, 6.0 * lam(0), floor));
    Index j = 0;
    while (j < p && ++choice[static_cast<std::size_t>(j)] == 2 * program.splits)
      choice[static_cast<std::size_t>(j++)] = 0;
    if (j == p) return best;
  }
}

}  // namespace spica::test
