#include "linalg/inverse_hessian.hpp"

#include <utility>

namespace spica::linalg {

void InverseHessian::add(Vector step, Vector change) {
  const double product = step.dot(change);
  if (!(product > 1e-14 * change.squaredNorm())) return;
  if (pairs_.size() == most_pairs_) pairs_.pop_front();
  pairs_.push_back({std::move(step), std::move(change), 1.0 / product});
}

Vector InverseHessian::apply(Vector q) const {
  std::vector<double> alpha(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    alpha[i] = pairs_[i].inverse * pairs_[i].step.dot(q);
    q -= alpha[i] * pairs_[i].change;
  }
  const Pair& last = pairs_.back();
  q *= 1.0 / (last.inverse * last.change.squaredNorm());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double beta = pairs_[i].inverse * pairs_[i].change.dot(q);
    q += (alpha[i] - beta) * pairs_[i].step;
  }
  return q;
}

}  // namespace spica::linalg
