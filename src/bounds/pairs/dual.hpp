#pragma once

// The pairs bound (maths.md, 3.10). At a node of n features, those in F1 forced in, for any a_ij >= 0 and any
// symmetric w with zero diagonal and w_ij^2 <= a_ij a_ji,
//
//     lambda^k <= lam_max( A - w + Diag(h) ),
//     h_i = sum over F1 of a_ij + sum of the m_i largest other a_ij,
//
// with m_i the number of free features that a support with i in it still takes. A need not be PSD. Pairs
// inside F1 cost nothing and need nothing: a = w = 0 there.
//
// With prices p (maths.md, 6.1) a support S is worth lam_max(A_SS) - sum of p_j over S, and for at most k features
//
//     max over S <= lam_max( A - Diag(p) - w + Diag(h) ),
//     h_i = sum over F1 of (a_ij - p_j) + sum of the m_i largest other max(0, a_ij - p_j).
//
// With limits of groups (maths.md, 8.1) the free ones are those of the best set that can join i: of each group only as many
// of the largest count as the group has room for.
//
// Without negative loadings (maths.md, 7.1) a pair needs only w_ij <= sqrt(a_ij a_ji): any w_ij <= 0 will do with
// a_ij = a_ji = 0, also inside F1.

#include <vector>

#include "bounds/conditions.hpp"
#include "spica/types.hpp"

namespace spica::bounds::pairs {

/// What of a node matters to the bound, features numbered from 0 within it.
struct Shape {
  Index k = 0;
  std::vector<char> in;   ///< 1 for a feature of F1
  Support forced;         ///< F1
  Index included = 0;     ///< |F1|
  Conditions conditions;  ///< on these features, in the units of A
  bool capped =
      false;  ///< features are shared with other components, and get prices for it (capped_admm.hpp)

  Shape() = default;
  Shape(Index cardinality, std::vector<char> flags, Conditions conditions_on_features = {});

  [[nodiscard]] Index size() const { return static_cast<Index>(in.size()); }
  [[nodiscard]] bool is_in(Index i) const { return in[static_cast<std::size_t>(i)] != 0; }
  [[nodiscard]] bool has_prices() const { return conditions.has_prices(); }
  /// Where features cost something, fewer than k of them may be the best.
  [[nodiscard]] bool may_be_smaller() const { return capped || has_prices() || has_limits(); }
  [[nodiscard]] bool has_limits() const { return conditions.has_limits(); }
  /// How many free features of each group may join i in a support; not positive: none.
  [[nodiscard]] std::vector<Index> group_room(Index i) const;
  [[nodiscard]] double price(Index i) const { return conditions.price(i); }
  /// Whether a weight of a pair asks for nothing: it cannot raise x'wx.
  [[nodiscard]] bool is_free(double w) const { return conditions.nonnegative && w <= 0.0; }
  /// Of the features besides i, how many are free.
  [[nodiscard]] Index others(Index i) const { return size() - included - (is_in(i) ? 0 : 1); }
  /// m_i: how many free features join i in a support.
  [[nodiscard]] Index room(Index i) const { return k - included - (is_in(i) ? 0 : 1); }
  /// The shape of some of its features, in their order.
  [[nodiscard]] Shape restricted(const Support& kept) const;
  [[nodiscard]] Shape with(Index feature) const;       ///< forced in as well
  [[nodiscard]] Shape in_units_of(double unit) const;  ///< for the matrix A/unit
};

/// A dual point. Column i of `a` holds the a_ij of row i: a(j, i) = a_ij.
struct Dual {
  Matrix a;
  Matrix w;

  [[nodiscard]] Dual restricted(const Support& kept) const;
};

/// Numbers that belong to features, of which only as many of a group count as it has room for: the largest.
class LimitedValues {
 public:
  explicit LimitedValues(const GroupLimits& limits)
      : limits_(limits), of_group_(static_cast<std::size_t>(limits.groups())) {}

  /// `room` of each group.
  void begin(std::vector<Index> room);
  [[nodiscard]] bool takes(Index feature) const { return limits_.admit(feature, room_); }
  void add(Index feature, double value) {
    const Index g = limits_.of(feature);
    (g == GroupLimits::no_group ? alone_ : of_group_[static_cast<std::size_t>(g)]).push_back(value);
  }
  void add_without_group(double value) { alone_.push_back(value); }
  /// Those that count, in any order.
  void gather(std::vector<double>& values);
  /// After gather(): the least of a group that count; zero where all do, infinity where none may.
  [[nodiscard]] double least(Index group) const;

 private:
  const GroupLimits& limits_;
  std::vector<Index> room_;
  std::vector<std::vector<double>> of_group_;
  std::vector<double> alone_;
};

/// For each feature the m_i-th largest of its free a_ij, less their prices: what a row pays for anyway. Infinity
/// where m_i = 0.
Vector thresholds(const Dual& dual, const Shape& shape);
/// The same for each group (row) and feature i (column): what i pays for anyway if a feature of the group is among the
/// largest, infinity where none may join i. Empty without limits.
Matrix group_thresholds(const Dual& dual, const Shape& shape);

/// Makes the most of a dual point: each pair is scaled down until a_ij a_ji = w_ij^2, to nothing where w_ij is free,
/// and what lies below its row's threshold is raised to it, where that is free, so that its partner may fall.
void tighten(Dual& dual, const Shape& shape);

/// Keeps `bits` of each w, towards zero, and of a_ij for i < j, upwards; a_ji is then what it must be. Such
/// points are short to write down, and proofs are made with them. Pairs whose w is free have no a.
void shorten(Dual& dual, int bits, const Conditions& conditions = {});
/// Enough for a relative gap: the bound moves by about 2^-bits.
int bits_for(double gap);

/// A - Diag(p) - w + Diag(h), its diagonal rounded upwards, w = 0 where a_ij a_ji >= w_ij^2 cannot be told and w is not free. With `touching`, one
/// flag a feature: only for supports that contain at least one flagged feature, which is one more reason to
/// pay for one in every row.
Matrix assemble(const Matrix& a, const Dual& dual, const Shape& shape,
                const std::vector<char>* touching = nullptr);
/// The diagonal of that alone: what depends on `touching`.
void assemble_diagonal(const Matrix& a, const Dual& dual, const Shape& shape, Matrix& b,
                       const std::vector<char>* touching);

/// What the roundings in assemble() off the diagonal can add to lam_max.
double rounding_error(const Matrix& assembled);

}  // namespace spica::bounds::pairs
