// The rows of the ADMM with limits by group, against the definition of a projection: p projects v onto a cone iff (v - p)'p = 0
// and (v - p)'q <= 0 for every q in it. The cone is spanned by s = 1, F = 1 on F1 and on free features that keep to the limits,
// at most m of them.

#include "bounds/pairs/limited_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/matrices.hpp"

namespace spica::bounds::pairs {
namespace {

Shape any_limited_shape(Random& random, Index n, Index k) {
  const auto below = [&random](Index most) {
    return static_cast<Index>(random.uniform() * static_cast<double>(most));
  };
  Conditions conditions;
  const Index groups = 1 + below(4);
  for (Index g = 0; g < groups; ++g) {
    conditions.limits.at_most.push_back(1 + below(3));
    conditions.limits.names.push_back(std::to_string(g));
  }
  for (Index j = 0; j < n; ++j)
    conditions.limits.group.push_back(random.uniform() < 0.2 ? GroupLimits::no_group : below(groups));
  std::vector<char> in(static_cast<std::size_t>(n), 0);
  Support included;
  for (Index j = 0; j < n && static_cast<Index>(included.size()) + 1 < k; ++j) {
    if (!(random.uniform() < 0.2)) continue;
    included.push_back(j);
    if (conditions.limits.admit(included)) {
      in[static_cast<std::size_t>(j)] = 1;
    } else {
      included.pop_back();
    }
  }
  return {k, in, conditions};
}

/// What the ray of the cone that earns the most earns in v.
double best_ray(const Shape& shape, Index i, const Vector& v, double own) {
  const Index n = shape.size();
  std::vector<Index> room = shape.group_room(i);
  std::vector<std::pair<double, Index>> free;
  for (Index j = 0; j < n; ++j) {
    if (j == i) continue;
    if (shape.is_in(j)) {
      own += v(j);
    } else {
      free.emplace_back(v(j), j);
    }
  }
  std::sort(free.rbegin(), free.rend());
  Index left = shape.room(i);
  for (const auto& [value, j] : free) {
    const Index g = shape.conditions.limits.of(j);
    if (left <= 0 || value <= 0.0) break;
    if (g != GroupLimits::no_group && room[static_cast<std::size_t>(g)]-- <= 0) continue;
    own += value;
    --left;
  }
  return own;
}

/// Compares with the definition, and with what steps before leave: one row is projected again and again while f moves a
/// little.
TEST(LimitedRow, ARowIsProjectedOntoItsCone) {
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const Index n = 2 + trial % 14;
    const Index k = 1 + static_cast<Index>(random.uniform() * static_cast<double>(n));
    const Shape shape = any_limited_shape(random, n, k);
    LimitedRow cone(shape);
    const auto i = static_cast<Index>(random.uniform() * static_cast<double>(n));
    Vector f = test::gaussian(random, n, 1);
    if (trial % 3 == 0) f = f.array().round();  // ties
    double s0 = random.normal();
    double s = trial % 2 == 0 ? 0.0 : std::abs(random.normal());
    double cut = random.normal();
    for (int step = 0; step < 6; ++step) {
      Vector out(n);
      cone.project(i, f.data(), s0, s, cut, out.data());
      ASSERT_GE(s, 0.0);
      ASSERT_GE(out.minCoeff(), 0.0);
      ASSERT_LE(out.maxCoeff(), s * (1.0 + 1e-9));
      EXPECT_NEAR((f - out).dot(out) - (f(i) - out(i)) * out(i) + (s0 - s) * s, 0.0, 1e-7) << trial;
      EXPECT_LE(best_ray(shape, i, f - out, s0 - s), 1e-7) << trial;
      EXPECT_LE(best_ray(shape, i, out, 0.0), s * static_cast<double>(k) + 1e-9) << trial;
      f += 0.1 * test::gaussian(random, n, 1);
      s0 += 0.1 * random.normal();
    }
  }
}

}  // namespace
}  // namespace spica::bounds::pairs
