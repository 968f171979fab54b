#include "checker/dual_point.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "checker/rounding.hpp"

namespace spica_check {

DualPoint::DualPoint(Tokens& tokens, std::size_t features) : features_(tokens.features(features)) {
  const std::size_t n = features_.size();
  if (n > 0 && (n - 1) / 2 > tokens.room() / n)
    tokens.reject("a dual point that is larger than the certificate");
  entries_.assign(n * n, 0.0);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = p + 1; q < n; ++q) {
      const double weight = tokens.number();
      if (weight == 0.0) continue;
      const double paid = tokens.number();
      // Far from where w^2 or w^2/a could overflow or underflow.
      const bool usable =
          paid > 0x1p-400 && paid < 0x1p400 && std::abs(weight) > 0x1p-400 && std::abs(weight) < 0x1p400;
      if (!usable) tokens.reject("a dual point out of range");
      entries_[p * n + q] = weight;
      entries_[q * n + p] = paid;
    }
  }
}

std::vector<std::size_t> DualPoint::positions(const std::vector<std::size_t>& of,
                                              const Tokens& tokens) const {
  std::vector<std::size_t> result;
  for (const std::size_t feature : of) {
    const auto found = std::lower_bound(features_.begin(), features_.end(), feature);
    if (found == features_.end() || *found != feature)
      tokens.reject("the dual point does not know feature " + std::to_string(feature));
    result.push_back(static_cast<std::size_t>(found - features_.begin()));
  }
  return result;
}

double DualPoint::w(std::size_t p, std::size_t q) const {
  return p < q ? entries_[p * features_.size() + q] : entries_[q * features_.size() + p];
}

double DualPoint::a(std::size_t p, std::size_t q) const {
  const std::size_t n = features_.size();
  if (p < q) return entries_[q * n + p];
  const Up weight = std::abs(entries_[q * n + p]);
  return weight.value() == 0.0 ? 0.0 : (weight * weight / entries_[p * n + q]).value();
}

double sum_of_largest(std::vector<double>& values, std::size_t count) {
  count = std::min(count, values.size());
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), values.end(),
                   std::greater<>());
  Up sum;
  for (std::size_t i = 0; i < count; ++i) sum += values[i];
  return sum.value();
}

}  // namespace spica_check
