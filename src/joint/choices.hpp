#pragma once

// Finds choices of components, keeps the best and all columns that were met. Construction: one component after another at
// some prices, none with a feature of another, from columns of A and random directions; then exchanges
// (local_search.hpp). Prices make the first components leave to the others what those need more. Nothing here bounds
// anything but `lower`, which is proven of the best choice.

#include <functional>

#include "base/random.hpp"
#include "joint/borders.hpp"
#include "joint/price_bundle.hpp"
#include "joint/task.hpp"

namespace spica::joint {

class Choices {
 public:
  /// The task must outlive it; its problem is in covariance form.
  explicit Choices(const JointTask& task);

  [[nodiscard]] const Matrix& matrix() const { return a_; }
  [[nodiscard]] Objective objective() const {
    return {a_, task_.conditions.nonnegative, task_.conditions.limits};
  }
  [[nodiscard]] const Choice& best() const { return best_; }
  [[nodiscard]] double lower() const { return lower_; }  ///< proven of the best, scaled units
  /// About what one component explains.
  [[nodiscard]] double unit() const { return lower_ / static_cast<double>(task_.cardinalities.size()); }
  [[nodiscard]] ColumnPool& pool() { return pool_; }
  [[nodiscard]] const ColumnPool& pool() const { return pool_; }
  /// Hears of every new best choice.
  void on_better(std::function<void()> listener) { on_better_ = std::move(listener); }

  /// The first choice; there is one afterwards, whatever happens.
  void begin();
  /// Goes on with what another search knew.
  void resume(Choice best, const std::vector<Column>& columns);
  /// Choices at these prices, and at somewhat lower and higher ones.
  void guide(const Vector& prices);
  /// Columns of a class near those that are worth most at some prices; the pool gets them, too.
  std::vector<Column> near(const ComponentClass& of, const Vector& prices);

  /// The choice in which every component has what its class includes and nothing else.
  void offer_included(std::vector<ComponentClass> classes);

  [[nodiscard]] SparseVector component_on(const Support& support) const;
  /// Components for a class to start from, those of the best choice that are not taken yet first.
  [[nodiscard]] std::vector<SparseVector> starts_of(const ComponentClass& of, std::vector<char>& taken) const;

 private:
  [[nodiscard]] Index features() const { return a_.rows(); }
  [[nodiscard]] Choice construct(const Vector& prices, int starts);
  [[nodiscard]] Choice construct_within_limits(const Vector& prices, int starts);
  [[nodiscard]] Column best_column(const ComponentClass& of, const Vector& prices, int starts);
  [[nodiscard]] Column any_column(const ComponentClass& of) const;
  [[nodiscard]] Vector direction(bool random);
  void offer(Choice choice);
  void offer_improved(Choice choice);
  [[nodiscard]] bool allowed(const Choice& choice) const;

  const JointTask& task_;
  const Matrix a_;
  Borders borders_;
  Random random_;
  ColumnPool pool_;
  Choice best_;
  double lower_ = 0.0;
  std::function<void()> on_better_;
};

}  // namespace spica::joint
