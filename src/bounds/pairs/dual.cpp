#include "bounds/pairs/dual.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "bounds/pairs/kernels.hpp"
#include "bounds/pairs/pair_loop.hpp"
#include "bounds/pairs/selection.hpp"
#include "bounds/pairs/transpose.hpp"
#include "linalg/largest.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds::pairs {

namespace {

/// As gather_free(), of each group as many of the largest as may join i.
void gather_limited(const Dual& dual, const Shape& shape, Index i, LimitedValues& limited,
                    std::vector<double>& values) {
  limited.begin(shape.group_room(i));
  for (Index j = 0; j < shape.size(); ++j) {
    if (j != i && !shape.is_in(j) && limited.takes(j))
      limited.add(j, std::max(0.0, dual.a(j, i) - shape.price(j)));
  }
  values.clear();
  limited.gather(values);
}

/// What each free feature j costs row i: a_ij less its price, but nothing less than nothing. Others may be there as zeros.
void gather_free(const Dual& dual, const Shape& shape, Index i, std::vector<double>& values) {
  values.clear();
  if (shape.has_limits()) {
    LimitedValues limited(shape.conditions.limits);
    gather_limited(dual, shape, i, limited, values);
    return;
  }
  if (!shape.has_prices()) {
    values.assign(dual.a.col(i).begin(), dual.a.col(i).end());
    values[static_cast<std::size_t>(i)] = 0.0;
    for (const Index j : shape.forced) values[static_cast<std::size_t>(j)] = 0.0;
    return;
  }
  for (Index j = 0; j < shape.size(); ++j) {
    if (j != i && !shape.is_in(j)) values.push_back(std::max(0.0, dual.a(j, i) - shape.price(j)));
  }
}

/// w^2 <= a_ij a_ji, whatever rounding did to the two products.
bool admissible(double a_ij, double a_ji, double w) {
  constexpr double no_underflow = 1e-280;
  constexpr double margin = 1.0 - 8.0 * numerics::unit_roundoff;
  const double product = a_ij * a_ji;
  return product > no_underflow && product * margin >= w * w;
}

/// h_i, rounded upwards. What must be paid for may be worth its price: such terms are negative, and summed apart.
double payment(const Dual& dual, const Shape& shape, Index i, const std::vector<char>* touching,
               std::vector<double>& values, LimitedValues* limited) {
  const auto flagged = [touching](Index j) { return (*touching)[static_cast<std::size_t>(j)] != 0; };
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  double paid = 0.0;
  double saved = 0.0;
  const auto must_pay = [&](double value) { (value >= 0.0 ? paid : saved) += value; };
  Index room = shape.room(i);
  double touched = nothing;  // the dearest flagged partner so far
  Index touched_feature = 0;
  values.clear();
  if (limited != nullptr) limited->begin(shape.group_room(i));
  const bool plain = limited == nullptr && touching == nullptr && !shape.has_prices();
  if (plain) {
    gather_free(dual, shape, i, values);
    for (const Index j : shape.forced) must_pay(j == i ? 0.0 : dual.a(j, i));
  }
  for (Index j = 0; j < shape.size() && !plain; ++j) {
    if (j == i) continue;
    double value = dual.a(j, i) - shape.price(j);
    if (shape.is_in(j)) {
      must_pay(value);
      continue;
    }
    if (limited != nullptr && !limited->takes(j)) continue;  // no support has both
    Index feature = j;
    if (touching != nullptr && !flagged(i) && flagged(j) && value > touched) {
      std::swap(value, touched);
      std::swap(feature, touched_feature);
    }
    if (!(value > nothing)) continue;
    if (limited != nullptr) {
      limited->add(feature, std::max(0.0, value));
    } else {
      values.push_back(std::max(0.0, value));
    }
  }
  if (limited != nullptr) limited->gather(values);
  if (touched > nothing && room > 0) {
    must_pay(touched);
    --room;
  }
  paid += linalg::sum_of_largest(values.data(), std::ssize(values), room);
  const double rounding = numerics::gamma(static_cast<double>(shape.size() + 4));
  const double h = paid * (1.0 + rounding);
  return saved == 0.0 ? h : numerics::up(h + saved * (1.0 - rounding));
}

}  // namespace

Shape::Shape(Index cardinality, std::vector<char> flags, Conditions conditions_on_features)
    : k(cardinality), in(std::move(flags)), conditions(std::move(conditions_on_features)) {
  for (Index i = 0; i < size(); ++i) {
    if (is_in(i)) forced.push_back(i);
  }
  included = std::ssize(forced);
}

Shape Shape::restricted(const Support& kept) const {
  std::vector<char> flags;
  flags.reserve(kept.size());
  for (const Index i : kept) flags.push_back(in[static_cast<std::size_t>(i)]);
  return {k, std::move(flags), conditions.of(kept)};
}

std::vector<Index> Shape::group_room(Index i) const {
  const GroupLimits& limits = conditions.limits;
  std::vector<Index> room = limits.at_most;
  for (Index j = 0; j < size(); ++j) {
    const Index g = limits.of(j);
    if (g != GroupLimits::no_group && (j == i || is_in(j))) --room[static_cast<std::size_t>(g)];
  }
  return room;
}

Shape Shape::with(Index feature) const {
  std::vector<char> flags = in;
  flags[static_cast<std::size_t>(feature)] = 1;
  Shape result(k, std::move(flags), conditions);
  result.capped = capped;
  return result;
}

Shape Shape::in_units_of(double unit) const {
  Shape result = *this;
  result.conditions = conditions.in_units_of(unit);
  return result;
}

void LimitedValues::begin(std::vector<Index> room) {
  room_ = std::move(room);
  alone_.clear();
  for (std::vector<double>& values : of_group_) values.clear();
}

void LimitedValues::gather(std::vector<double>& values) {
  values.insert(values.end(), alone_.begin(), alone_.end());
  for (std::size_t g = 0; g < of_group_.size(); ++g) {
    std::vector<double>& own = of_group_[g];
    const Index room = std::max<Index>(room_[g], 0);
    if (static_cast<Index>(own.size()) > room && room > 0) select_largest(own, room);
    values.insert(values.end(), own.begin(),
                  own.begin() + std::min<Index>(room, static_cast<Index>(own.size())));
  }
}

double LimitedValues::least(Index group) const {
  const auto g = static_cast<std::size_t>(group);
  if (room_[g] <= 0) return std::numeric_limits<double>::infinity();
  if (static_cast<Index>(of_group_[g].size()) <= room_[g]) return 0.0;
  return of_group_[g][static_cast<std::size_t>(room_[g] - 1)];
}

Dual Dual::restricted(const Support& kept) const {
  return {a(kept, kept), w(kept, kept)};
}

Vector thresholds(const Dual& dual, const Shape& shape) {
  Vector result(shape.size());
  std::vector<double> values;
  for (Index i = 0; i < shape.size(); ++i) {
    const Index m = shape.room(i);
    if (m <= 0) {
      result(i) = std::numeric_limits<double>::infinity();
      continue;
    }
    gather_free(dual, shape, i, values);
    const bool all = shape.has_limits() ? std::ssize(values) <= m : shape.others(i) <= m;
    result(i) = all ? 0.0 : linalg::kth_largest(values.data(), std::ssize(values), m);
  }
  return result;
}

Matrix group_thresholds(const Dual& dual, const Shape& shape) {
  if (!shape.has_limits()) return {};
  const GroupLimits& limits = shape.conditions.limits;
  Matrix result(limits.groups(), shape.size());
  LimitedValues limited(limits);
  std::vector<double> values;
  for (Index i = 0; i < shape.size(); ++i) {
    gather_limited(dual, shape, i, limited, values);
    for (Index g = 0; g < limits.groups(); ++g) result(g, i) = limited.least(g);
  }
  return result;
}

namespace {

/// What a_ij may rise to for nothing, column by column: what row i pays anyway, and the price of j.
Matrix free_levels(const Dual& dual, const Shape& shape) {
  const Index n = shape.size();
  const GroupLimits& limits = shape.conditions.limits;
  const Vector paid = thresholds(dual, shape);
  const Matrix paid_for_group = group_thresholds(dual, shape);
  Matrix levels(n, n);
  for (Index i = 0; i < n; ++i) {
    levels.col(i).setConstant(paid(i));
    if (shape.has_prices()) levels.col(i) += shape.conditions.prices;
    for (Index j = 0; j < n && shape.has_limits(); ++j) {
      const Index g = limits.of(j);
      if (g != GroupLimits::no_group) levels(j, i) = std::max(paid(i), paid_for_group(g, i)) + shape.price(j);
    }
  }
  for (Index j = 0; j < n && shape.included > 0; ++j) {
    if (shape.is_in(j)) levels.row(j).setZero();  // every bit of it is paid
  }
  return levels;
}

}  // namespace

void tighten(Dual& dual, const Shape& shape) {
  constexpr double safety = 1.0 + 0x1p-47;  // keeps a_ij a_ji >= w_ij^2 after the roundings here
  const Index n = shape.size();
  Matrix across;
  transpose(dual.a, across);
  for (Index i = 0; i < n; ++i)
    match_weights(across.col(i).data(), n, shape.conditions.nonnegative, dual.a.col(i).data(),
                  dual.w.col(i).data());
  const Matrix levels = free_levels(dual, shape);
  Matrix levels_across;
  transpose(levels, levels_across);
  transpose(dual.a, across);
  for (Index i = 0; i < n; ++i)
    raise_to_levels(across.col(i).data(), dual.w.col(i).data(), levels.col(i).data(),
                    levels_across.col(i).data(), n, dual.a.col(i).data());
  dual.a *= safety;
}

namespace {

/// Without its last bits, away from zero if asked.
double rounded(double x, int bits, bool away) {
  const std::uint64_t dropped = (std::uint64_t{1} << (53 - bits)) - 1;
  const auto pattern = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>((away ? pattern + dropped : pattern) & ~dropped);
}

}  // namespace

void shorten(Dual& dual, int bits, const Conditions& conditions) {
  constexpr double safety = 1.0 + 0x1p-47;
  constexpr double least = 0x1p-300;  // no square underflows
  constexpr double most = 0x1p300;
  for_each_pair(dual.w.rows(), [&](Index i, Index j) {
    const double w = rounded(dual.w(i, j), bits, false);
    const double a = rounded(dual.a(j, i), bits, true);
    const bool sized = std::abs(w) > least && std::abs(w) < most;
    const bool free = conditions.nonnegative && w < 0.0;
    const bool usable = sized && !free && a > least && a < most;
    dual.w(i, j) = dual.w(j, i) = usable || (free && sized) ? w : 0.0;
    dual.a(j, i) = usable ? a : 0.0;
    dual.a(i, j) = usable ? safety * w * w / a : 0.0;
  });
}

int bits_for(double gap) {
  return gap >= 1e-6 ? 24 : 40;
}

Matrix assemble(const Matrix& a, const Dual& dual, const Shape& shape, const std::vector<char>* touching) {
  Matrix b(shape.size(), shape.size());
  for_each_pair(shape.size(), [&](Index i, Index j) {
    const double w = dual.w(i, j);
    const bool valid = shape.is_free(w) || admissible(dual.a(i, j), dual.a(j, i), w);
    b(i, j) = b(j, i) = valid ? a(i, j) - w : a(i, j);
  });
  assemble_diagonal(a, dual, shape, b, touching);
  return b;
}

void assemble_diagonal(const Matrix& a, const Dual& dual, const Shape& shape, Matrix& b,
                       const std::vector<char>* touching) {
  std::vector<double> values;
  std::optional<LimitedValues> limited;
  if (shape.has_limits()) limited.emplace(shape.conditions.limits);
  for (Index i = 0; i < shape.size(); ++i) {
    const double price = shape.price(i);
    const double own = price == 0.0 ? a(i, i) : numerics::up(a(i, i) - price);
    b(i, i) = numerics::up(own + payment(dual, shape, i, touching, values, limited ? &*limited : nullptr));
  }
}

double rounding_error(const Matrix& assembled) {
  const double size = assembled.stableNorm();  // squares of small entries underflow
  return size > 0.0 ? numerics::up(numerics::unit_roundoff * size * 1.0001) : 0.0;
}

}  // namespace spica::bounds::pairs
