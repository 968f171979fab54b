#pragma once

// A factor whose features are spread over the ranks, as rank 0 sees it. Rank 0 has O(n) numbers of all
// features, and their vectors c_i only for as long as it needs some of them. Passes over all features are one
// request each (request.hpp), made on all ranks at once.
//
// What comes back is what features in one place would give: c_i, variances and the entries of a sweep to the
// last bit, the largest products and the rows that sieves leave too where the BLAS rounds a product alike
// wherever it stands in a block. Sums over all features (times, gram) are added in another order; they only
// steer. Proofs hold for products that are rounded in any order (presolve/factor_row_oracle.hpp).

#include <memory>
#include <mutex>
#include <unordered_map>

#include "distributed/session.hpp"
#include "factor/factor.hpp"
#include "factor/passes.hpp"

namespace spica::distributed {

class SpreadFactor final : public Factor, private Passes {
 public:
  /// Of features that the ranks have: rank r those from starts[r] on, up to starts[r + 1].
  SpreadFactor(std::shared_ptr<Session> session, FactorNumber number, Index rows, Vector variances,
               std::vector<Index> starts);
  ~SpreadFactor() override;
  SpreadFactor(const SpreadFactor&) = delete;
  SpreadFactor& operator=(const SpreadFactor&) = delete;

  void copy(std::span<const Index> features, Matrix& out) const override;
  [[nodiscard]] Vector transposed_times(const Vector& y) const override;
  using Factor::times;
  [[nodiscard]] Vector times(const Vector& x) const override;
  [[nodiscard]] Matrix gram() const override;
  [[nodiscard]] Vector squared_norms() const override { return variances_; }
  [[nodiscard]] const Passes* passes() const override { return this; }
  void expect(std::span<const Index> features) const override;
  [[nodiscard]] FactorRef replaced(const FactorRef& self, std::map<Index, Vector> columns) const override;
  [[nodiscard]] FactorRef selected(const FactorRef& self, const Support& features, int power) const override;
  [[nodiscard]] FactorRef projected(const FactorRef& self, const Vector& q) const override;

 private:
  [[nodiscard]] std::vector<LargestProducts> largest_products(const NormOrder& order,
                                                              const Directions& directions,
                                                              std::size_t kept) const override;
  [[nodiscard]] std::optional<RowLists> largest_entries(const sweep::Task& task) const override;
  [[nodiscard]] Suspects suspects(const NormOrder& order, const CoreFacts& facts) const override;

  std::vector<std::string> ask(Request kind, const std::string& rest = {}) const;
  /// A factor that every rank makes of its part of this one, and says the variances of.
  [[nodiscard]] FactorRef derived(Request kind, FactorNumber next, const std::string& request) const;
  void fetch(std::span<const Index> features, Matrix& out) const;
  bool know(std::span<const Index> features) const;

  std::shared_ptr<Session> session_;
  FactorNumber number_;
  Vector variances_;
  std::vector<Index> starts_;
  std::size_t most_known_;
  mutable std::mutex mutex_;
  /// Features that were asked for not long ago: heuristics ask for the same ones time and again, a few each.
  mutable std::unordered_map<Index, Vector> known_;
};

}  // namespace spica::distributed
