#pragma once

// The vectors c_i in R^m of A_ij = c_i'c_j, one a feature, however they are stored: as doubles, as a file
// holds them, with zeros left out, or on other machines. Whoever has to do with many features asks for some
// of them at a time, or for their products with a few vectors; only what is small anyway asks for all of them
// at once.

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

  /// y_b'c_i: column q belongs to features[q], row b to column b of y; further columns mean nothing. Valid
  /// until the next call.
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
  /// y must stay as long as they are used.
  [[nodiscard]] virtual std::unique_ptr<FactorProducts> products(const Matrix& y) const;
  std::unique_ptr<FactorProducts> products(Matrix&& y) const = delete;
  [[nodiscard]] virtual Vector transposed_times(const Vector& y) const;  ///< c_i'y
  [[nodiscard]] virtual Vector times(const Vector& x) const;             ///< the sum of x_i c_i
  [[nodiscard]] virtual Matrix gram() const;                             ///< the sum of c_i c_i'
  [[nodiscard]] virtual Vector squared_norms() const;
  /// Null where all numbers of a feature are stored: roundings of products are relative to |c_i| then.
  [[nodiscard]] virtual const SparseStorage* sparse() const { return nullptr; }
  [[nodiscard]] virtual const Matrix& dense() const;  ///< m x n, made when somebody asks for it
  /// Where passes over all features are made (passes.hpp); null: wherever the factor is.
  [[nodiscard]] virtual const Passes* passes() const { return nullptr; }
  /// Some features that will be asked for, a few at a time.
  virtual void expect(std::span<const Index> /*features*/) const {}
  /// How many roundings, each relative to |y||c_i| or, where zeros are left out, to |y| size_i, a product y'c_i
  /// is off by at most.
  [[nodiscard]] virtual double product_roundings() const { return static_cast<double>(rows_ + 2); }
  /// What with_replaced, selected_from and projected_off return of this factor; `self` is its owner.
  [[nodiscard]] virtual FactorRef replaced(const FactorRef& self, std::map<Index, Vector> columns) const;
  [[nodiscard]] virtual FactorRef selected(const FactorRef& self, const Support& features, int power) const;
  [[nodiscard]] virtual FactorRef projected(const FactorRef& self, const Vector& q) const;

  /// A among some features, a few rows at a time from `first` on: of all at once there may be more numbers
  /// than in samples with their zeros left out.
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

/// Doubles, one feature a column.
FactorRef dense_factor(Matrix columns);
/// The same with some features replaced, each by a vector of m; what is large is shared.
FactorRef with_replaced(const FactorRef& factor, std::map<Index, Vector> columns);
/// Some of its features alone, numbered anew in their order, each 2^power c_i; what is large is shared. Exact
/// but for underflow; |power| <= 1000.
FactorRef selected_from(const FactorRef& factor, const Support& features, int power);
/// The same features, each c_i - q (q'c_i) for a unit vector q; what is large is shared. Where zeros are left
/// out they stay out: products are taken with y - q (q'y) instead.
FactorRef projected_off(const FactorRef& factor, const Vector& q);

}  // namespace spica
