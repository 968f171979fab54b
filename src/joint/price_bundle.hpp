#pragma once

// Prices from the columns that are known (maths.md, 6.4). For prices p >= 0 let
//
//     f(p) = sum of p_j + sum over classes of count_c max over columns S of c of (value_S - p(S)).
//
// Its minimum is the linear relaxation of choosing disjoint columns, and what remains of the joint bound when every
// class is solved exactly. A step goes to
//
//     argmin over p >= 0 of  f(p) + |p - center|^2/(2 t),    p_j = max(0, center_j + t (u_j - 1)),
//     u_j = sum over columns with j of their weights,
//
// by its dual: weights of the columns, count_c in each class, improved by moving weight from one column to another
// (sequential minimal optimisation). Plain arithmetic: any prices are valid.

#include <set>
#include <vector>

#include "joint/column.hpp"

namespace spica::joint {

/// All columns that are known, each once.
class ColumnPool {
 public:
  /// True if it is new.
  bool add(Column column);
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// The columns that a class admits, the worthiest first; at most `most`.
  [[nodiscard]] std::vector<Column> worthiest(const ComponentClass& of, const Vector& prices,
                                              std::size_t most) const;

 private:
  std::vector<Column> columns_;
  std::set<Support> known_;
};

class PriceBundle {
 public:
  /// `free_of_charge`: features whose price stays zero, because one class must have them.
  PriceBundle(std::vector<ComponentClass> classes, Vector center, std::vector<char> free_of_charge);

  /// To every class that admits it; known columns are left alone.
  void add(const Column& column);
  /// f by the columns that are known; the largest worth in each class.
  [[nodiscard]] double value(const Vector& prices, std::vector<double>* worths = nullptr) const;
  /// Prices that minimise f over the columns that are known, plus the distance from the center.
  [[nodiscard]] Vector step(double t);
  void move_center(const Vector& prices) { center_ = prices; }
  [[nodiscard]] const Vector& center() const { return center_; }

  /// After step(): how much of each feature the columns of a class take, from 0 to its count.
  [[nodiscard]] Vector load(std::size_t c) const;
  [[nodiscard]] bool has_columns() const;  ///< of every class

 private:
  struct Weighted {
    Column column;
    double weight = 0.0;
    double worth = 0.0;  // at the prices of the step in work
  };
  /// A move of weight between two columns of one class.
  struct Move {
    Weighted* from = nullptr;
    Weighted* to = nullptr;
  };
  class Step;
  [[nodiscard]] double price_at(Index feature, double use, double t) const;

  std::vector<ComponentClass> classes_;
  std::vector<std::vector<Weighted>> columns_;  // of each class
  std::set<Support> known_;
  Vector center_;
  std::vector<char> free_of_charge_;
};

}  // namespace spica::joint
