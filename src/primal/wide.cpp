// The heuristics for max x'Ax over unit x with at most k nonzeros (1.1) where A = CC' has far more features
// than samples (maths.md, 2.5, "Many features"): one pass over all features is what costs, so few are made,
// each for many directions at once. The alternating method runs from all starts b together:
//
//     S_b <- the k largest |c_i'y_b|,   y_b <- C_S'u,  S = S_b, u the leading eigenvector of A_SS
//
// Features come in the order of their norms, so a pass ends where |c_i||y_b| is too small to matter to any
// start. After two passes only the best starts go on. Exchanges are tried within a shortlist of a few hundred
// features, taken as a problem of its own: first the features nearest to the best supports, then, until
// nothing gains, those nearest to what is left of the best support when one feature is removed, one pass for
// all removals.
//
// Cost of a pass: O(nm) for each direction, at most; memory O(n).

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "factor/largest_products.hpp"
#include "factor/spectrum.hpp"
#include "model/views.hpp"
#include "primal/pool.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

class Wide {
 public:
  Wide(const Task& task, const OnImprovement& on_improvement)
      : task_(task),
        settings_(task.settings.wide),
        problem_(task.problem),
        order_(norm_order_of(task.problem)),
        pool_(on_improvement) {}

  Candidate run() {
    pool_.add(best_on_support(problem_, longest()), 'A');
    alternate_from_all_starts();
    if (!exchanges()) return pool_.leaders(1).front();
    exchange_between_leaders(swap_starts(task_), true);
    refine();
    return pool_.leaders(1).front();
  }

  Candidate run_quickly() {
    pool_.add(best_on_support(problem_, longest()), 'A');
    alternate_from_all_starts();
    if (exchanges()) exchange_between_leaders(1, false);
    return pool_.leaders(1).front();
  }

 private:
  [[nodiscard]] bool exchanges() const { return task_.k <= task_.settings.best.exchanges_up_to; }

  /// Features as they come, the best first, but for those that must be in: at most `count` with these, ascending.
  [[nodiscard]] Support with_included(const std::vector<Index>& positions, std::size_t count) const {
    Support support = task_.included;
    for (const Index p : positions) {
      if (support.size() >= count) break;
      const Index feature = order_.feature_at(p);
      if (!task_.must_stay(feature)) support.push_back(feature);
    }
    std::sort(support.begin(), support.end());
    return support;
  }

  [[nodiscard]] Support longest() const {
    std::vector<Index> positions(
        std::min(static_cast<std::size_t>(task_.k) + task_.included.size(), order_.features.size()));
    std::iota(positions.begin(), positions.end(), Index{0});
    return with_included(positions, static_cast<std::size_t>(task_.k));
  }

  /// y = C_S'u of a candidate, a vector in R^m: |c_i'y| says how near feature i is to it.
  [[nodiscard]] Vector direction(const Candidate& candidate) const {
    return factor_of(problem_).times(SparseVector{candidate.support, candidate.loadings});
  }

  /// For each column of y the features that must be in and those with the largest |c_i'y|, `count` in all, ascending;
  /// empty if time ran out.
  [[nodiscard]] std::vector<Support> nearest(Matrix y, std::size_t count) const {
    Directions directions{std::move(y), {}, {}, {}};
    for (Index b = 0; b < directions.y.cols(); ++b)
      directions.norms.push_back(directions.y.col(b).norm() * (1.0 + 1e-12));
    directions.floors.assign(directions.norms.size(), -1.0);
    std::vector<Support> result;
    directions.out_of_time = [this] { return task_.out_of_time(); };
    std::vector<LargestProducts> largest = largest_products(factor_of(problem_), order_, directions, count);
    if (task_.out_of_time()) return result;  // the pass may have stopped before it saw all features
    for (auto& found : largest) {
      std::sort(found.entries.begin(), found.entries.end(), [](const auto& a, const auto& b) {
        return a.size != b.size ? a.size > b.size : a.position < b.position;
      });
      std::vector<Index> positions;
      for (const auto& entry : found.entries) positions.push_back(entry.position);
      result.push_back(with_included(positions, count));
    }
    Support any;
    for (const Support& some : result) any.insert(any.end(), some.begin(), some.end());
    factor_of(problem_).expect(any);
    return result;
  }

  /// Directions to start from: the features of the largest norms, leading eigenvectors of C'C, random
  /// vectors.
  [[nodiscard]] Matrix starts() const {
    const Factor& c = factor_of(problem_);
    const Matrix leading =
        leading_directions(c, settings_.eigenvector_starts, [this] { return task_.out_of_time(); });
    const Index longest_count = std::min(settings_.column_starts, order_.size());
    const Index random_starts = task_.options.starts;
    Matrix result(c.rows(), longest_count + leading.cols() + random_starts);
    c.copy(std::span(order_.features).first(static_cast<std::size_t>(longest_count)), result);
    result.middleCols(longest_count, leading.cols()) = leading;
    Random random(task_.seed);
    for (double& value : result.rightCols(random_starts).reshaped()) value = random.normal();
    return result;
  }

  [[nodiscard]] Matrix directions(const std::vector<Candidate>& candidates) const {
    Matrix result(factor_of(problem_).rows(), static_cast<Index>(candidates.size()));
    for (std::size_t b = 0; b < candidates.size(); ++b)
      result.col(static_cast<Index>(b)) = direction(candidates[b]);
    return result;
  }

  void alternate_from_all_starts() {
    Matrix y = starts();
    std::vector<double> before(static_cast<std::size_t>(y.cols()), 0.0);
    for (std::int64_t pass = 0; pass < task_.options.steps && !before.empty() && !task_.out_of_time();
         ++pass) {
      std::vector<Candidate> climbing;
      const std::vector<Support> supports = nearest(std::move(y), static_cast<std::size_t>(task_.k));
      for (std::size_t b = 0; b < supports.size(); ++b) {
        if (task_.out_of_time()) break;
        if (!pool_.is_new_start(supports[b])) continue;
        Candidate candidate = best_on_support(problem_, supports[b]);
        pool_.add(candidate, 'A');
        if (candidate.value - before[b] > task_.options.tolerance * candidate.value)
          climbing.push_back(std::move(candidate));
      }
      std::stable_sort(climbing.begin(), climbing.end(),
                       [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
      if (pass + 1 >= settings_.broad_passes && climbing.size() > settings_.narrow_starts)
        climbing.resize(settings_.narrow_starts);
      y = directions(climbing);
      before.clear();
      for (const Candidate& candidate : climbing) before.push_back(candidate.value);
    }
  }

  /// Exchanges from the best supports so far, within the features of these supports and those nearest to
  /// them.
  void exchange_between_leaders(std::size_t count, bool all_methods) {
    const std::vector<Candidate> leaders = pool_.leaders(count);
    Support shortlist;
    for (const Candidate& leader : leaders)
      shortlist.insert(shortlist.end(), leader.support.begin(), leader.support.end());
    const std::vector<Candidate> first = pool_.leaders(std::min(settings_.nearby_leaders, leaders.size()));
    exchange_within(std::move(shortlist),
                    nearest(directions(first), static_cast<std::size_t>(task_.k + settings_.beyond_leader)),
                    leaders, all_methods);
  }

  /// Exchanges from the best support, within the features nearest to it with one feature removed, while that
  /// gains.
  void refine() {
    for (int round = 0; round < settings_.most_refinements && !task_.out_of_time(); ++round) {
      const Candidate best = pool_.leaders(1).front();
      if (best.support.size() < 2) return;
      std::vector<Candidate> without_one;
      for (std::size_t a = 0; a < best.support.size(); ++a) {
        if (task_.out_of_time()) return;
        Support rest = best.support;
        rest.erase(rest.begin() + static_cast<Index>(a));
        without_one.push_back(best_on_support(problem_, std::move(rest)));
      }
      if (without_one.empty()) return;
      const Index to_each = std::clamp<Index>(settings_.refinement_shortlist / task_.k,
                                              settings_.fewest_to_each, settings_.most_to_each);
      exchange_within(best.support, nearest(directions(without_one), static_cast<std::size_t>(to_each)),
                      {best}, false);
      if (pool_.leaders(1).front().support == best.support) return;
    }
  }

  /// Exchanges from each of the candidates within a shortlist: the features given, those of `more`, and those
  /// of the largest norms. With all_methods, truncated power and greedy run there first.
  void exchange_within(Support shortlist, const std::vector<Support>& more,
                       const std::vector<Candidate>& candidates, bool all_methods) {
    for (const Support& some : more) shortlist.insert(shortlist.end(), some.begin(), some.end());
    const auto count = static_cast<Index>(std::min(settings_.longest, order_.features.size()));
    shortlist.insert(shortlist.end(), order_.features.begin(), order_.features.begin() + count);
    if (task_.out_of_time()) return;
    std::sort(shortlist.begin(), shortlist.end());
    shortlist.erase(std::unique(shortlist.begin(), shortlist.end()), shortlist.end());

    const Problem few = problem_.restricted(shortlist);
    const Task task{few,           task_.k,      task_.options,
                    task_.seed,    task_.limits, features_to_positions(shortlist, task_.included),
                    task_.settings};
    const auto add = [&](Candidate found, char source) {
      for (Index& i : found.support) i = shortlist[static_cast<std::size_t>(i)];
      pool_.add(std::move(found), source);
    };
    if (all_methods && task.included.empty() && !task.out_of_time()) add(truncated_power(task), 'T');
    if (all_methods && !task.out_of_time()) add(greedy(task), 'G');
    std::set<Support> searched;
    for (Candidate candidate : candidates) {
      if (task.out_of_time()) return;
      for (Index& i : candidate.support)
        i = std::lower_bound(shortlist.begin(), shortlist.end(), i) - shortlist.begin();
      add(swap(task, std::move(candidate), searched), 'S');
    }
  }

  const Task& task_;
  const WideSettings& settings_;
  const Problem& problem_;
  const NormOrder& order_;
  Pool pool_;
};

}  // namespace

Candidate best_of_many_features(const Task& task, const OnImprovement& on_improvement) {
  return Wide(task, on_improvement).run();
}

Candidate quick_of_many_features(const Task& task, const OnImprovement& on_improvement) {
  const QuickSettings& settings = task.settings.quick;
  HeuristicOptions options = task.options;
  options.starts = 0;
  Task few{task.problem, task.k, options, task.seed, task.limits, task.included, task.settings};
  few.settings.wide.column_starts = 2 * settings.column_starts;
  few.settings.wide.eigenvector_starts = settings.eigenvector_starts;
  return Wide(few, on_improvement).run_quickly();
}

}  // namespace spica::primal
