#include "support/conditions.hpp"

#include "base/feature_set.hpp"
#include "support/supports.hpp"

namespace spica::test {

void for_each_admitted(Index n, Index k, const Options& options,
                       const std::function<void(const Support&)>& visit) {
  for (Index size = 1; size <= k; ++size) {
    for_each_support(n, size, [&](const Support& s) {
      const Support with = unite(s, options.include);
      if (static_cast<Index>(with.size()) <= k && options.limits.admit(with)) visit(s);
    });
  }
}

bool explains_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau, const Options& options) {
  return options.heuristic.nonnegative ? nonnegative_at_most(a, s, tau) : lam_max_at_most(a, s, tau);
}

}  // namespace spica::test
