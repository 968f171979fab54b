#include "joint/joint_search.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/feature_set.hpp"
#include "base/random.hpp"
#include "bounds/pairs/admm.hpp"
#include "bounds/spectral/spectral.hpp"
#include "joint/local_search.hpp"
#include "joint/price_bundle.hpp"
#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "presolve/verdict.hpp"
#include "primal/primal.hpp"
#include "search/settings.hpp"
#include "search/support/branch_and_bound.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

namespace {

using bounds::pairs::CappedAdmm;
using bounds::pairs::CappedClass;
using bounds::pairs::CappedIterate;
using bounds::pairs::CappedSettings;
using bounds::pairs::Dual;
using bounds::pairs::PricedPoint;
using bounds::pairs::Shape;

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Prices of 24 bits: as good as any, and short to write down.
Vector shortened(const Vector& prices) {
  return prices.cast<float>().cast<double>();
}

/// What is proven of a total: terms that are proven each, rounded outwards as a sum.
double sum_up(const std::vector<double>& terms) {
  double sum = 0.0;
  double sizes = 0.0;
  for (const double term : terms) {
    sum += term;
    sizes += std::abs(term);
  }
  return numerics::up(sum + numerics::gamma(static_cast<double>(terms.size() + 2)) * sizes);
}

Support insert(Support s, Index feature) {
  const auto at = std::lower_bound(s.begin(), s.end(), feature);
  if (at == s.end() || *at != feature) s.insert(at, feature);
  return s;
}

bool contains(const Support& s, Index i) {
  return std::binary_search(s.begin(), s.end(), i);
}

/// What the components of a node may be, and where its parent left off.
struct JointNode {
  std::vector<ComponentClass> classes;
  double bound = unbounded;
  std::vector<CappedIterate> iterates = {};  // of the classes, on their features; empty: none
  Vector prices = {};                        // of the parent
};

Support features_of(const ComponentClass& of, Index n) {
  Support features;
  for (Index i = 0; i < n; ++i) {
    if (!contains(of.excluded, i)) features.push_back(i);
  }
  return features;
}

CappedClass capped_class(const ComponentClass& of, Index n) {
  CappedClass result{of.count, features_of(of, n), {}};
  std::vector<char> in(result.features.size(), 0);
  for (const Index position : features_to_positions(result.features, of.included))
    in[static_cast<std::size_t>(position)] = 1;
  result.shape = Shape(of.k, std::move(in));
  result.shape.capped = true;
  return result;
}

/// A class of which one component has the feature, or none has.
struct Branching {
  std::size_t of = 0;
  Index feature = 0;
};

CappedIterate restricted(const CappedIterate& iterate, const ComponentClass& before,
                         const ComponentClass& after, Index n) {
  return iterate.restricted(features_to_positions(features_of(before, n), features_of(after, n)));
}

JointNode child(const JointNode& node, const Branching& branching, bool has_it, double bound,
                const std::vector<CappedIterate>& iterates, const Vector& prices) {
  JointNode result{{}, bound, {}, prices};
  const auto add = [&](std::size_t c, ComponentClass of) {
    if (!iterates.empty())
      result.iterates.push_back(restricted(iterates[c], node.classes[c], of, prices.size()));
    result.classes.push_back(std::move(of));
  };
  for (std::size_t c = 0; c < node.classes.size(); ++c) {
    ComponentClass of = node.classes[c];
    if (c == branching.of && has_it) {
      ComponentClass owner = of;
      owner.count = 1;
      owner.included = insert(owner.included, branching.feature);
      add(c, owner);
      if (--of.count == 0) continue;
    }
    if (c == branching.of || has_it) of.excluded = insert(of.excluded, branching.feature);
    add(c, of);
  }
  return result;
}

class JointSearch {
 public:
  explicit JointSearch(const JointTask& task)
      : task_(task),
        a_(task.problem.covariance()),
        n_(task.problem.features()),
        count_(static_cast<double>(task.cardinalities.size())),
        random_(task.seed),
        gap_(n_ <= task.settings.optimal_up_to ? 0.0 : task.gap) {
    for (const Index k : task.cardinalities)
      support_errors_ += verify::support_error(task.problem, std::min(k, n_));
  }

  Choice heuristic() {
    first_choice();
    if (best_.columns.size() < 2 || !has_variance() || out_of_time()) return best_;
    const JointNode node{root_classes()};
    CappedAdmm admm = admm_of(node);
    for (int round = 0; round < task_.settings.guided_rounds && !out_of_time(); ++round)
      guide(admm.run({.steps = task_.settings.round_steps, .out_of_time = clock()}).prices * unit());
    return best_;
  }

  RootBound root(bool settled) {
    first_choice();
    const JointNode node{root_classes()};
    if (!has_variance()) return {};
    CappedAdmm admm = admm_of(node);
    const double in_units = unit();
    relax(node, admm, true);
    if (admm.best().duals.empty()) return {};
    RootBound result = prove(node, in_current_units(admm.best(), in_units));
    if (settled && result.upper > cutoff()) {
      PriceBundle bundle(node.classes, result.prices, free_of_charge(node));
      const double upper = settle(node, admm, bundle, true);
      if (upper <= cutoff()) take_settled(node, admm, upper, result);
    }
    result.classes = node.classes;
    result.cutoff = cutoff();
    result.choice = best_;
    return result;
  }

  JointOutcome run() {
    closed_ = task_.ruled_out;
    first_choice();
    for (JointNode& node : root_nodes()) open_.push_back(std::move(node));
    in_work_ = -unbounded;
    while (!open_.empty()) {
      const auto largest = std::max_element(open_.begin(), open_.end(),
                                            [](const auto& x, const auto& y) { return x.bound < y.bound; });
      if (largest->bound <= cutoff()) break;
      if (stopped() && joint_nodes_ > 0) break;
      std::swap(*largest, open_.back());
      JointNode node = std::move(open_.back());
      open_.pop_back();
      in_work_ = node.bound;
      consider(node);
      in_work_ = -unbounded;
      tell(false);
    }
    return outcome();
  }

 private:
  [[nodiscard]] std::function<bool()> clock() const {
    return [this] { return out_of_time(); };
  }
  [[nodiscard]] bool out_of_time() const { return task_.limits.hit().has_value(); }
  [[nodiscard]] bool stopped() const { return task_.limits.hit(nodes_).has_value(); }
  /// About what one component explains.
  [[nodiscard]] double unit() const { return lower_ / count_; }
  /// Rounding alone may keep both bounds so far apart.
  [[nodiscard]] double rounding() const { return 2.0 * support_errors_ + 1e-12 * lower_; }
  [[nodiscard]] double cutoff() const {
    return std::max(search::gap_limit(lower_, gap_), lower_ + rounding());
  }
  [[nodiscard]] double upper() const {
    double result = std::max({closed_, lower_, in_work_});
    for (const JointNode& node : open_) result = std::max(result, node.bound);
    return result;
  }
  void tell(bool new_choice) const {
    if (!task_.on_news) return;
    task_.on_news({lower_, upper(), nodes_ + joint_nodes_, static_cast<std::int64_t>(open_.size()), settled_,
                   new_choice});
  }
  void explain(const std::string& what) const {
    if (task_.explain) task_.explain(what);
  }

  // --- choices

  [[nodiscard]] SparseVector component_on(const Support& support) const {
    return primal::component(primal::best_on_support(task_.problem, support));
  }
  [[nodiscard]] double lower_of(const Choice& choice) const {
    std::vector<double> terms;
    for (const Column& column : choice.columns)
      terms.push_back(-verify::rayleigh_lower(task_.problem, component_on(column.support)));
    return -sum_up(terms);
  }
  [[nodiscard]] bool allowed(const Choice& choice) const {
    return std::all_of(task_.included.begin(), task_.included.end(), [&choice](Index i) {
      return std::any_of(choice.columns.begin(), choice.columns.end(),
                         [i](const Column& column) { return contains(column.support, i); });
    });
  }
  void offer(Choice choice) {
    for (const Column& column : choice.columns) pool_.add(column);
    if (choice.columns.size() != task_.cardinalities.size() || !allowed(choice)) return;
    const double lower = lower_of(choice);
    if (!best_.columns.empty() && !(lower > lower_)) return;
    lower_ = lower;
    best_ = std::move(choice);
    tell(true);
  }

  /// One component after another at these prices, none with a feature of another; features that must be in use go to the
  /// first components with room for them.
  Choice construct(const Vector& prices, int starts) {
    Choice choice;
    Support used;
    Support missing = task_.included;
    Index places = 0;
    for (const Index k : task_.cardinalities) places += k;
    for (const Index k : task_.cardinalities) {
      places -= k;
      ComponentClass of{k, 1, {}, used};
      // What does not fit into the components after this one must go into it.
      while (!missing.empty() && static_cast<Index>(missing.size()) > places) {
        of.included = insert(of.included, missing.back());
        missing.pop_back();
      }
      if (choice.columns.size() + 1 == task_.cardinalities.size()) {
        for (const Index i : missing) of.included = insert(of.included, i);
        missing.clear();
      }
      for (const Index i : missing) of.excluded = insert(of.excluded, i);
      Column best = best_column(of, prices, starts);
      if (best.support.empty()) return choice;
      std::erase_if(missing, [&best](Index i) { return contains(best.support, i); });
      for (const Index i : best.support) used = insert(used, i);
      choice.columns.push_back(std::move(best));
    }
    return choice;
  }

  /// From some columns of A, from random directions, and by exchanges from the best two of what they lead to.
  Column best_column(const ComponentClass& of, const Vector& prices, int starts) {
    std::vector<Column> found;
    for (int start = 0; start < starts; ++start) {
      Vector direction(n_);
      if (start % 2 == 0) {
        direction = a_.col(static_cast<Index>(random_.uniform() * static_cast<double>(n_)));
      } else {
        for (double& value : direction) value = random_.normal();
      }
      Column column = climb_from(a_, of, prices, std::move(direction));
      if (!column.support.empty() && of.admits(column.support)) found.push_back(std::move(column));
    }
    if (found.empty()) return any_column(of);
    std::stable_sort(found.begin(), found.end(),
                     [&](const Column& x, const Column& y) { return x.worth(prices) > y.worth(prices); });
    Column best = climb(a_, of, prices, found.front());
    for (std::size_t i = 1; i < std::min<std::size_t>(found.size(), 4); ++i) {
      Column other = climb(a_, of, prices, found[i]);
      if (other.worth(prices) > best.worth(prices)) best = std::move(other);
    }
    return best;
  }
  /// Where all variances are zero any feature will do.
  [[nodiscard]] Column any_column(const ComponentClass& of) const {
    Support support = of.included;
    for (Index i = 0; i < n_ && support.empty(); ++i) {
      if (!contains(of.excluded, i)) support.push_back(i);
    }
    return support.empty() ? Column{} : column_of(a_, std::move(support));
  }

  void offer_improved(Choice choice) {
    if (choice.columns.size() != task_.cardinalities.size()) return;
    exchange(a_, task_.cardinalities, task_.included, choice, clock());
    offer(std::move(choice));
  }

  void first_choice() {
    if (!task_.start.columns.empty()) offer_improved(task_.start);
    constexpr int starts = 40;
    offer_improved(construct(Vector::Zero(n_), starts));
    if (best_.columns.empty()) {  // whatever happens there is an answer
      Choice any = construct(Vector::Zero(n_), 1);
      offer(std::move(any));
    }
  }

  void guide(const Vector& prices) {
    constexpr int starts = 30;
    for (const double share : {1.0, 0.7, 1.3}) {
      if (out_of_time()) return;
      offer_improved(construct(share * prices, starts));
    }
  }

  // --- nodes

  [[nodiscard]] std::vector<ComponentClass> root_classes() const { return classes_of(task_.cardinalities); }

  /// One node, or where features must be in use one for each way to give them to components.
  [[nodiscard]] std::vector<JointNode> root_nodes() const {
    std::vector<JointNode> nodes = {JointNode{root_classes()}};
    for (const Index feature : task_.included) {
      std::vector<JointNode> next;
      for (const JointNode& node : nodes) {
        for (std::size_t c = 0; c < node.classes.size(); ++c) {
          const ComponentClass& of = node.classes[c];
          if (contains(of.excluded, feature) || static_cast<Index>(of.included.size()) >= of.k) continue;
          next.push_back(child(node, {c, feature}, true, unbounded, {}, Vector::Zero(n_)));
        }
      }
      nodes = std::move(next);
    }
    return nodes;
  }

  [[nodiscard]] bool is_possible(const JointNode& node) const {
    return std::all_of(node.classes.begin(), node.classes.end(), [this](const ComponentClass& of) {
      return static_cast<Index>(of.included.size()) <= of.k && static_cast<Index>(of.excluded.size()) < n_;
    });
  }

  [[nodiscard]] std::vector<char> free_of_charge(const JointNode& node) const {
    std::vector<char> flags(static_cast<std::size_t>(n_), 0);
    for (const ComponentClass& of : node.classes) {
      for (const Index i : of.included) flags[static_cast<std::size_t>(i)] = 1;
    }
    return flags;
  }

  /// Components of the incumbent and of other columns for a class to start from, in the numbers of its features.
  [[nodiscard]] std::vector<SparseVector> start_of(const ComponentClass& of, const Support& features,
                                                   std::vector<char>& taken) const {
    std::vector<SparseVector> result;
    const auto take = [&](const Support& support) {
      SparseVector x = component_on(support);
      x.support = features_to_positions(features, x.support);
      result.push_back(std::move(x));
    };
    for (std::size_t t = 0; t < best_.columns.size(); ++t) {
      if (static_cast<Index>(result.size()) == of.count) return result;
      if (taken[t] != 0 || !of.admits(best_.columns[t].support)) continue;
      taken[t] = 1;
      take(best_.columns[t].support);
    }
    for (const Column& column : pool_.worthiest(of, Vector::Zero(n_), static_cast<std::size_t>(of.count))) {
      if (static_cast<Index>(result.size()) == of.count) return result;
      take(column.support);
    }
    if (!result.empty()) return result;
    Index largest = 0;
    Vector variances = a_.diagonal();
    variances(of.excluded).setConstant(-unbounded);
    variances.maxCoeff(&largest);
    take(of.included.empty() ? Support{largest} : of.included);
    return result;
  }

  [[nodiscard]] CappedAdmm admm_of(const JointNode& node) const {
    std::vector<CappedClass> classes;
    std::vector<CappedIterate> starts = node.iterates;
    std::vector<char> taken(best_.columns.size(), 0);
    for (const ComponentClass& of : node.classes) {
      classes.push_back(capped_class(of, n_));
      if (node.iterates.empty())
        starts.push_back(
            CappedIterate::from_components(classes.back(), start_of(of, classes.back().features, taken)));
    }
    return {a_ / unit(), std::move(classes), std::move(starts)};
  }

  /// The total of a priced point, proven; scaled units.
  [[nodiscard]] RootBound prove(const JointNode& node, const PricedPoint& point) const {
    RootBound result;
    result.prices = shortened(point.prices * unit());
    const Vector& prices = result.prices;
    Support all(static_cast<std::size_t>(n_));
    std::iota(all.begin(), all.end(), Index{0});
    result.price_sum = verify::price_upper(all, prices);
    std::vector<double> terms = {result.price_sum};
    for (std::size_t c = 0; c < node.classes.size(); ++c) {
      CappedClass of = capped_class(node.classes[c], n_);
      of.shape.prices = prices(of.features);
      Dual dual = point.duals[c];
      dual.a *= unit();
      dual.w *= unit();
      bounds::pairs::shorten(dual, task_.pairs.bits);
      const Matrix b = bounds::pairs::assemble(task_.problem.block(of.features), dual, of.shape);
      const double error =
          numerics::up(verify::block_error(task_.problem, of.features) + bounds::pairs::rounding_error(b));
      result.bounds.push_back(verify::lam_max_upper(b, error, linalg::leading_value(b)));
      terms.insert(terms.end(), static_cast<std::size_t>(of.count), result.bounds.back());
      result.duals.push_back({std::move(dual)});
    }
    result.upper = sum_up(terms);
    return result;
  }

  void consider(const JointNode& node) {
    const bool is_root = joint_nodes_++ == 0;
    if (!is_possible(node)) return;
    if (!has_variance()) {
      closed_ = std::max(closed_, by_eigenvalue(node));
      return;
    }
    CappedAdmm admm = admm_of(node);
    double bound = relax(node, admm, is_root);
    if (is_root) root_prices_ = shortened(admm.best().prices * unit());
    if (bound <= cutoff()) {
      ++settled_;
      closed_ = std::max(closed_, bound);
      return;
    }
    if (stopped()) {
      open_.push_back({node.classes, bound});
      return;
    }
    PriceBundle bundle(node.classes, free_prices(node, admm.best().prices * unit()), free_of_charge(node));
    const double by_prices = settle(node, admm, bundle, is_root);
    bound = std::min(bound, by_prices);
    if (bound <= cutoff()) {
      ++settled_;
      closed_ = std::max(closed_, bound);
      return;
    }
    if (stopped()) {
      open_.push_back({node.classes, bound});
      return;
    }
    const std::optional<Branching> branching = choose(node, bundle);
    if (!branching) {  // all features are given away, and what is left is rounding
      closed_ = std::max(closed_, bound);
      return;
    }
    for (const bool has_it : {false, true})
      open_.push_back(child(node, *branching, has_it, bound, admm.iterates(), bundle.center()));
  }

  /// Scales below this overflow, and no relaxation has anything to gain.
  [[nodiscard]] bool has_variance() const { return unit() > 1e-200; }

  /// The largest eigenvalue of what each component may have.
  [[nodiscard]] double by_eigenvalue(const JointNode& node) const {
    std::vector<double> terms;
    for (const ComponentClass& of : node.classes)
      terms.insert(terms.end(), static_cast<std::size_t>(of.count),
                   bounds::bound_block(task_.problem, features_of(of, n_)).upper);
    return std::min(node.bound, sum_up(terms));
  }

  [[nodiscard]] Vector free_prices(const JointNode& node, Vector prices) const {
    for (const ComponentClass& of : node.classes) prices(of.included).setZero();
    return prices;
  }

  /// The pairs relaxation with caps, until it is good enough or slow; its prices guide the heuristic at the root.
  double relax(const JointNode& node, CappedAdmm& admm, bool is_root) {
    const JointSettings& settings = task_.settings;
    const int most = is_root ? settings.root_steps : settings.node_steps;
    double bound = node.bound;
    double before = unbounded;
    const double in_units = unit();
    for (int round = 0; admm.steps() < most && !admm.overflowed(); ++round) {
      const double target = cutoff() / in_units * (1.0 - 1e-6);
      const PricedPoint& point =
          admm.run({.steps = settings.round_steps, .target = target, .out_of_time = clock()});
      if (point.duals.empty()) break;
      const bool guided = is_root && round < settings.guided_rounds && !out_of_time();
      if (guided && point.bound > target) guide(point.prices * in_units);
      if (point.bound * in_units <= cutoff()) {
        bound = std::min(bound, prove_in(node, point, in_units));
        if (bound <= cutoff()) return bound;
      }
      if (is_root) {
        bound = std::min(bound, prove_in(node, point, in_units));
        in_work_ = bound;
        tell(false);
      }
      const bool slow = before - point.bound < settings.least_progress * (point.bound - target);
      if (out_of_time() || (slow && !guided)) break;
      before = point.bound;
    }
    if (admm.best().duals.empty()) return std::min(bound, by_eigenvalue(node));
    return std::min(bound, prove_in(node, admm.best(), in_units));
  }
  [[nodiscard]] double prove_in(const JointNode& node, const PricedPoint& point, double in_units) const {
    return prove(node, in_current_units(point, in_units)).upper;
  }
  /// The unit of a run stays what it was when the incumbent changes.
  [[nodiscard]] PricedPoint in_current_units(PricedPoint point, double in_units) const {
    const double ratio = in_units / unit();
    point.prices *= ratio;
    for (Dual& dual : point.duals) {
      dual.a *= ratio;
      dual.w *= ratio;
    }
    return point;
  }

  // --- prices

  /// Columns near those that are worth most at some prices.
  void look_around(const JointNode& node, PriceBundle& bundle, const Vector& prices) {
    for (const ComponentClass& of : node.classes) {
      std::vector<Column> starts = pool_.worthiest(of, prices, task_.settings.climbs);
      constexpr int random_starts = 4;
      for (int start = 0; start < random_starts; ++start) {
        Vector direction = a_.col(static_cast<Index>(random_.uniform() * static_cast<double>(n_)));
        Column column = climb_from(a_, of, prices, std::move(direction));
        if (!column.support.empty() && of.admits(column.support)) starts.push_back(std::move(column));
      }
      for (Column& start : starts) {
        Column column = climb(a_, of, prices, std::move(start));
        if (pool_.add(column)) bundle.add(column);
        if (out_of_time()) return;
      }
    }
  }

  /// Prices at which the incumbent's columns are all worth the same in their class, and nothing else costs anything: if they
  /// are the best, the bound is the incumbent's total.
  [[nodiscard]] std::optional<Vector> polished(const JointNode& node, const Vector& prices) const {
    Vector result = Vector::Zero(n_);
    std::vector<char> taken(best_.columns.size(), 0);
    const std::vector<char> is_free = free_of_charge(node);
    for (const ComponentClass& of : node.classes) {
      std::vector<const Column*> columns;
      for (std::size_t t = 0; t < best_.columns.size(); ++t) {
        if (taken[t] != 0 || !of.admits(best_.columns[t].support)) continue;
        if (static_cast<Index>(columns.size()) == of.count) break;
        taken[t] = 1;
        columns.push_back(&best_.columns[t]);
      }
      if (static_cast<Index>(columns.size()) < of.count) return std::nullopt;
      double worth = unbounded;
      for (const Column* column : columns) worth = std::min(worth, column->worth(prices));
      for (const Column* column : columns) {
        double to_raise = column->worth(prices) - worth;
        Index dearest = -1;
        for (const Index i : column->support) {
          result(i) = prices(i);
          if (is_free[static_cast<std::size_t>(i)] == 0 && (dearest < 0 || prices(i) > prices(dearest)))
            dearest = i;
        }
        if (to_raise > 0.0) {
          if (dearest < 0) return std::nullopt;
          result(dearest) += to_raise;
        }
      }
    }
    return result;
  }

  /// Moves the prices by the columns found, and searches for columns at prices that would settle the node. A proven bound;
  /// infinity if the columns show that no prices settle it, or nobody has time.
  double settle(const JointNode& node, const CappedAdmm& admm, PriceBundle& bundle, bool is_root) {
    for (const ComponentClass& of : node.classes) {
      constexpr std::size_t most = 200;
      for (const Column& column : pool_.worthiest(of, bundle.center(), most)) bundle.add(column);
    }
    look_around(node, bundle, bundle.center());
    if (!bundle.has_columns()) return unbounded;
    double t = task_.settings.first_move * unit();
    double known = bundle.value(bundle.center());
    for (int step = 0; step < task_.settings.bundle_steps && !stopped(); ++step) {
      Vector prices = bundle.step(t);
      const double model = bundle.value(prices);
      look_around(node, bundle, prices);
      if (const std::optional<Vector> other = polished(node, prices)) {
        if (bundle.value(*other) < bundle.value(prices)) prices = *other;
      }
      double here = bundle.value(prices);
      if (here <= cutoff()) {
        const std::optional<double> proven = search_at(node, admm, bundle, prices);
        if (proven && *proven <= cutoff()) {
          if (is_root) root_prices_ = shortened(prices);
          return *proven;
        }
        if (stopped()) return unbounded;
        here = bundle.value(prices);
      }
      known = bundle.value(bundle.center());
      const double predicted = known - model;
      const double gained = known - here;
      if (is_root) relaxation_ = model;
      if (gained > 0.1 * predicted && gained > 0.0) {
        bundle.move_center(prices);
        if (gained > 0.5 * predicted) t *= 2.0;
        if (gained < 1e-7 * lower_ && t > unit()) return unbounded;
      } else {
        if (predicted < 1e-6 * lower_) {
          if (t > unit()) return unbounded;  // the relaxation itself has a gap
          t *= 4.0;
        } else {
          t = std::max(0.7 * t, 1e-3 * unit());
        }
      }
    }
    return unbounded;
  }

  /// The total at some prices, by a search over the supports of every class. Nothing if a column was found that is worth too
  /// much, or nobody has time.
  std::optional<double> search_at(const JointNode& node, const CappedAdmm& admm, PriceBundle& bundle,
                                  const Vector& exact_prices) {
    const Vector prices = shortened(exact_prices);
    std::vector<double> worths;
    const double slack = cutoff() - bundle.value(prices, &worths);
    if (slack < 0.0) return std::nullopt;
    Support all(static_cast<std::size_t>(n_));
    std::iota(all.begin(), all.end(), Index{0});
    std::vector<double> terms = {verify::price_upper(all, prices)};
    std::vector<double> uppers;
    for (std::size_t c = 0; c < node.classes.size(); ++c) {
      const double target = worths[c] + 0.999 * slack / count_;
      const search::Outcome outcome = search_class(node.classes[c], admm.iterates()[c], prices, target);
      nodes_ += outcome.nodes;
      tell(false);
      const Column found = column_of(a_, outcome_support_);
      if (!outcome_support_.empty() && pool_.add(found)) bundle.add(found);
      if (!(outcome.upper <= target)) return std::nullopt;
      uppers.push_back(outcome.upper);
      terms.insert(terms.end(), static_cast<std::size_t>(node.classes[c].count), outcome.upper);
    }
    class_uppers_ = uppers;
    return sum_up(terms);
  }

  /// The prices that a search has just settled a node at, what it proved of each class, and dual points there.
  void take_settled(const JointNode& node, const CappedAdmm& admm, double upper, RootBound& result) const {
    result.prices = root_prices_;
    result.price_sum = verify::price_upper(presolve::every_feature(n_), result.prices);
    result.upper = upper;
    result.bounds = class_uppers_;
    result.duals.clear();
    const Matrix scaled = a_ / unit();
    for (std::size_t c = 0; c < node.classes.size(); ++c) {
      std::vector<Dual> sides;
      bounds::pairs::Iterate iterate = admm.iterates()[c].iterate;
      for (const Index k : {node.classes[c].k, node.classes[c].k - 1}) {
        if (k < 1) continue;
        const Shape shape(k, std::vector<char>(static_cast<std::size_t>(n_), 0), result.prices / unit());
        bounds::pairs::AdmmSettings settings;
        settings.step = task_.pairs.step;
        settings.rescale = false;
        settings.out_of_time = clock();
        Dual dual = bounds::pairs::run_admm(scaled, shape, iterate, settings).dual;
        dual.a *= unit();
        dual.w *= unit();
        bounds::pairs::shorten(dual, task_.pairs.bits);
        sides.push_back(std::move(dual));
      }
      result.duals.push_back(std::move(sides));
    }
  }

  search::Outcome search_class(const ComponentClass& of, const CappedIterate& iterate, const Vector& prices,
                               double target) {
    const Support features = features_of(of, n_);
    const Problem problem = task_.problem.restricted(features);
    const std::vector<Column> known = pool_.worthiest(of, prices, 1);
    const Vector local_prices = prices(features);
    SparseVector x = component_on(known.front().support);
    x.support = features_to_positions(features, x.support);
    search::SupportSettings settings{.engine = {.gap = 0.0, .threads = task_.threads, .limits = task_.limits},
                                     .k = of.k,
                                     .prices = local_prices,
                                     .target = target,
                                     .enough = target,
                                     .included = features_to_positions(features, of.included)};
    settings.engine.limits.node_limit = std::max<std::int64_t>(1, task_.limits.node_limit - nodes_);
    constexpr Index few = 16;
    std::unique_ptr<bounds::Bound> bound;
    if (problem.features() <= few) {
      bound = std::make_unique<bounds::Spectral>(problem);
    } else {
      bound = std::make_unique<bounds::Pairs>(problem, of.k, x, iterate.iterate, task_.pairs, unit());
    }
    const double worth = verify::worth_lower(problem, x, local_prices);
    search::Outcome outcome = search::branch_and_bound(problem, *bound, {x, worth}, settings);
    outcome_support_ = positions_to_features(features, outcome.best.x.support);
    return outcome;
  }

  // --- branching

  [[nodiscard]] std::optional<Branching> choose(const JointNode& node, const PriceBundle& bundle) const {
    std::optional<Branching> best;
    double most = -1.0;
    const Vector& prices = bundle.center();
    const double usual = prices.sum() / static_cast<double>(n_) + 1e-9 * unit();
    for (std::size_t c = 0; c < node.classes.size(); ++c) {
      const ComponentClass& of = node.classes[c];
      if (static_cast<Index>(of.included.size()) >= of.k) continue;
      const Vector load = bundle.load(c);
      for (Index j = 0; j < n_; ++j) {
        if (contains(of.included, j) || contains(of.excluded, j)) continue;
        const double share = std::clamp(load(j), 0.0, 1.0);
        const double open = of.count > 1 ? 0.1 * share : share * (1.0 - share);
        const double score = (open + 1e-6 * share + 1e-12) * (prices(j) + 0.1 * usual);
        if (score <= most) continue;
        most = score;
        best = Branching{c, j};
      }
    }
    return best;
  }

  JointOutcome outcome() {
    JointOutcome result;
    result.choice = best_;
    result.lower = lower_;
    result.upper = upper();
    result.nodes = nodes_ + joint_nodes_;
    result.joint_nodes = joint_nodes_;
    result.prices = root_prices_;
    result.relaxation = relaxation_;
    if (result.upper <= lower_ + rounding()) {
      result.status = Status::optimal;
    } else if (result.upper <= search::gap_limit(lower_, task_.gap)) {
      result.status = Status::gap_reached;
    } else {
      result.status = task_.limits.hit(nodes_).value_or(Status::finished);
    }
    return result;
  }

  const JointTask& task_;
  const Matrix a_;
  const Index n_;
  const double count_;
  Random random_;
  const double gap_;
  double support_errors_ = 0.0;
  ColumnPool pool_;
  Choice best_;
  double lower_ = 0.0;
  double closed_ = -unbounded;
  double in_work_ = unbounded;  // of the node in work; at first nothing is known
  std::vector<JointNode> open_;
  std::int64_t nodes_ = 0;  // of searches at fixed prices
  std::int64_t joint_nodes_ = 0;
  std::int64_t settled_ = 0;
  Vector root_prices_;
  double relaxation_ = 0.0;
  Support outcome_support_;
  std::vector<double> class_uppers_;  // that the last search at fixed prices proved
};

}  // namespace

std::vector<ComponentClass> classes_of(const std::vector<Index>& cardinalities) {
  std::vector<ComponentClass> classes;
  for (const Index k : cardinalities) {
    const auto like = std::find_if(classes.begin(), classes.end(), [k](const auto& of) { return of.k == k; });
    if (like != classes.end()) {
      ++like->count;
    } else {
      classes.push_back({k, 1});
    }
  }
  return classes;
}

RootBound joint_root(const JointTask& task, bool settled) {
  return JointSearch(task).root(settled);
}

Choice joint_heuristic(const JointTask& task) {
  return JointSearch(task).heuristic();
}

JointOutcome joint_search(const JointTask& task) {
  return JointSearch(task).run();
}

}  // namespace spica::joint
