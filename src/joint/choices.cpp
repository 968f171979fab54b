#include "joint/choices.hpp"

#include <algorithm>

#include "base/feature_set.hpp"
#include "base/parallel.hpp"
#include "joint/local_search.hpp"
#include "joint/node.hpp"
#include "joint/placement.hpp"
#include "primal/primal.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

Choices::Choices(const JointTask& task)
    : task_(task), a_(task.problem.covariance()), borders_(objective()), random_(task.seed) {}

void Choices::begin() {
  if (!task_.start.columns.empty()) offer_improved(task_.start);
  if (!best_.columns.empty() && task_.out_of_time()) return;
  offer_improved(construct(Vector::Zero(features()), task_.settings.first_starts));
  if (best_.columns.empty()) offer(construct(Vector::Zero(features()), 1));
}

void Choices::resume(Choice best, const std::vector<Column>& columns) {
  for (const Column& column : columns) pool_.add(column);
  offer(std::move(best));
}

void Choices::guide(const Vector& prices) {
  for (const double share : {1.0, 0.7, 1.3}) {
    if (task_.out_of_time()) return;
    offer_improved(construct(share * prices, task_.settings.guided_starts));
  }
}

Choice Choices::construct(const Vector& prices, int starts) {
  Choice choice;
  if (!task_.included.empty() && task_.conditions.has_limits())
    return construct_within_limits(prices, starts);
  Support used;
  Support missing = task_.included;  // of the features that must be in use
  Index places = 0;
  for (const Index k : task_.cardinalities) places += k;
  for (const Index k : task_.cardinalities) {
    places -= k;
    const bool last = choice.columns.size() + 1 == task_.cardinalities.size();
    // Every component after this one needs a feature, too.
    const auto later = static_cast<Index>(task_.cardinalities.size() - choice.columns.size()) - 1;
    const Index spare = features() - static_cast<Index>(used.size()) - later;
    ComponentClass of{std::clamp<Index>(spare, 1, k), 1, {}, used};
    // What does not fit into the components after this one must go into it, and one of them where nothing else is left.
    const auto must_take_one = [&] {
      const auto others = features() - static_cast<Index>(used.size() + missing.size());
      return last || static_cast<Index>(missing.size()) > places || (of.included.empty() && others == 0);
    };
    while (!missing.empty() && !of.is_full() && must_take_one()) {
      of.included = with(of.included, missing.back());
      missing.pop_back();
    }
    for (const Index i : missing) of.excluded = with(of.excluded, i);
    Column best = best_column(of, prices, starts);
    if (best.support.empty()) return choice;
    for (const Index i : best.support) used = with(used, i);
    choice.columns.push_back(std::move(best));
  }
  return choice;
}

/// Where features must be in use that not every component has room for, each has its own of them from the beginning.
Choice Choices::construct_within_limits(const Vector& prices, int starts) {
  Choice choice;
  const std::optional<std::vector<Support>> placed =
      place(task_.included, task_.cardinalities, task_.conditions.limits);
  if (!placed) return choice;
  Support used;
  for (std::size_t t = 0; t < task_.cardinalities.size(); ++t) {
    const Support& own = (*placed)[t];
    Index spare = features() - static_cast<Index>(used.size());
    for (std::size_t later = t + 1; later < placed->size(); ++later)
      spare -= std::max<Index>(1, static_cast<Index>((*placed)[later].size()));
    const Index least = std::max<Index>(1, static_cast<Index>(own.size()));
    ComponentClass of{std::clamp<Index>(spare, least, task_.cardinalities[t]), 1, own, used};
    for (const Index i : task_.included) {
      if (!contains(own, i) && !contains(of.excluded, i)) of.excluded = with(of.excluded, i);
    }
    Column best = best_column(of, prices, starts);
    if (best.support.empty()) return choice;
    used = unite(used, best.support);
    choice.columns.push_back(std::move(best));
  }
  return choice;
}

Vector Choices::direction(bool random) {
  if (!random) return a_.col(static_cast<Index>(random_.uniform() * static_cast<double>(features())));
  Vector result(features());
  for (double& value : result) value = random_.normal();
  return result;
}

/// From columns of A and random directions, and by exchanges from the best few of what they lead to.
Column Choices::best_column(const ComponentClass& of, const Vector& prices, int starts) {
  constexpr Index exchanged = 4;
  std::vector<Vector> directions;
  directions.reserve(static_cast<std::size_t>(starts));
  for (int start = 0; start < starts; ++start) directions.push_back(direction(start % 2 == 1));
  std::vector<Column> found(directions.size());
  for_chunks(starts, 4, [&](Index first, Index count) {
    for (Index i = first; i < first + count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      found[at] = climb_from(objective(), of, prices, std::move(directions[at]));
    }
  });
  std::erase_if(found,
                [&of](const Column& column) { return column.support.empty() || !of.admits(column.support); });
  if (found.empty()) return any_column(of);
  const auto worthier = [&prices](const Column& x, const Column& y) {
    return x.worth(prices) > y.worth(prices);
  };
  std::stable_sort(found.begin(), found.end(), worthier);
  const Index count = std::min(exchanged, static_cast<Index>(found.size()));
  for_chunks(count, 1, [&](Index i, Index) {
    Column& start = found[static_cast<std::size_t>(i)];
    start = climb(borders_, of, prices, std::move(start));
  });
  return *std::min_element(found.begin(), found.begin() + count, worthier);
}

/// Where all variances are zero any feature will do.
Column Choices::any_column(const ComponentClass& of) const {
  Support support = of.included;
  for (Index i = 0; i < features() && support.empty(); ++i) {
    if (!contains(of.excluded, i)) support.push_back(i);
  }
  return support.empty() ? Column{} : column_of(objective(), std::move(support));
}

std::vector<Column> Choices::near(const ComponentClass& of, const Vector& prices) {
  std::vector<Column> starts = pool_.worthiest(of, prices, task_.settings.climbs);
  for (int start = 0; start < task_.settings.random_climbs; ++start) {
    Column column = climb_from(objective(), of, prices, direction(false));
    if (!column.support.empty() && of.admits(column.support)) starts.push_back(std::move(column));
  }
  if (starts.empty()) starts.push_back(any_column(of));
  for_chunks(static_cast<Index>(starts.size()), 2, [&](Index first, Index count) {
    for (Index i = first; i < first + count; ++i) {
      if (task_.out_of_time()) return;
      Column& start = starts[static_cast<std::size_t>(i)];
      start = climb(borders_, of, prices, std::move(start));
    }
  });
  for (const Column& column : starts) pool_.add(column);
  return starts;
}

SparseVector Choices::component_on(const Support& support) const {
  return primal::component(task_.conditions.nonnegative
                               ? primal::best_nonnegative_on_support(task_.problem, support)
                               : primal::best_on_support(task_.problem, support));
}

bool Choices::allowed(const Choice& choice) const {
  const auto in_use = [&choice](Index i) {
    return std::any_of(choice.columns.begin(), choice.columns.end(),
                       [i](const Column& column) { return contains(column.support, i); });
  };
  const auto keeps_to_limits = [this](const Column& column) {
    return task_.conditions.limits.admit(column.support);
  };
  return choice.columns.size() == task_.cardinalities.size() &&
         std::all_of(choice.columns.begin(), choice.columns.end(), keeps_to_limits) &&
         std::all_of(task_.included.begin(), task_.included.end(), in_use);
}

void Choices::offer(Choice choice) {
  for (const Column& column : choice.columns) pool_.add(column);
  if (!allowed(choice)) return;
  std::vector<double> terms;
  for (const Column& column : choice.columns)
    terms.push_back(-verify::rayleigh_lower(task_.problem, component_on(column.support)));
  const double lower = 0.0 - sum_up(terms);
  if (!best_.columns.empty() && !(lower > lower_)) return;
  lower_ = lower;
  best_ = std::move(choice);
  if (on_better_) on_better_();
}

void Choices::offer_included(std::vector<ComponentClass> classes) {
  Choice choice;
  for (const Index k : task_.cardinalities) {
    const auto of = std::find_if(classes.begin(), classes.end(), [k](const ComponentClass& c) {
      return c.k == k && c.count > 0 && !c.included.empty();
    });
    if (of == classes.end()) return;
    --of->count;
    choice.columns.push_back(column_of(objective(), of->included));
  }
  offer(std::move(choice));
}

void Choices::offer_improved(Choice choice) {
  if (choice.columns.size() != task_.cardinalities.size()) return;
  exchange(borders_, task_.cardinalities, task_.included, choice, task_.clock());
  offer(std::move(choice));
}

std::vector<SparseVector> Choices::starts_of(const ComponentClass& of, std::vector<char>& taken) const {
  std::vector<SparseVector> result;
  taken.resize(best_.columns.size(), 0);
  for (std::size_t t = 0; t < best_.columns.size(); ++t) {
    if (static_cast<Index>(result.size()) == of.count) return result;
    if (taken[t] != 0 || !of.admits(best_.columns[t].support)) continue;
    taken[t] = 1;
    result.push_back(component_on(best_.columns[t].support));
  }
  const auto missing = static_cast<std::size_t>(of.count) - result.size();
  for (const Column& column : pool_.worthiest(of, Vector::Zero(features()), missing))
    result.push_back(component_on(column.support));
  if (!result.empty()) return result;
  const Column any = any_column(of);
  return {component_on(any.support)};
}

}  // namespace spica::joint
