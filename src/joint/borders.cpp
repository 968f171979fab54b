#include "joint/borders.hpp"

#include <cmath>

namespace spica::joint {

namespace {

constexpr std::size_t most_numbers = 4'000'000;  // remembered; then all is forgotten

Vector bordered_values(const Objective& objective, const Support& s) {
  const Matrix& a = objective.a;
  if (s.empty()) return a.diagonal();
  const linalg::Eigenpair pair = objective.leading(s);
  Vector product = Vector::Zero(a.rows());
  for (std::size_t i = 0; i < s.size(); ++i) product += pair.vector(static_cast<Index>(i)) * a.col(s[i]);
  product = objective.product(product);
  Vector values(a.rows());
  for (Index q = 0; q < a.rows(); ++q) {
    const double half = 0.5 * (pair.value - a(q, q));
    values(q) = 0.5 * (pair.value + a(q, q)) + std::sqrt(half * half + product(q) * product(q));
  }
  return values;
}

/// What is remembered of a support, or what `compute` says, which is then remembered.
template <class Value, class Compute>
Value recall(std::map<Support, Value>& known, std::mutex& mutex, const Support& support, std::size_t size,
             const Compute& compute) {
  {
    const std::lock_guard lock(mutex);
    if (const auto at = known.find(support); at != known.end()) return at->second;
  }
  Value value = compute();
  const std::lock_guard lock(mutex);
  if ((known.size() + 1) * (size + support.size()) > most_numbers) known.clear();
  known.emplace(support, value);
  return value;
}

}  // namespace

double Borders::value(const Support& support) {
  if (support.empty()) return 0.0;
  return recall(values_, mutex_, support, 1, [&] { return objective_.value(support); });
}

std::shared_ptr<const Vector> Borders::with_one_more(const Support& support) {
  return recall(borders_, mutex_, support, static_cast<std::size_t>(matrix().rows()),
                [&] { return std::make_shared<const Vector>(bordered_values(objective_, support)); });
}

}  // namespace spica::joint
