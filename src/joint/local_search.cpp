#include "joint/local_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/feature_set.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"

namespace spica::joint {

namespace {

constexpr double least_gain = 1e-10;  // of the value: less may be rounding
constexpr int most_rounds = 100;
constexpr std::size_t tried_exactly = 6;  // exchanges of a ranking

struct Move {
  Index out = -1;  // -1: nothing
  Index in = -1;
  double estimate = 0.0;
};

/// The best move of one component by estimate, for each feature that may leave, and for nobody leaving.
std::vector<Move> rank_moves(Borders& borders, const ComponentClass& of, const Vector& prices,
                             const Support& support) {
  std::vector<char> may_join(static_cast<std::size_t>(prices.size()), 1);
  for (const Index i : support) may_join[static_cast<std::size_t>(i)] = 0;
  for (const Index i : of.excluded) may_join[static_cast<std::size_t>(i)] = 0;
  std::vector<Move> moves;
  const auto consider = [&](Index out) {
    const Support rest = out < 0 ? support : without(support, out);
    const double paid = prices(rest).sum();
    if (out >= 0 && !rest.empty()) moves.push_back({out, -1, borders.value(rest) - paid});
    if (static_cast<Index>(rest.size()) >= of.k) return;
    const std::shared_ptr<const Vector> values = borders.with_one_more(rest);
    const std::vector<Index> room = borders.limits().room_beside(rest);
    Move best{out, -1, -std::numeric_limits<double>::infinity()};
    for (Index q = 0; q < prices.size(); ++q) {
      if (may_join[static_cast<std::size_t>(q)] == 0 || !borders.limits().admit(q, room)) continue;
      const double estimate = (*values)(q)-prices(q) - paid;
      if (estimate > best.estimate) best = {out, q, estimate};
    }
    if (best.in >= 0) moves.push_back(best);
  };
  consider(-1);
  for (const Index i : support) {
    if (!contains(of.included, i)) consider(i);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Move& x, const Move& y) { return x.estimate > y.estimate; });
  return moves;
}

/// The k largest, as far as they keep to the limits.
Support largest(const Vector& sizes, Index k, const GroupLimits& limits) {
  if (limits.empty()) return linalg::top_k(sizes, k);
  std::vector<Index> room = limits.at_most;
  Support support;
  for (const Index i : linalg::top_k_sorted(sizes, sizes.size())) {
    if (static_cast<Index>(support.size()) == k) break;
    if (!limits.admit(i, room)) continue;
    if (limits.of(i) != GroupLimits::no_group) --room[static_cast<std::size_t>(limits.of(i))];
    support.push_back(i);
  }
  std::sort(support.begin(), support.end());
  return support;
}

}  // namespace

Column column_of(const Objective& objective, Support support) {
  const double value = objective.value(support);
  return {std::move(support), value};
}

Column climb(Borders& borders, const ComponentClass& of, const Vector& prices, Column start) {
  Column current = std::move(start);
  double worth = current.worth(prices);
  for (int round = 0; round < most_rounds; ++round) {
    Support best;
    double best_worth = worth + least_gain * std::abs(current.value);
    std::size_t tried = 0;
    for (const Move& move : rank_moves(borders, of, prices, current.support)) {
      if (++tried > tried_exactly && best.empty()) break;
      if (tried > tried_exactly / 2 && !best.empty()) break;
      Support next = move.out < 0 ? current.support : without(current.support, move.out);
      if (move.in >= 0) next = with(std::move(next), move.in);
      const double next_worth = borders.value(next) - prices(next).sum();
      if (next_worth <= best_worth) continue;
      best_worth = next_worth;
      best = std::move(next);
    }
    if (best.empty()) break;
    current = {best, borders.value(best)};
    worth = current.worth(prices);
  }
  return current;
}

Column climb_from(const Objective& objective, const ComponentClass& of, const Vector& prices,
                  Vector direction) {
  constexpr int steps = 20;
  Column best;
  double best_worth = -std::numeric_limits<double>::infinity();
  for (int step = 0; step < steps; ++step) {
    const Vector product = objective.a * direction;
    const double variance = direction.dot(product);
    if (!(variance > 0.0)) break;
    Vector gains = objective.product(product).cwiseAbs2() / variance - prices;
    gains(of.included).setConstant(std::numeric_limits<double>::infinity());
    gains(of.excluded).setZero();
    Support support = largest(gains.cwiseMax(0.0), of.k, objective.limits);
    std::erase_if(support, [&gains](Index i) { return !(gains(i) > 0.0); });
    if (support.empty()) break;
    const linalg::Eigenpair pair = objective.leading(support);
    direction.setZero();
    direction(support) = pair.vector;
    Column next{std::move(support), pair.value};
    const double worth = next.worth(prices);
    if (worth <= best_worth) break;
    best_worth = worth;
    best = std::move(next);
  }
  return best;
}

namespace {

/// All exchanges of a joint choice, ranked, and the first that gains.
class Exchanges {
 public:
  Exchanges(Borders& borders, const std::vector<Index>& cardinalities, const Support& included,
            Choice& choice)
      : borders_(borders),
        cardinalities_(cardinalities),
        included_(included),
        choice_(choice),
        owner_(static_cast<std::size_t>(borders.matrix().rows()), nobody) {
    for (std::size_t t = 0; t < choice.columns.size(); ++t) {
      for (const Index i : choice.columns[t].support) owner(i) = static_cast<Index>(t);
    }
  }

  bool improve() {
    estimate();
    std::vector<Exchange> ranked = rank();
    const std::size_t count = std::min(ranked.size(), most_tried);
    std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end(),
                      [](const Exchange& x, const Exchange& y) { return x.gain > y.gain; });
    for (std::size_t i = 0; i < count; ++i) {
      if (apply(ranked[i])) return true;
    }
    return false;
  }

 private:
  static constexpr Index nobody = -1;   // an owner
  static constexpr Index nothing = -1;  // a feature
  static constexpr std::size_t most_tried = 40;

  /// Component `first` gives `out` away and takes `in`. Where `in` is another component's, that one takes `instead`.
  struct Exchange {
    std::size_t first = 0;
    Index out = nothing;
    Index in = nothing;
    Index instead = nothing;
    double gain = 0.0;
  };
  /// A component less one feature, or one with room for another.
  struct Opening {
    std::size_t component = 0;
    Index out = nothing;
    double closed = 0.0;  // if nothing takes the place: what is lost
    Vector values;        // with each other feature in the place: what is gained
    Index best_unused = nothing;
  };

  [[nodiscard]] Index features() const { return static_cast<Index>(owner_.size()); }
  Index& owner(Index feature) { return owner_[static_cast<std::size_t>(feature)]; }
  [[nodiscard]] Index owner(Index feature) const { return owner_[static_cast<std::size_t>(feature)]; }
  /// A feature that must stay in use cannot be given back.
  [[nodiscard]] bool may_go(Index feature) const {
    return feature == nothing || !contains(included_, feature);
  }

  void estimate() {
    openings_.clear();
    of_feature_.assign(owner_.size(), 0);
    for (std::size_t t = 0; t < choice_.columns.size(); ++t) {
      const Support& support = choice_.columns[t].support;
      for (const Index out : support) {
        of_feature_[static_cast<std::size_t>(out)] = openings_.size();
        open(t, out, without(support, out));
      }
      if (static_cast<Index>(support.size()) < cardinalities_[t]) open(t, nothing, support);
    }
  }
  void open(std::size_t t, Index out, const Support& rest) {
    const double value = choice_.columns[t].value;
    Opening opening{t, out, 0.0, borders_.with_one_more(rest)->array() - value};
    const std::vector<Index> room = borders_.limits().room_beside(rest);
    for (Index q = 0; q < features() && !room.empty(); ++q) {
      if (!borders_.limits().admit(q, room)) opening.values(q) = -std::numeric_limits<double>::infinity();
    }
    if (out != nothing)
      opening.closed = rest.empty() ? -std::numeric_limits<double>::infinity() : borders_.value(rest) - value;
    for (Index q = 0; q < features(); ++q) {
      if (owner(q) != nobody) continue;
      if (opening.best_unused == nothing || opening.values(q) > opening.values(opening.best_unused))
        opening.best_unused = q;
    }
    openings_.push_back(std::move(opening));
  }

  [[nodiscard]] std::vector<Exchange> rank() const {
    std::vector<Exchange> ranked;
    const auto add = [&](const Opening& opening, Index in, Index instead, double gain) {
      if (gain > -slack()) ranked.push_back({opening.component, opening.out, in, instead, gain});
    };
    for (const Opening& opening : openings_) {
      for (Index q = 0; q < features(); ++q) {
        if (owner(q) == static_cast<Index>(opening.component)) continue;
        const double own = opening.values(q);
        if (owner(q) == nobody) {
          if (may_go(opening.out)) add(opening, q, nothing, own);
          continue;
        }
        const Opening& other = openings_[of_feature_[static_cast<std::size_t>(q)]];
        if (opening.out != nothing) add(opening, q, opening.out, own + other.values(opening.out));
        if (!may_go(opening.out)) continue;
        add(opening, q, nothing, own + other.closed);
        if (other.best_unused != nothing)
          add(opening, q, other.best_unused, own + other.values(other.best_unused));
      }
    }
    return ranked;
  }

  /// Estimates are too low: what is below zero by no more than this is tried as well.
  [[nodiscard]] double slack() const {
    return 0.02 * choice_.total() / static_cast<double>(choice_.columns.size());
  }

  [[nodiscard]] Column changed(const Column& column, Index out, Index in) const {
    Support support = out == nothing ? column.support : without(column.support, out);
    if (in != nothing) support = with(std::move(support), in);
    const double value = borders_.value(support);
    return {std::move(support), value};
  }

  bool apply(const Exchange& exchange) {
    Column& first = choice_.columns[exchange.first];
    Column next = changed(first, exchange.out, exchange.in);
    double gain = next.value - first.value;
    const Index other_owner = owner(exchange.in);
    Column other;
    if (other_owner != nobody) {
      const Column& second = choice_.columns[static_cast<std::size_t>(other_owner)];
      other = changed(second, exchange.in, exchange.instead);
      gain += other.value - second.value;
    }
    if (gain <= least_gain * choice_.total()) return false;
    first = std::move(next);
    if (exchange.out != nothing) owner(exchange.out) = nobody;
    if (other_owner != nobody) {
      choice_.columns[static_cast<std::size_t>(other_owner)] = std::move(other);
      if (exchange.instead != nothing) owner(exchange.instead) = other_owner;
    }
    owner(exchange.in) = static_cast<Index>(exchange.first);
    return true;
  }

  Borders& borders_;
  const std::vector<Index>& cardinalities_;
  const Support& included_;
  Choice& choice_;
  std::vector<Index> owner_;  // of each feature
  std::vector<Opening> openings_;
  std::vector<std::size_t> of_feature_;  // the opening that a feature leaves
};

}  // namespace

void exchange(Borders& borders, const std::vector<Index>& cardinalities, const Support& included,
              Choice& choice, const std::function<bool()>& out_of_time) {
  Exchanges exchanges(borders, cardinalities, included, choice);
  for (int round = 0; round < most_rounds && exchanges.improve(); ++round) {
    if (out_of_time && out_of_time()) return;
  }
}

}  // namespace spica::joint
