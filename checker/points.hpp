#pragma once

// The dual points of a certificate as they are read.

#include <algorithm>
#include <functional>

#include "checker/certificate.hpp"
#include "checker/number.hpp"

namespace spica_check {

/// Where a feature stands in an ascending list, or its size.
inline std::size_t place(const Features& list, std::size_t feature) {
  const auto at =
      static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), feature) - list.begin());
  return at < list.size() && list[at] == feature ? at : list.size();
}

/// What features cost; nothing of it is negative. The empty list: nothing at all.
class Prices {
 public:
  Prices() = default;
  /// Reads `N feature... number...`; other features cost nothing.
  Prices(Tokens& tokens, std::size_t n) : listed_(tokens.features(n)), values_(n, 0.0) {
    for (const std::size_t i : listed_) values_[i] = tokens.positive();
  }

  [[nodiscard]] bool empty() const { return listed_.empty(); }
  [[nodiscard]] const Features& listed() const { return listed_; }
  [[nodiscard]] double of(std::size_t feature) const { return values_.empty() ? 0.0 : values_[feature]; }

 private:
  Features listed_;      // that cost something
  List<double> values_;  // of every feature
};

/// Numbers w_ij = w_ji and a_ij, a_ji >= 0 with w_ij^2 <= a_ij a_ji, so that 2 w_ij x_i x_j <= a_ij x_i^2 +
/// a_ji x_j^2. Hence x'Mx <= x'(M - w)x + sum of h_i x_i^2 for every x on a support S with h_i at least the
/// sum of a_ij over the other features j of S. Where no entry of x is negative, a negative w_ij asks for nothing: it is
/// *free*, with a_ij = a_ji = 0.
class PairsPoint {
 public:
  /// Reads `N feature...` and, for each pair i < j, w_ij and, if that is neither zero nor free, a_ij.
  PairsPoint(Tokens& tokens, std::size_t features, bool nonnegative = false)
      : features_(tokens.features(features)), nonnegative_(nonnegative) {
    const std::size_t n = features_.size();
    if (n > 0 && (n - 1) / 2 > tokens.room() / n)
      tokens.reject("a dual point that is larger than the certificate");
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double w = tokens.number();
        if (w == 0.0) continue;
        const bool free = nonnegative && w < 0.0;
        pairs_.push_back({static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q), w,
                          free ? 0.0 : tokens.positive()});
      }
    }
    pairs_.shrink_to_fit();
  }

  [[nodiscard]] const Features& features() const { return features_; }
  /// Of entries of x that are not negative.
  [[nodiscard]] bool nonnegative() const { return nonnegative_; }

  /// work(p, q, w, a_pq, a_qp), the last two rounded upwards, for each pair p < q of places in an ascending
  /// list of features; those not mentioned are zero. Only a w that is free has a_pq = 0.
  template <class N, class Work>
  void for_pairs(const Features& list, const Work& work) const {
    Meter::spend(static_cast<double>(features_.size() + pairs_.size()));
    List<std::size_t> places(features_.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = place(list, features_[i]);
    for (const Pair& pair : pairs_) {
      const std::size_t p = places[pair.first], q = places[pair.second];
      if (p == list.size() || q == list.size()) continue;
      const double back = pair.a == 0.0 ? 0.0 : (N(pair.w) * N(pair.w) / N(pair.a)).upper();
      work(p, q, pair.w, pair.a, back);
    }
  }

 private:
  struct Pair {
    std::uint32_t first;
    std::uint32_t second;
    double w;
    double a;  // that the first pays
  };

  Features features_;  // ascending
  bool nonnegative_;
  List<Pair> pairs_;  // whose w is not zero
};

/// nu >= 0 and vectors q_i with c_i c_i' - q_i q_i' <= nu I, for the columns c_i of a factor. Then (c_i'u)^2
/// <= (q_i'u)^2 + nu for every unit vector u, and the largest |Cx|^2 is that of a sum over k features.
struct SamplePoint {
  SamplePoint() = default;
  /// Reads `NU N feature... q...`. Features that are not listed have q_i = 0.
  SamplePoint(Tokens& tokens, std::size_t n, std::size_t rows)
      : nu(tokens.number()), features(tokens.features(n)), q(tokens.numbers(features.size(), rows)) {
    if (nu < 0.0) tokens.reject("nu is negative");
  }

  double nu = 0.0;
  Features features;
  List<double> q;
  /// Of each feature, once it was asked for, whether its inequality holds.
  enum Held : char { unknown, yes, no };
  List<char> held = {};
};

/// A level L, slopes d of the directions and a vector y over the features of the tree, or none.
struct BoxPoint {
  /// Reads `L d... N y...`.
  BoxPoint(Tokens& tokens, std::size_t directions, std::size_t features)
      : level(tokens.number()), d(tokens.numbers(directions)), y(tokens.numbers(tokens.count())) {
    if (!y.empty() && y.size() != features) tokens.reject("y has another length than there are features");
  }

  double level;
  List<double> d;
  List<double> y;
  double rest =
      HUGE_VAL;  ///< its bound without the inner maxima where no feature is decided, once it was made
};

/// The sum of the `count` largest; all of them if there are fewer. None may be negative.
template <class N>
N sum_of_largest(List<double>& values, std::size_t count) {
  count = std::min(count, values.size());
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(values.begin(), end, values.end(), std::greater<>());
  N sum;
  for (std::size_t i = 0; i < count; ++i) sum = sum + N(values[i]);
  return sum;
}

}  // namespace spica_check
