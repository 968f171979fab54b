#include "bounds/cauchy/descent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linalg/inverse_hessian.hpp"

namespace spica::bounds::cauchy {

namespace {

constexpr std::array<double, 6> stages = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5};
constexpr int stage_steps = 500;
constexpr int most_trials = 10;
constexpr double tolerance = 1e-7;  // a stage ends when steps gain less
constexpr Index most_eigenpairs = 40;
constexpr Index memory_limit = 20'000'000;  // numbers in the steps that L-BFGS remembers

/// The smooth stand-in at a point. R is stored column by column as a vector.
struct Sample {
  double smooth = 0.0;
  Vector gradient;
};

class Minimiser {
 public:
  Minimiser(const Data& a, Index k, const DescentSettings& settings) : a_(a), k_(k), settings_(settings) {}

  Descent run(Matrix start) {
    columns_ = start.cols();
    best_.value = std::numeric_limits<double>::infinity();
    Vector point = start.reshaped();
    for (const double mu : stages) {
      mu_ = mu;
      descend_stage(point);
      if (done_) break;
    }
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool out_of_time() const { return settings_.out_of_time && settings_.out_of_time(); }
  [[nodiscard]] Matrix matrix_of(const Vector& point) const {
    return Eigen::Map<const Matrix>(point.data(), a_.size(), columns_);
  }

  /// Leading eigenpairs, as many as carry weight at the present mu.
  linalg::Eigenpairs eigenpairs(const Matrix& r) {
    const Raised b(a_, k_, r);
    const linalg::Lanczos rough{.start = start_,
                                .restarts = 30,
                                .tolerance = 3e-3 * mu_,
                                .all = false,
                                .out_of_time = settings_.out_of_time};
    linalg::Eigenpairs pairs = b.leading(count_, rough);
    const double spread = (pairs.values(0) - pairs.values(pairs.values.size() - 1)) / mu_;
    if (spread < 6.0) count_ = std::min({count_ + 4, most_eigenpairs, a_.size()});
    if (spread > 15.0 && count_ > 4) --count_;
    // All of them in the next start, the heavy ones more.
    start_ = pairs.vectors * (0.2 + ((pairs.values.array() - pairs.values(0)) / mu_).exp()).matrix();
    return pairs;
  }

  Sample evaluate(const Vector& point) {
    const Matrix r = matrix_of(point);
    const linalg::Eigenpairs pairs = eigenpairs(r);
    const double top = pairs.values(0);
    if (!std::isfinite(top)) {
      done_ = done_ || out_of_time();
      return {top, Vector::Zero(point.size())};
    }
    Vector share = ((pairs.values.array() - top) / mu_).exp();
    const double sum = share.sum();
    share /= sum;
    const Index kept = (share.array() > 1e-10).count();
    const Matrix x = pairs.vectors.leftCols(kept) * share.head(kept).cwiseSqrt().asDiagonal();
    const Vector weight = x.rowwise().squaredNorm();
    const Matrix gradient =
        2.0 * (static_cast<double>(k_) * (weight.asDiagonal() * r) - x * (x.transpose() * r));
    if (top < best_.value) best_ = {r, top, weight};
    done_ = best_.value <= settings_.target || out_of_time();
    return {top + mu_ * std::log(sum), gradient.reshaped()};
  }

  void descend_stage(Vector& point) {
    linalg::InverseHessian memory(
        static_cast<std::size_t>(std::clamp<Index>(memory_limit / point.size(), 3, 20)));
    Sample here = evaluate(point);
    int stalls = 0;
    for (int step = 0; step < stage_steps && !done_; ++step) {
      const double length = here.gradient.norm();
      if (!(length > 1e-9) || !std::isfinite(here.smooth)) return;
      Vector direction = memory.empty() ? Vector(-0.05 / std::max(length, 1.0) * here.gradient)
                                        : Vector(-memory.apply(here.gradient));
      double slope = direction.dot(here.gradient);
      if (!(slope < 0.0)) {
        memory.clear();
        if (++stalls > 2) return;
        continue;
      }
      Vector next;
      Sample there;
      if (!search_line(point, direction, slope, here, memory.empty(), next, there)) {
        if (memory.empty() || ++stalls > 2) return;
        memory.clear();
        continue;
      }
      if (done_) return;
      if (settings_.on_step) settings_.on_step(best_);
      memory.add(next - point, there.gradient - here.gradient);
      const double gain = here.smooth - there.smooth;
      point = std::move(next);
      here = std::move(there);
      stalls = gain < std::max(tolerance, 3e-4 * mu_) ? stalls + 1 : 0;
      if (stalls >= 3) return;
    }
  }

  /// A step length with sufficient decrease and a flatter slope (weak Wolfe), by bisection and doubling.
  bool search_line(const Vector& point, const Vector& direction, double slope, const Sample& here, bool first,
                   Vector& next, Sample& there) {
    double length = 1.0;
    double low = 0.0;
    double high = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < most_trials; ++trial) {
      next = point + length * direction;
      there = evaluate(next);
      if (done_) return true;
      if (!(there.smooth <= here.smooth + 1e-4 * length * slope)) {
        high = length;
        length = first && low == 0.0 ? 0.2 * high : 0.5 * (low + high);
      } else {
        if (direction.dot(there.gradient) >= 0.9 * slope || trial > 5) return true;
        low = length;
        length = std::isfinite(high) ? 0.5 * (low + high) : 2.0 * low;
      }
    }
    return there.smooth < here.smooth;
  }

  const Data& a_;
  Index k_;
  const DescentSettings& settings_;
  Index columns_ = 0;
  double mu_ = stages.front();
  Index count_ = 8;
  Vector start_;  // of Lanczos
  Descent best_;
  bool done_ = false;
};

}  // namespace

Descent descend(const Data& a, Index k, Matrix start, const DescentSettings& settings) {
  return Minimiser(a, k, settings).run(std::move(start));
}

}  // namespace spica::bounds::cauchy
