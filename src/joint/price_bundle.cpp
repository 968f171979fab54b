#include "joint/price_bundle.hpp"

#include <cmath>
#include <limits>

#include "base/feature_set.hpp"

namespace spica::joint {

namespace {

constexpr int most_moves = 20000;
constexpr double equal_worths = 1e-9;  // of the largest value: worths that differ by less are equal

}  // namespace

bool ColumnPool::add(Column column) {
  if (column.support.empty() || !known_.insert(column.support).second) return false;
  columns_.push_back(std::move(column));
  return true;
}

std::vector<Column> ColumnPool::worthiest(const ComponentClass& of, const Vector& prices,
                                          std::size_t most) const {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (of.admits(columns_[i].support)) order.emplace_back(-columns_[i].worth(prices), i);
  }
  std::sort(order.begin(), order.end());
  if (order.size() > most) order.resize(most);
  std::vector<Column> result;
  result.reserve(order.size());
  for (const auto& [worth, i] : order) result.push_back(columns_[i]);
  return result;
}

PriceBundle::PriceBundle(std::vector<ComponentClass> classes, Vector center, std::vector<char> free_of_charge)
    : classes_(std::move(classes)),
      columns_(classes_.size()),
      center_(std::move(center)),
      free_of_charge_(std::move(free_of_charge)) {}

void PriceBundle::add(const Column& column) {
  if (!known_.insert(column.support).second) return;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    if (!classes_[c].admits(column.support)) continue;
    const double weight = columns_[c].empty() ? static_cast<double>(classes_[c].count) : 0.0;
    columns_[c].push_back({column, weight});
  }
}

bool PriceBundle::has_columns() const {
  return std::none_of(columns_.begin(), columns_.end(), [](const auto& of) { return of.empty(); });
}

double PriceBundle::value(const Vector& prices, std::vector<double>* worths) const {
  double sum = prices.sum();
  if (worths != nullptr) worths->clear();
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const Weighted& known : columns_[c]) largest = std::max(largest, known.column.worth(prices));
    sum += static_cast<double>(classes_[c].count) * largest;
    if (worths != nullptr) worths->push_back(largest);
  }
  return sum;
}

double PriceBundle::price_at(Index feature, double use, double t) const {
  if (free_of_charge_[static_cast<std::size_t>(feature)] != 0) return 0.0;
  return std::max(0.0, center_(feature) + t * (use - 1.0));
}

Vector PriceBundle::load(std::size_t c) const {
  Vector result = Vector::Zero(center_.size());
  for (const Weighted& known : columns_[c]) {
    for (const Index i : known.column.support) result(i) += known.weight;
  }
  return result;
}

/// The prices of a step while weights move. A price that changes changes the worth of the columns that have the feature.
class PriceBundle::Step {
 public:
  Step(PriceBundle& bundle, double t)
      : bundle_(bundle),
        t_(t),
        use_(Vector::Zero(bundle.center_.size())),
        prices_(bundle.center_.size()),
        holders_(static_cast<std::size_t>(bundle.center_.size())) {
    for (std::size_t c = 0; c < bundle.classes_.size(); ++c) use_ += bundle.load(c);
    for (Index j = 0; j < prices_.size(); ++j) prices_(j) = bundle.price_at(j, use_(j), t);
    for (auto& of : bundle.columns_) {
      for (Weighted& known : of) {
        scale_ = std::max(scale_, std::abs(known.column.value));
        known.worth = known.column.worth(prices_);
        for (const Index i : known.column.support) holders_[static_cast<std::size_t>(i)].push_back(&known);
      }
    }
  }

  Vector run() {
    for (int count = 0; count < most_moves; ++count) {
      const Move move = widest();
      if (move.to == nullptr) break;
      apply(move);
    }
    return std::move(prices_);
  }

 private:
  /// The two columns of one class whose worths differ most, the lesser one with weight to give.
  [[nodiscard]] Move widest() const {
    double most_apart = equal_worths * scale_;
    Move result;
    for (auto& of : bundle_.columns_) {
      Move move;
      for (Weighted& known : of) {
        if (move.to == nullptr || known.worth > move.to->worth) move.to = &known;
        if (known.weight > 0.0 && (move.from == nullptr || known.worth < move.from->worth))
          move.from = &known;
      }
      if (move.from == nullptr || move.to->worth - move.from->worth <= most_apart) continue;
      most_apart = move.to->worth - move.from->worth;
      result = move;
    }
    return result;
  }

  void apply(const Move& move) {
    const Support gains = difference(move.to->column.support, move.from->column.support);
    const Support loses = difference(move.from->column.support, move.to->column.support);
    const double amount = amount_of(move, gains, loses);
    const bool all = amount >= move.from->weight;
    move.to->weight += amount;
    move.from->weight = all ? 0.0 : move.from->weight - amount;
    for (const Index i : gains) use(i, amount);
    for (const Index i : loses) use(i, -amount);
  }

  /// By Newton's method on the difference of both worths, which falls as weight moves and is linear but for prices that
  /// leave or reach zero; between bounds, for where those mislead it.
  [[nodiscard]] double amount_of(const Move& move, const Support& gains, const Support& loses) const {
    const double close = 0.1 * equal_worths * scale_;
    double low = 0.0;
    double high = move.from->weight;
    double amount = high;
    for (int step = 0; step < 60; ++step) {
      double apart = move.to->column.value - move.from->column.value;
      double slope = 0.0;
      const auto pay = [&](Index i, double share) {
        const double price = bundle_.price_at(i, use_(i) + share * amount, t_);
        apart -= share * price;
        if (price > 0.0) slope -= t_;
      };
      for (const Index i : gains) pay(i, 1.0);
      for (const Index i : loses) pay(i, -1.0);
      if (apart >= 0.0 && amount >= move.from->weight) break;
      if (std::abs(apart) <= close) break;
      (apart > 0.0 ? low : high) = amount;
      amount = slope < 0.0 ? amount - apart / slope : low;
      if (!(amount > low && amount < high)) amount = 0.5 * (low + high);
    }
    return amount;
  }

  void use(Index feature, double amount) {
    use_(feature) += amount;
    const double price = bundle_.price_at(feature, use_(feature), t_);
    const double change = price - prices_(feature);
    if (change == 0.0) return;
    prices_(feature) = price;
    for (Weighted* known : holders_[static_cast<std::size_t>(feature)]) known->worth -= change;
  }

  PriceBundle& bundle_;
  double t_;
  Vector use_;  // of each feature, by all columns
  Vector prices_;
  std::vector<std::vector<Weighted*>> holders_;  // of each feature
  double scale_ = 0.0;
};

Vector PriceBundle::step(double t) {
  return Step(*this, t).run();
}

}  // namespace spica::joint
