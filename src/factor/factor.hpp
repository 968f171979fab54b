#pragma once

// The vectors c_i in R^m of A_ij = c_i'c_j (maths.md, 1.3), one a feature, however they are stored: as
// doubles, as a file holds them, with zeros left out, or on other machines. An algorithm that works on many
// features asks for a block of them at a time, or for their products with a few vectors. All of them at once,
// `dense()`, are for small problems.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "spica/types.hpp"

namespace spica {

/// Products of features with a few vectors, one object for each thread that computes them.
class FactorProducts {
 public:
  FactorProducts() = default;
  FactorProducts(const FactorProducts&) = delete;
  FactorProducts& operator=(const FactorProducts&) = delete;
  virtual ~FactorProducts() = default;

  /// The products y_b'c_i: row b belongs to column b of y, column q to features[q]. Columns beyond the number
  /// of features hold garbage. Valid until the next call.
  virtual const Matrix& operator()(std::span<const Index> features) = 0;
};

/// What is particular to features whose zeros are left out (sparse_factor.hpp).
struct SparseStorage {
  Vector sizes;  ///< size_i, what the roundings of products with c_i are relative to; not below |c_i|
};

class Factor;
using FactorRef = std::shared_ptr<const Factor>;
class Passes;

class Factor {
 public:
  Factor(Index rows, Index cols) : rows_(rows), cols_(cols) {}
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;
  virtual ~Factor() = default;

  [[nodiscard]] Index rows() const { return rows_; }  ///< m
  [[nodiscard]] Index cols() const { return cols_; }  ///< n

  /// Puts c_i of the given features, one a column, into the first columns of a matrix with m rows.
  virtual void copy(std::span<const Index> features, Matrix& out) const = 0;
  /// Products of features with the columns of y, which must outlive the object returned.
  [[nodiscard]] virtual std::unique_ptr<FactorProducts> products(const Matrix& y) const;
  std::unique_ptr<FactorProducts> products(Matrix&& y) const = delete;
  [[nodiscard]] virtual Vector transposed_times(const Vector& y) const;  ///< c_i'y
  [[nodiscard]] virtual Vector times(const Vector& x) const;             ///< the sum of x_i c_i
  [[nodiscard]] virtual Matrix gram() const;                             ///< the sum of c_i c_i'
  [[nodiscard]] virtual Vector squared_norms() const;
  /// Null where all numbers of a feature are stored: roundings of products are relative to |c_i| then.
  [[nodiscard]] virtual const SparseStorage* sparse() const { return nullptr; }
  [[nodiscard]] virtual const Matrix& dense() const;  ///< all c_i, m x n; made on first use
  /// Makes passes over all features where they are, if that is on other machines (passes.hpp); null if they
  /// are here.
  [[nodiscard]] virtual const Passes* passes() const { return nullptr; }
  /// Announces features that will be asked for soon, a few at a time, so that a remote factor may fetch them
  /// at once.
  virtual void expect(std::span<const Index> /*features*/) const {}
  /// The number r of roundings in a product y'c_i: it is off by at most gamma_r |y||c_i|, or gamma_r |y|
  /// size_i where zeros are left out.
  [[nodiscard]] virtual double product_roundings() const { return static_cast<double>(rows_ + 2); }
  /// What with_replaced, selected_from and projected_off return of this factor; `self` is its owner.
  [[nodiscard]] virtual FactorRef replaced(const FactorRef& self, std::map<Index, Vector> columns) const;
  [[nodiscard]] virtual FactorRef selected(const FactorRef& self, const Support& features, int power) const;
  [[nodiscard]] virtual FactorRef projected(const FactorRef& self, const Vector& q) const;

  /// Hands out A restricted to some features, a few rows at a time from row `first` on. All rows at once
  /// might take more memory than sparse samples do.
  using TakeRows = std::function<void(Index first, const Eigen::Ref<const Matrix>& rows)>;
  void for_rows_within(std::span<const Index> features, const TakeRows& take) const;
  [[nodiscard]] Matrix gather(std::span<const Index> features) const;
  [[nodiscard]] Vector column(Index feature) const;
  [[nodiscard]] Vector times(const SparseVector& x) const;

 private:
  Index rows_;
  Index cols_;
  mutable std::once_flag dense_made_;
  mutable Matrix dense_;
};

/// A factor that holds its c_i as doubles, one feature a column.
FactorRef dense_factor(Matrix columns);
/// A factor with some of its features replaced, each by another vector of R^m. It shares the data of the old
/// one.
FactorRef with_replaced(const FactorRef& factor, std::map<Index, Vector> columns);
/// A factor of some of the features, numbered anew in their order, each as 2^power c_i. It shares the data of
/// the old one. Exact but for underflow; |power| <= 1000.
FactorRef selected_from(const FactorRef& factor, const Support& features, int power);
/// A factor of the same features, each as c_i - q (q'c_i) for a unit vector q. It shares the data of the old
/// one. Where zeros are left out they stay out: products are taken with y - q (q'y) instead.
FactorRef projected_off(const FactorRef& factor, const Vector& q);

}  // namespace spica
