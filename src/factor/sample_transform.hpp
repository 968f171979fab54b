#pragma once

// How the samples y_i of a feature become its vector c_i = (y_i - mean_i 1) / sqrt(m - ddof), or that divided
// by its length. All steps are scaled by powers of two, so that nothing overflows and little underflows:
//
//     y <- y 2^-read,   y <- y - mean,   y <- y / divisor,   y <- y 2^-length   or   y <- y / |y|
//
// The exact c_i is what the numbers of the file define. The computed one is off by at most column_radius_i:
//   * the mean is summed in double-double arithmetic; its error, about m u^2 |y|, is below one rounding of c
//     even where the mean is a million times the spread;
//   * the subtraction, the division and the scaling round each entry relatively, a few u in all.
// maths.md, 4.2, has the constants. The same steps give the same bits whenever they are taken.
//
// `read` and `length` are the same for all features, except that standardised features have a `read` of their
// own. So ranks that hold parts of the features have to agree on these two numbers.

#include <cstdint>
#include <functional>
#include <vector>

#include "spica/problem.hpp"

namespace spica {

/// The scale and the errors of a factor that was made of samples.
struct Scaling {
  int exponent = 0;      ///< A_user = 2^exponent A
  Vector column_radius;  ///< 0: c_i is exactly zero
  Index zeros = 0;       ///< features with c_i = 0
};

class SampleTransform {
 public:
  /// Copies the samples of a feature.
  using Read = std::function<void(Index, Eigen::Ref<Vector>)>;

  /// The whole that these features are a part of; by default they are all.
  struct Whole {
    Index first = 0;  ///< the number of the first of them among all features, for messages
    /// Returns the largest of the numbers that all parts call it with.
    std::function<double(double)> largest = [](double own) { return own; };
  };

  /// Looks at all features but those that options.exclude leaves out, by their numbers among all; these count
  /// as zero. Throws Error(input) where a value is not finite, or a feature that is to be
  /// standardised varies by less than its rounding.
  SampleTransform(Index samples, Index features, const Read& read, const SampleOptions& options,
                  const Whole& whole);
  SampleTransform(Index samples, Index features, const Read& read, const SampleOptions& options)
      : SampleTransform(samples, features, read, options, Whole()) {}

  /// y_i -> c_i in place.
  void apply(Index feature, Eigen::Ref<Vector> y) const;

  [[nodiscard]] int exponent() const { return exponent_; }                      ///< A_user = 2^exponent A
  [[nodiscard]] const Vector& column_radius() const { return column_radius_; }  ///< 0: c_i is exactly zero
  [[nodiscard]] Index zeros() const { return zeros_; }                          ///< features with c_i = 0

 private:
  struct Power {  // of two, as two factors: it may not be a double
    double first = 1.0;
    double second = 1.0;
    Power() = default;
    explicit Power(int exponent);
  };
  static void scale(Eigen::Ref<Vector> y, const Power& power);
  void center(Index feature, Eigen::Ref<Vector> y) const;
  [[nodiscard]] Power read_power(Index feature) const;
  Vector look_at_magnitudes(Index samples, const Read& read, const Whole& whole, const Support& exclude);

  bool centered_;
  bool standardised_;
  double divisor_;
  int exponent_ = 0;
  Index zeros_ = 0;
  Power read_;                                // where features are not standardised
  std::vector<std::int16_t> read_exponents_;  // where they are
  Power length_;
  Vector lengths_;
  Vector mean_high_;
  Vector mean_low_;
  Vector column_radius_;
};

}  // namespace spica
