#include "joint/price_bundle.hpp"

#include <cmath>
#include <limits>

namespace spica::joint {

namespace {

constexpr int most_moves = 20000;
constexpr double settled = 1e-9;  // of the largest value: worths that differ by less are equal

/// The features of a that b does not have.
Support difference(const Support& a, const Support& b) {
  Support result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

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
  for (const auto& [worth, i] : order) result.push_back(columns_[i]);
  return result;
}

PriceBundle::PriceBundle(std::vector<ComponentClass> classes, Vector center, std::vector<char> free_of_charge)
    : classes_(std::move(classes)),
      columns_(classes_.size()),
      center_(std::move(center)),
      free_of_charge_(std::move(free_of_charge)) {}

void PriceBundle::add(const Column& column) {
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

Vector PriceBundle::step(double t) {
  Vector use = Vector::Zero(center_.size());
  for (std::size_t c = 0; c < classes_.size(); ++c) use += load(c);
  Vector prices(center_.size());
  const auto reprice = [&] {
    for (Index j = 0; j < prices.size(); ++j) prices(j) = price_at(j, use(j), t);
  };
  reprice();
  double scale = 0.0;
  for (const auto& of : columns_) {
    for (const Weighted& known : of) scale = std::max(scale, std::abs(known.column.value));
  }
  for (int move = 0; move < most_moves; ++move) {
    // The two columns of one class whose worths differ most, the lesser one with weight to give.
    double widest = settled * scale;
    Weighted* to = nullptr;
    Weighted* from = nullptr;
    for (auto& of : columns_) {
      Weighted* best = nullptr;
      Weighted* worst = nullptr;
      double most = -std::numeric_limits<double>::infinity();
      double least = std::numeric_limits<double>::infinity();
      for (Weighted& known : of) {
        const double worth = known.column.worth(prices);
        if (worth > most) {
          most = worth;
          best = &known;
        }
        if (known.weight > 0.0 && worth < least) {
          least = worth;
          worst = &known;
        }
      }
      if (most - least <= widest) continue;
      widest = most - least;
      to = best;
      from = worst;
    }
    if (to == nullptr) break;
    const Support gains = difference(to->column.support, from->column.support);
    const Support loses = difference(from->column.support, to->column.support);
    const auto slope = [&](double amount) {
      double result = to->column.value - from->column.value;
      for (const Index i : gains) result -= price_at(i, use(i) + amount, t);
      for (const Index i : loses) result += price_at(i, use(i) - amount, t);
      return result;
    };
    double amount = from->weight;
    const bool all = slope(amount) >= 0.0;
    if (!all) {
      double low = 0.0;
      double high = amount;
      for (int bisection = 0; bisection < 60; ++bisection) {
        amount = 0.5 * (low + high);
        (slope(amount) > 0.0 ? low : high) = amount;
      }
    }
    to->weight += amount;
    from->weight = all ? 0.0 : from->weight - amount;
    for (const Index i : gains) use(i) += amount;
    for (const Index i : loses) use(i) -= amount;
    for (const Index i : gains) prices(i) = price_at(i, use(i), t);
    for (const Index i : loses) prices(i) = price_at(i, use(i), t);
  }
  return prices;
}

}  // namespace spica::joint
