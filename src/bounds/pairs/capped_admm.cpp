#include "bounds/pairs/capped_admm.hpp"

#include <cmath>
#include <memory>

#include "bounds/pairs/reading.hpp"
#include "bounds/pairs/stepper.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

/// The mean of the components, with scales that make the entries of X about one and no multipliers.
CappedIterate start(Index n, const ComponentClass& of, const std::vector<SparseVector>& components) {
  Iterate it = Iterate::zero(n);
  const double square = 1.0 / static_cast<double>(of.k * of.count);
  it.d.setConstant(std::sqrt(square));
  it.rho = 2.0;
  for (const SparseVector& component : components) {
    Vector x = Vector::Zero(n);
    x(component.support) = component.values.normalized();
    it.x += x * x.transpose() / (square * static_cast<double>(of.count));
    for (const Index i : component.support) {
      for (const Index j : component.support) {
        if (j != i) it.f(j, i) += x(i) * x(i) / (square * static_cast<double>(of.count));
      }
    }
  }
  it.s = it.row_s = it.x.diagonal();
  it.x.diagonal().setZero();
  return {std::move(it), Matrix::Zero(n, n), Vector::Zero(n)};
}

/// One class in work.
struct Lane {
  CappedIterate& at;
  double count;
  double relaxation;
  Stepper stepper;
  PenaltyRule penalty;
  Matrix capped = {};  // the second copy of F
  Vector capped_s = {};
  Vector squares = {};  // d^2

  void project() {
    stepper.project(&at.spread, &at.spread_s);
    squares = at.iterate.d.cwiseAbs2();
    capped = at.iterate.f - at.iterate.uf + at.spread;
    capped_s = at.iterate.s - at.iterate.us + at.spread_s;
  }
  /// What the second copy takes of each feature.
  [[nodiscard]] Vector load() const { return count * (capped * squares + squares.cwiseProduct(capped_s)); }
  /// How much that falls for a unit of price. A copy has half of the penalty.
  [[nodiscard]] double response() const { return count * squares.squaredNorm() / (0.5 * at.iterate.rho); }
  void charge(const Vector& prices) {
    const Vector direction = squares / (0.5 * at.iterate.rho);
    capped -= prices * direction.transpose();
    capped_s -= prices.cwiseProduct(direction);
    capped.diagonal().setZero();
  }
  /// Block B sees the mean of both copies.
  Residuals finish() {
    BlockA& block = stepper.block_a();
    const Matrix half = 0.5 * (block.f - capped);
    const Vector half_s = 0.5 * (block.s - capped_s);
    block.f -= half;
    block.s -= half_s;
    at.spread += relaxation * half;
    at.spread_s += relaxation * half_s;
    Residuals& sums = stepper.finish(relaxation);
    sums.difference += half.squaredNorm() + half_s.squaredNorm();
    sums.multiplier += at.spread.squaredNorm() + at.spread_s.squaredNorm();
    penalty.note(sums);
    return sums;
  }
  void balance() {
    Iterate& it = at.iterate;
    const double rho = penalty.next(it.rho);
    if (rho == it.rho) return;
    at.spread *= it.rho / rho;
    at.spread_s *= it.rho / rho;
    it.set_rho(rho);
  }
};

}  // namespace

CappedAdmm::CappedAdmm(const Matrix& a, std::vector<ComponentClass> classes,
                       const std::vector<std::vector<SparseVector>>& components)
    : a_(a), classes_(std::move(classes)) {
  const Index n = a.rows();
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    shapes_.emplace_back(classes_[c].k, std::vector<char>(static_cast<std::size_t>(n), 0));
    iterates_.push_back(start(n, classes_[c], components[c]));
  }
}

const PricedPoint& CappedAdmm::run(const CappedSettings& settings) {
  std::vector<std::unique_ptr<Lane>> lanes;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    lanes.push_back(std::make_unique<Lane>(
        Lane{iterates_[c], static_cast<double>(classes_[c].count), settings.step.capped_relaxation,
             Stepper(a_, shapes_[c], iterates_[c].iterate, settings.step), PenaltyRule(settings.step)}));
  }
  for (int step = 1; step <= settings.steps; ++step) {
    ++steps_;
    Vector over = Vector::Constant(a_.rows(), -1.0);
    double response = 0.0;
    for (const auto& lane : lanes) {
      lane->project();
      over += lane->load();
      response += lane->response();
    }
    const Vector prices = (over / response).cwiseMax(0.0);
    bool finite = true;
    for (const auto& lane : lanes) {
      lane->charge(prices);
      finite = std::isfinite(lane->finish().difference) && finite;
    }
    if (!finite) break;
    const bool at_once = settings.out_of_time && settings.out_of_time();
    if (at_once || step % settings.step.reading_interval == 0 || step == settings.steps) read();
    if (at_once || best_.bound < settings.target) break;
    if (steps_ <= settings.adapt_until && step % settings.step.reading_interval == 0) {
      for (const auto& lane : lanes) lane->balance();
    }
  }
  return best_;
}

/// By least squares from the multipliers of the second copies, which are -p_j d_i^2 over their penalty at the optimum.
Vector CappedAdmm::read_prices() const {
  Vector sum = Vector::Zero(a_.rows());
  double weight = 0.0;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    const auto& [it, spread, spread_s] = iterates_[c];
    const Vector squares = it.d.cwiseAbs2();
    const double count = static_cast<double>(classes_[c].count);
    sum -= 0.5 * it.rho * count * ((it.uf - spread) * squares + squares.cwiseProduct(it.us - spread_s));
    weight += count * squares.squaredNorm();
  }
  return (sum / weight).cwiseMax(0.0);
}

void CappedAdmm::read() {
  PricedPoint point;
  point.prices = read_prices();
  if (!point.prices.allFinite()) return;
  last_prices_ = point.prices;
  point.bound = point.prices.sum();
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    Shape shape = shapes_[c];
    shape.prices = point.prices;
    Dual dual = read_dual(iterates_[c].iterate, shape);
    if (!dual.a.allFinite() || !dual.w.allFinite()) return;
    point.bound += static_cast<double>(classes_[c].count) * linalg::leading_value(assemble(a_, dual, shape));
    point.duals.push_back(std::move(dual));
  }
  if (point.bound < best_.bound) best_ = std::move(point);
}

}  // namespace spica::bounds::pairs
