#include "bounds/pairs/capped_admm.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "base/parallel.hpp"
#include "bounds/pairs/reading.hpp"
#include "bounds/pairs/stepper.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

/// One class in work.
class Lane {
 public:
  Lane(const CappedClass& of, const Matrix& block, CappedIterate& at, const StepSettings& settings,
       linalg::OutOfTime out_of_time)
      : at_(at),
        count_(static_cast<double>(of.count)),
        relaxation_(settings.capped_relaxation),
        stepper_(block, of.shape, at.iterate, settings, std::move(out_of_time)),
        penalty_(settings) {}

  /// False if there is no time for it, or after an overflow.
  bool project_matrix() { return stepper_.project_matrix(); }
  void project_rows() {
    stepper_.project_rows(&at_.spread, &at_.spread_s);
    squares_ = at_.iterate.d.cwiseAbs2();
    capped_ = at_.iterate.f - at_.iterate.uf + at_.spread;
    capped_s_ = at_.iterate.s - at_.iterate.us + at_.spread_s;
  }
  /// What the second copy takes of each feature.
  [[nodiscard]] Vector load() const {
    return count_ * (capped_ * squares_ + squares_.cwiseProduct(capped_s_));
  }
  /// How much that falls for a unit of price. A copy has half of the penalty.
  [[nodiscard]] double response() const { return count_ * squares_.squaredNorm() / (0.5 * at_.iterate.rho); }
  void charge(const Vector& prices) {
    const Vector direction = squares_ / (0.5 * at_.iterate.rho);
    capped_ -= prices * direction.transpose();
    capped_s_ -= prices.cwiseProduct(direction);
    capped_.diagonal().setZero();
  }
  /// Block B takes over the mean of both copies. False after an overflow.
  void finish() {
    BlockA& block = stepper_.block_a();
    const Matrix half = 0.5 * (block.f - capped_);
    const Vector half_s = 0.5 * (block.s - capped_s_);
    block.f -= half;
    block.s -= half_s;
    at_.spread += relaxation_ * half;
    at_.spread_s += relaxation_ * half_s;
    Residuals& sums = stepper_.finish(relaxation_);
    sums.difference += half.squaredNorm() + half_s.squaredNorm();
    sums.multiplier += at_.spread.squaredNorm() + at_.spread_s.squaredNorm();
    penalty_.note(sums);
    overflowed_ = !std::isfinite(sums.difference);
  }
  [[nodiscard]] bool overflowed() const { return overflowed_ || stepper_.overflowed(); }
  void balance() {
    Iterate& it = at_.iterate;
    const double rho = penalty_.next(it.rho);
    if (rho == it.rho) return;
    at_.spread *= it.rho / rho;
    at_.spread_s *= it.rho / rho;
    it.set_rho(rho);
  }

 private:
  CappedIterate& at_;
  double count_;
  double relaxation_;
  Stepper stepper_;
  PenaltyRule penalty_;
  Matrix capped_;  // the second copy of F
  Vector capped_s_;
  Vector squares_;  // d^2
  bool overflowed_ = false;
};

}  // namespace

CappedIterate CappedIterate::from_components(const CappedClass& of,
                                             const std::vector<SparseVector>& components) {
  const auto n = static_cast<Index>(of.features.size());
  Iterate it = Iterate::zero(n);
  const double square = 1.0 / static_cast<double>(of.shape.k * of.count);  // makes entries of X about one
  const double share = 1.0 / (square * static_cast<double>(components.size()));
  it.d.setConstant(std::sqrt(square));
  it.rho = 2.0;  // two copies, a penalty of one each
  for (const SparseVector& component : components) {
    Vector x = Vector::Zero(n);
    x(component.support) = component.values.normalized();
    it.x += share * x * x.transpose();
    for (const Index i : component.support) {
      for (const Index j : component.support) {
        if (j != i) it.f(j, i) += share * x(i) * x(i);
      }
    }
  }
  it.s = it.row_s = it.x.diagonal();
  it.x.diagonal().setZero();
  return {std::move(it), Matrix::Zero(n, n), Vector::Zero(n)};
}

CappedIterate CappedIterate::restricted(const Support& kept) const {
  return {iterate.restricted(kept), spread(kept, kept), spread_s(kept)};
}

CappedAdmm::CappedAdmm(const Matrix& a, std::vector<CappedClass> classes, std::vector<CappedIterate> starts)
    : classes_(std::move(classes)),
      settled_(static_cast<std::size_t>(a.rows()), 0),
      iterates_(std::move(starts)) {
  for (const CappedClass& of : classes_) {
    blocks_.emplace_back(a(of.features, of.features));
    for (Index i = 0; i < of.shape.size(); ++i) {
      if (of.shape.is_in(i)) settled_[static_cast<std::size_t>(of.features[static_cast<std::size_t>(i)])] = 1;
    }
  }
  best_.prices = Vector::Zero(a.rows());
}

const PricedPoint& CappedAdmm::run(const CappedSettings& settings) {
  std::vector<std::unique_ptr<Lane>> lanes;
  for (std::size_t c = 0; c < classes_.size(); ++c)
    lanes.push_back(
        std::make_unique<Lane>(classes_[c], blocks_[c], iterates_[c], settings.step, settings.out_of_time));
  const auto n = static_cast<Index>(settled_.size());
  const auto count = static_cast<Index>(lanes.size());
  for (int step = 1; step <= settings.steps && !overflowed_; ++step) {
    ++steps_;
    std::atomic<bool> projected = true;
    for_chunks(2 * count, 1, [&](Index half, Index) {
      Lane& lane = *lanes[static_cast<std::size_t>(half / 2)];
      if (half % 2 != 0) return lane.project_rows();
      if (!lane.project_matrix()) projected = false;
    });
    const auto has_overflowed = [&lanes] {
      return std::any_of(lanes.begin(), lanes.end(), [](const auto& lane) { return lane->overflowed(); });
    };
    overflowed_ = has_overflowed();
    if (!projected) return best_;
    Vector over = Vector::Constant(n, -1.0);
    Vector response = Vector::Zero(n);
    for (std::size_t c = 0; c < lanes.size(); ++c) {
      over(classes_[c].features) += lanes[c]->load();
      response(classes_[c].features).array() += lanes[c]->response();
    }
    Vector prices = Vector::Zero(n);
    for (Index j = 0; j < n; ++j) {
      if (over(j) > 0.0 && !is_settled(j)) prices(j) = over(j) / response(j);
    }
    for_chunks(count, 1, [&](Index c, Index) {
      Lane& lane = *lanes[static_cast<std::size_t>(c)];
      lane.charge(prices(classes_[static_cast<std::size_t>(c)].features));
      lane.finish();
    });
    overflowed_ = has_overflowed();
    if (overflowed_) break;
    const bool at_once = settings.out_of_time && settings.out_of_time();
    const bool pause = step % settings.step.reading_interval == 0;
    if (at_once || pause || step == settings.steps) read(settings.out_of_time);
    if (at_once || best_.bound < settings.target) break;
    if (steps_ <= settings.adapt_until && pause) {
      for (const auto& lane : lanes) lane->balance();
    }
  }
  return best_;
}

/// By least squares from the multipliers of the second copies, which at the optimum are -p_j d_i^2 over their penalty.
Vector CappedAdmm::read_prices() const {
  const auto n = static_cast<Index>(settled_.size());
  Vector sum = Vector::Zero(n);
  Vector weight = Vector::Zero(n);
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    const auto& [it, spread, spread_s] = iterates_[c];
    const Vector squares = it.d.cwiseAbs2();
    const auto count = static_cast<double>(classes_[c].count);
    sum(classes_[c].features) -=
        0.5 * it.rho * count * ((it.uf - spread) * squares + squares.cwiseProduct(it.us - spread_s));
    weight(classes_[c].features).array() += count * squares.squaredNorm();
  }
  Vector prices = Vector::Zero(n);
  for (Index j = 0; j < n; ++j) {
    if (weight(j) > 0.0 && !is_settled(j)) prices(j) = std::max(0.0, sum(j) / weight(j));
  }
  return prices;
}

void CappedAdmm::read(const linalg::OutOfTime& out_of_time) {
  PricedPoint point;
  point.prices = read_prices();
  if (!point.prices.allFinite()) return;
  point.duals.resize(classes_.size());
  std::vector<double> bounds(classes_.size());
  for_chunks(static_cast<Index>(classes_.size()), 1, [&](Index first, Index) {
    const auto c = static_cast<std::size_t>(first);
    Shape shape = classes_[c].shape;
    shape.conditions.prices = point.prices(classes_[c].features);
    point.duals[c] = read_dual(iterates_[c].iterate, shape);
    const bool finite = point.duals[c].a.allFinite() && point.duals[c].w.allFinite();
    std::optional<double> value;
    if (finite) value = linalg::leading_value(assemble(blocks_[c], point.duals[c], shape), out_of_time);
    bounds[c] = value.value_or(std::numeric_limits<double>::infinity());
  });
  point.bound = point.prices.sum();
  for (std::size_t c = 0; c < classes_.size(); ++c)
    point.bound += static_cast<double>(classes_[c].count) * bounds[c];
  if (point.bound < best_.bound) best_ = std::move(point);
}

}  // namespace spica::bounds::pairs
