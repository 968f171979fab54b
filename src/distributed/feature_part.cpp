#include "distributed/feature_part.hpp"

#include "factor/largest_products.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

FeaturePart::FeaturePart(FactorRef factor, Vector variances, Index first)
    : factor_(std::move(factor)),
      variances_(std::move(variances)),
      first_(first),
      order_(*factor_, variances_) {}

std::vector<Index> FeaturePart::here(std::span<const Index> features) const {
  std::vector<Index> result;
  for (const Index i : features) {
    if (first_ <= i && i < first_ + size()) result.push_back(i - first_);
  }
  return result;
}

std::vector<LargestProducts> FeaturePart::largest_products(const Directions& directions,
                                                           std::size_t kept) const {
  std::vector<LargestProducts> found = spica::largest_products(*factor_, order_, directions, kept);
  for (LargestProducts& direction : found) {
    for (auto& entry : direction.entries) entry.position = first_ + order_.feature_at(entry.position);
  }
  return found;
}

Suspects FeaturePart::suspects(CoreFacts facts) const {
  for (Index& j : facts.core) j -= first_;
  Suspects found = Sieve({*factor_, variances_, order_}, std::move(facts)).all_suspects();
  for (Suspect& row : found.rows) row.position = first_ + order_.feature_at(row.position);
  return found;
}

std::unique_ptr<sweep::Tiles> FeaturePart::sweep(Sweep task) const {
  sweep::Here here{*factor_, order_};
  for (const Index i : order_.features)
    here.positions.push_back(task.positions[static_cast<std::size_t>(first_ + i)]);
  // The sweep ends rows of tiles early by the order of norms, so this part's order must agree with that of
  // the whole.
  if (!std::is_sorted(here.positions.begin(), here.positions.end()))
    throw Error(ErrorKind::internal, "the ranks round differently: norms are in another order here");
  return std::make_unique<sweep::Tiles>(std::move(here), std::move(task.rows), std::move(task.norms),
                                        task.kept, sweep::kernels().front());
}

std::shared_ptr<const FeaturePart> FeaturePart::selected(const Support& features, int power) const {
  const Index before = std::lower_bound(features.begin(), features.end(), first_) - features.begin();
  FactorRef factor = selected_from(factor_, here(features), power);
  Vector variances = factor->squared_norms();
  return std::make_shared<FeaturePart>(std::move(factor), std::move(variances), before);
}

std::shared_ptr<const FeaturePart> FeaturePart::projected(const Vector& q) const {
  FactorRef factor = projected_off(factor_, q);
  Vector variances = factor->squared_norms();
  return std::make_shared<FeaturePart>(std::move(factor), std::move(variances), first_);
}

std::shared_ptr<const FeaturePart> FeaturePart::replaced(const std::map<Index, Vector>& columns) const {
  std::map<Index, Vector> own;
  Vector variances = variances_;
  for (auto at = columns.lower_bound(first_); at != columns.end() && at->first < first_ + size(); ++at) {
    own[at->first - first_] = at->second;
    variances(at->first - first_) = at->second.squaredNorm();
  }
  return std::make_shared<FeaturePart>(own.empty() ? factor_ : with_replaced(factor_, std::move(own)),
                                       std::move(variances), first_);
}

}  // namespace spica::distributed
