#pragma once

// The features that one rank has of a factor that is spread over the ranks: consecutive ones. Inside a part,
// features are numbered from 0; in requests and answers they have their numbers in the whole factor.
//
// A part orders its features by norm as the whole factor does: the variances are the same bits, and features of
// equal variance go by number. So the largest entries over all features are among the largest of each part, and
// the rows that a sieve leaves of the whole are those that it leaves of each part.

#include <algorithm>
#include <map>
#include <memory>
#include <span>

#include "factor/factor.hpp"
#include "factor/norm_order.hpp"
#include "factor/sieve.hpp"
#include "factor/sweep/tiles.hpp"

namespace spica::distributed {

/// How features are spread: as evenly as can be, by rank.
inline Index first_feature(Index features, int rank, int ranks) {
  return features / ranks * rank + std::min<Index>(features % ranks, rank);
}

/// Where the features of each rank begin, and after the last one their number.
inline std::vector<Index> starts_of(Index features, int ranks) {
  std::vector<Index> starts;
  for (int rank = 0; rank <= ranks; ++rank) starts.push_back(first_feature(features, rank, ranks));
  return starts;
}

class FeaturePart {
 public:
  FeaturePart(FactorRef factor, Vector variances, Index first);

  [[nodiscard]] const Factor& factor() const { return *factor_; }
  [[nodiscard]] const Vector& variances() const { return variances_; }
  [[nodiscard]] Index first() const { return first_; }
  [[nodiscard]] Index size() const { return factor_->cols(); }

  /// Those of some features that are here, by their numbers here.
  [[nodiscard]] std::vector<Index> here(std::span<const Index> features) const;

  /// Positions in what is found are numbers of features.
  [[nodiscard]] std::vector<LargestProducts> largest_products(const Directions& directions,
                                                              std::size_t kept) const;
  [[nodiscard]] Suspects suspects(CoreFacts facts) const;

  /// A sweep of these features. Positions are in the order of all features: that of each is given.
  struct Sweep {
    std::vector<sweep::Wanted> rows;
    std::vector<double> norms;
    std::vector<Index> positions;
    std::size_t kept = 0;
  };
  [[nodiscard]] std::unique_ptr<sweep::Tiles> sweep(Sweep task) const;

  /// The same part with some features replaced, if they are here.
  [[nodiscard]] std::shared_ptr<const FeaturePart> replaced(const std::map<Index, Vector>& columns) const;
  /// Those of some features that are here; all ranks number them anew in their order. Each is 2^power c_i.
  [[nodiscard]] std::shared_ptr<const FeaturePart> selected(const Support& features, int power) const;
  /// The same part projected off a direction.
  [[nodiscard]] std::shared_ptr<const FeaturePart> projected(const Vector& q) const;

 private:
  FactorRef factor_;
  Vector variances_;
  Index first_;
  NormOrder order_;
};

}  // namespace spica::distributed
