#include "checker/points.hpp"

#include <algorithm>
#include <functional>

namespace spica_check {

PairsPoint::PairsPoint(Tokens& tokens, std::size_t features) : features_(tokens.features(features)) {
  const std::size_t n = features_.size();
  if (n > 0 && (n - 1) / 2 > tokens.room() / n)
    tokens.reject("a dual point that is larger than the certificate");
  entries_.assign(n * n, 0.0);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = p + 1; q < n; ++q) {
      entries_[p * n + q] = tokens.number();
      if (entries_[p * n + q] != 0.0) entries_[q * n + p] = tokens.positive();
    }
  }
}

std::vector<std::size_t> PairsPoint::positions(const std::vector<std::size_t>& of,
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

double PairsPoint::w(std::size_t p, std::size_t q) const {
  return p < q ? entries_[p * features_.size() + q] : entries_[q * features_.size() + p];
}

SamplePoint::SamplePoint(Tokens& tokens, std::size_t n, std::size_t rows)
    : nu(tokens.number()), features(tokens.features(n)), q(tokens.numbers(features.size(), rows)) {
  if (!(nu >= 0.0)) tokens.reject("nu is negative");
}

BoxPoint::BoxPoint(Tokens& tokens, std::size_t directions, std::size_t features)
    : level(tokens.number()), d(tokens.numbers(directions, 1)), y(tokens.numbers(tokens.count(), 1)) {
  if (!y.empty() && y.size() != features) tokens.reject("y has another length than there are features");
}

template <class N>
N sum_of_largest(std::vector<double>& values, std::size_t count) {
  count = std::min(count, values.size());
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), values.end(),
                   std::greater<>());
  N sum;
  for (std::size_t i = 0; i < count; ++i) sum = sum + N(values[i]);
  return sum;
}

template Ball sum_of_largest(std::vector<double>& values, std::size_t count);
template Exact sum_of_largest(std::vector<double>& values, std::size_t count);

}  // namespace spica_check
