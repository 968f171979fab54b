#include "bounds/cauchy/descent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linalg/lbfgs.hpp"

namespace spica::bounds::cauchy {

namespace {

constexpr std::array<double, 6> stages = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5};
constexpr double tolerance = 1e-7;  // a stage ends when steps gain less
constexpr Index most_eigenpairs = 40;
constexpr Index memory_limit = 20'000'000;  // numbers in the steps that L-BFGS remembers

linalg::LbfgsSettings stage_settings(Index size) {
  return {.steps = 500,
          .memory = static_cast<std::size_t>(std::clamp<Index>(memory_limit / size, 3, 20)),
          .first_step = 0.05,
          .full_gradient = 1.0,
          .flat = 1e-9,
          .least_promise = 0.0,
          .failures = 3,
          .line = {.trials = 10, .curved_trials = 7, .first_growth = 2.0, .any_decrease = true}};
}

/// The smooth stand-in, with R column by column as a vector.
class Minimiser final : public linalg::Objective {
 public:
  Minimiser(const Data& a, Index k, const DescentSettings& settings) : a_(a), k_(k), settings_(settings) {}

  Descent run(Matrix start) {
    columns_ = start.cols();
    best_.value = std::numeric_limits<double>::infinity();
    Vector point = start.reshaped();
    for (const double mu : stages) {
      mu_ = mu;
      linalg::minimise(*this, point, stage_settings(point.size()));
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

  double evaluate(const Vector& point, Vector& gradient) override {
    const Matrix r = matrix_of(point);
    const linalg::Eigenpairs pairs = eigenpairs(r);
    const double top = pairs.values(0);
    if (!std::isfinite(top)) {
      done_ = done_ || out_of_time();
      gradient = Vector::Zero(point.size());
      return top;
    }
    Vector share = ((pairs.values.array() - top) / mu_).exp();
    const double sum = share.sum();
    share /= sum;
    const Index kept = (share.array() > 1e-10).count();
    const Matrix x = pairs.vectors.leftCols(kept) * share.head(kept).cwiseSqrt().asDiagonal();
    const Vector weight = x.rowwise().squaredNorm();
    const Matrix slope =
        2.0 * (static_cast<double>(k_) * (weight.asDiagonal() * r) - x * (x.transpose() * r));
    gradient = slope.reshaped();
    if (top < best_.value) best_ = {r, top, weight};
    done_ = best_.value <= settings_.target || out_of_time();
    return top + mu_ * std::log(sum);
  }

  [[nodiscard]] bool done() override { return done_; }
  [[nodiscard]] double little() const override { return std::max(tolerance, 3e-4 * mu_); }

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
