#pragma once

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

#include "spica/types.hpp"

namespace spica::proof {

/// A dual point of the pairs bound, w_ij^2 <= a_ij a_ji, as far as certificates speak of it: w_ij and a_ij
/// for i < j; what a_ji must be follows. Such numbers were rounded to so few bits that floats hold most of
/// them exactly, and trees keep thousands of points.
class Point {
 public:
  using Single = std::vector<float>;
  using Double = std::vector<double>;

  /// a(j, i) is what row i pays for j.
  Point(Support features, const Matrix& a, const Matrix& w);
  /// w_ij and a_ij by turns, row by row. There must be n (n - 1) of them.
  Point(Support features, std::variant<Single, Double> pairs);

  [[nodiscard]] const Support& features() const { return features_; }
  [[nodiscard]] const std::variant<Single, Double>& pairs() const { return pairs_; }

  /// Calls visit(i, j, w_ij, a_ij) for all i < j, row by row.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::size_t n = features_.size();
    std::visit(
        [&](const auto& values) {
          auto value = values.begin();
          for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j, value += 2)
              visit(i, j, static_cast<double>(*value), static_cast<double>(*std::next(value)));
          }
        },
        pairs_);
  }

  [[nodiscard]] std::size_t bytes() const;  ///< of memory, about

 private:
  Support features_;
  std::variant<Single, Double> pairs_;
};
using PointRef = std::shared_ptr<const Point>;

}  // namespace spica::proof
