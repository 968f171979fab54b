#include "grid_model.hpp"

#include <cmath>
#include <limits>

#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"

namespace spica::peers {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest v'x over k-sparse unit x.
double reach(const Vector& v, Index k) {
  double sum = 0.0;
  for (const Index i : linalg::top_k(v, k)) sum += v(i) * v(i);
  return std::sqrt(sum);
}

/// Where the variables are: p, q, t, the weights of each direction, its binaries.
struct Layout {
  Index n;
  Index ipos;
  Index points;

  [[nodiscard]] Index p(Index feature) const { return feature; }
  [[nodiscard]] Index q(Index feature) const { return n + feature; }
  [[nodiscard]] Index t() const { return 2 * n; }
  [[nodiscard]] Index weight(Index i, Index j) const { return 2 * n + 1 + i * points + j; }
  [[nodiscard]] Index binary(Index i, Index j) const { return weight(ipos, 0) + i * (points - 1) + j; }
};

/// The rows of direction i: its link to x, its weights, and the two neighbours that may be positive.
void add_direction(GridModel& model, const Layout& at, Index i, const Vector& v, const Vector& gamma) {
  LinearRow link{{}, 0.0, 0.0};
  LinearRow weights{{}, 1.0, 1.0};
  LinearRow binaries{{}, 1.0, 1.0};
  for (Index f = 0; f < at.n; ++f) {
    link.terms.push_back({at.p(f), v(f)});
    link.terms.push_back({at.q(f), -v(f)});
  }
  for (Index j = 0; j < at.points; ++j) {
    link.terms.push_back({at.weight(i, j), -gamma(j)});
    weights.terms.push_back({at.weight(i, j), 1.0});
    LinearRow neighbours{{{at.weight(i, j), 1.0}}, -infinity, 0.0};
    if (j > 0) neighbours.terms.push_back({at.binary(i, j - 1), -1.0});
    if (j + 1 < at.points) {
      neighbours.terms.push_back({at.binary(i, j), -1.0});
      binaries.terms.push_back({at.binary(i, j), 1.0});
    }
    model.rows.push_back(neighbours);
  }
  for (LinearRow* row : {&link, &weights, &binaries}) model.rows.push_back(*row);
}

}  // namespace

GridModel grid_model(const Problem& problem, const GridParameters& parameters) {
  const Index n = problem.features();
  const linalg::Eigenpairs pairs = leading_eigenpairs(problem, parameters.ipos + 1);
  const double lambar = pairs.values(parameters.ipos);
  const double lambda = 0.5 * (pairs.values(parameters.ipos - 1) + lambar);
  const Layout at{n, parameters.ipos, 2 * parameters.splits + 1};

  GridModel model;
  model.variables = at.binary(at.ipos, 0);
  model.ball = 2 * n;
  model.first_binary = at.binary(0, 0);
  model.upper.assign(static_cast<std::size_t>(model.variables), 1.0);
  model.constant = lambar;
  model.objective.push_back({at.t(), lambda - lambar});

  LinearRow norm{{}, -infinity, std::sqrt(static_cast<double>(parameters.k))};
  for (Index f = 0; f < 2 * n; ++f) norm.terms.push_back({f, 1.0});
  LinearRow share{{{at.t(), 1.0}}, -infinity, 0.0};  // t - sum xi <= 0
  LinearRow total{{}, -infinity, 1.0};               // sum xi <= 1 + sum delta
  for (Index i = 0; i < at.ipos; ++i) {
    const Vector v = pairs.vectors.col(i);
    const double theta = reach(v, parameters.k);
    const Vector gamma = Vector::LinSpaced(at.points, -theta, theta);
    for (Index j = 0; j < at.points; ++j) {
      const double square = gamma(j) * gamma(j);
      model.objective.push_back({at.weight(i, j), (pairs.values(i) - lambda) * square});
      share.terms.push_back({at.weight(i, j), -square});
      total.terms.push_back({at.weight(i, j), square});
    }
    total.upper += theta * theta / (4.0 * static_cast<double>(parameters.splits * parameters.splits));
    add_direction(model, at, i, v, gamma);
  }
  for (const LinearRow* row : {&norm, &share, &total}) model.rows.push_back(*row);
  return model;
}

}  // namespace spica::peers
