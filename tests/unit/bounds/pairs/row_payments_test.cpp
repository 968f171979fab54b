#include "bounds/pairs/row_payments.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace spica {
namespace {

using bounds::pairs::Dual;
using bounds::pairs::RowPayments;
using bounds::pairs::Shape;

/// Rows pay what the matrix of the bound has on its diagonal for the node with one feature more in, or without it.
TEST(RowPayments, AreThoseOfTheNodeWithOneFeatureMoreOrLess) {
  Random random(1);
  constexpr Index n = 12;
  for (int trial = 0; trial < 300; ++trial) {
    const auto k = static_cast<Index>(2.0 + 9.0 * random.uniform());
    std::vector<char> in(n, 0);
    for (Index i = 0; i + 1 < k; ++i) in[static_cast<std::size_t>(i)] = random.uniform() < 0.4 ? 1 : 0;
    bounds::Conditions conditions;
    if (random.uniform() < 0.5) conditions.prices = Vector::NullaryExpr(n, [&] { return random.uniform(); });
    if (random.uniform() < 0.6) {
      conditions.limits.at_most = {2, 1, 3};
      for (Index i = 0; i < n; ++i)
        conditions.limits.group.push_back(static_cast<Index>(4.0 * random.uniform()) - 1);
      Support included;
      for (Index i = 0; i < n; ++i) {
        if (in[static_cast<std::size_t>(i)] != 0) included.push_back(i);
      }
      if (!conditions.limits.admit(included)) continue;
    }
    const Shape shape(k, in, conditions);
    // Ties and zeros among the payments.
    const Dual dual{Matrix::NullaryExpr(n, n, [&] { return std::floor(5.0 * random.uniform()) / 4.0; }),
                    Matrix::Zero(n, n)};
    const RowPayments rows(dual, shape);
    const Matrix nothing = Matrix::Zero(n, n);
    const auto paid = [&](const Shape& of, const Dual& at) {
      Vector diagonal = assemble(nothing.topLeftCorner(of.size(), of.size()), at, of).diagonal();
      if (of.has_prices()) diagonal += of.conditions.prices;
      return diagonal;
    };
    for (Index i = k; i < n; ++i) {
      if (shape.is_in(i)) continue;
      const Vector with = paid(shape.with(i), dual);
      Vector more = rows.with(i) - with;
      EXPECT_TRUE(more.minCoeff() > -1e-15) << more;
      for (Index j = 0; j < n; ++j) {  // a row that no support has together with i may pay anything
        if (shape.has_limits() && j != i && !conditions.limits.admit(i, shape.group_room(j))) more(j) = 0.0;
      }
      EXPECT_TRUE(more.cwiseAbs().maxCoeff() < 1e-13) << more;
      Support others;
      for (Index j = 0; j < n; ++j) {
        if (j != i) others.push_back(j);
      }
      const Vector without = paid(shape.restricted(others), dual.restricted(others));
      const Vector difference = rows.without(i)(others) - without;
      EXPECT_TRUE(difference.cwiseAbs().maxCoeff() < 1e-13) << difference;
    }
  }
}

}  // namespace
}  // namespace spica
