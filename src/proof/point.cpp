#include "proof/point.hpp"

#include <algorithm>

namespace spica::proof {

Point::Point(Support features, const Matrix& a, const Matrix& w) : features_(std::move(features)) {
  Double values;
  values.reserve(static_cast<std::size_t>(w.rows() * std::max<Index>(0, w.rows() - 1)));
  for (Index i = 0; i < w.rows(); ++i) {
    for (Index j = i + 1; j < w.rows(); ++j) {
      values.push_back(w(i, j));
      values.push_back(w(i, j) != 0.0 ? a(j, i) : 0.0);
    }
  }
  const bool single = std::all_of(values.begin(), values.end(), [](double value) {
    return static_cast<double>(static_cast<float>(value)) == value;
  });
  if (single) {
    pairs_ = Single(values.begin(), values.end());
  } else {
    pairs_ = std::move(values);
  }
}

Point::Point(Support features, std::variant<Single, Double> pairs)
    : features_(std::move(features)), pairs_(std::move(pairs)) {}

std::size_t Point::bytes() const {
  return sizeof(*this) + features_.size() * sizeof(Index) +
         std::visit([](const auto& values) { return values.size() * sizeof(values[0]); }, pairs_);
}

}  // namespace spica::proof
