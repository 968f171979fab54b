#include "bounds/cauchy/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lbfgs.hpp"

namespace spica::bounds::cauchy {

namespace {

/// The smooth stand-in, with R column by column as a vector.
class Minimiser final : public linalg::Objective {
 public:
  Minimiser(const Data& a, Index k, const DescentLimits& limits, const DescentSettings& settings)
      : a_(a), k_(k), limits_(limits), settings_(settings), count_(settings.first_eigenpairs) {}

  Descent run(Matrix start) {
    columns_ = start.cols();
    best_.value = std::numeric_limits<double>::infinity();
    Vector point = start.reshaped();
    for (const double mu : settings_.mu) {
      mu_ = mu;
      linalg::minimise(*this, point, remembering(point.size()));
      if (done_) break;
    }
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool out_of_time() const { return limits_.out_of_time && limits_.out_of_time(); }
  /// L-BFGS with as many steps in memory as there is room for.
  [[nodiscard]] linalg::LbfgsSettings remembering(Index size) const {
    linalg::LbfgsSettings lbfgs = settings_.lbfgs;
    const auto room = static_cast<std::size_t>(settings_.memory_numbers / size);
    lbfgs.memory = std::min(std::max(room, settings_.fewest_remembered), lbfgs.memory);
    return lbfgs;
  }
  [[nodiscard]] Matrix matrix_of(const Vector& point) const {
    return Eigen::Map<const Matrix>(point.data(), a_.size(), columns_);
  }

  /// Leading eigenpairs, as many as carry weight at the present mu.
  linalg::Eigenpairs eigenpairs(const Matrix& r) {
    const Raised b(a_, k_, r);
    const linalg::Lanczos rough{.start = start_,
                                .restarts = settings_.restarts,
                                .tolerance = settings_.lanczos_of_mu * mu_,
                                .all = false,
                                .out_of_time = limits_.out_of_time};
    linalg::Eigenpairs pairs = b.leading(count_, rough);
    const double spread = (pairs.values(0) - pairs.values(pairs.values.size() - 1)) / mu_;
    if (spread < settings_.narrow)
      count_ = std::min({count_ + settings_.more_eigenpairs, settings_.most_eigenpairs, a_.size()});
    if (spread > settings_.wide && count_ > settings_.fewest_eigenpairs) --count_;
    // All of them in the next start, the heavy ones more.
    start_ = pairs.vectors *
             (settings_.start_weight + ((pairs.values.array() - pairs.values(0)) / mu_).exp()).matrix();
    return pairs;
  }

  double evaluate(const Vector& point, Vector& gradient) override {
    const auto give_up = [&] {
      done_ = done_ || out_of_time();
      gradient = Vector::Zero(point.size());
      return std::numeric_limits<double>::infinity();
    };
    if (!std::isfinite(point.squaredNorm())) return give_up();
    const Matrix r = matrix_of(point);
    const linalg::Eigenpairs pairs = eigenpairs(r);
    const double top = pairs.values(0);
    if (!std::isfinite(top)) return give_up();
    Vector share = ((pairs.values.array() - top) / mu_).exp();
    const double sum = share.sum();
    share /= sum;
    const Index kept = (share.array() > settings_.least_weight).count();
    const Matrix x = pairs.vectors.leftCols(kept) * share.head(kept).cwiseSqrt().asDiagonal();
    const Vector weight = x.rowwise().squaredNorm();
    const Matrix slope =
        2.0 * (static_cast<double>(k_) * (weight.asDiagonal() * r) - x * (x.transpose() * r));
    gradient = slope.reshaped();
    if (top < best_.value) best_ = {r, top, weight};
    done_ = best_.value <= limits_.target || out_of_time();
    return top + mu_ * std::log(sum);
  }

  [[nodiscard]] bool done() override {
    if (!done_ && limits_.on_step && best_.r.size() > 0) limits_.on_step(best_);
    return done_;
  }
  [[nodiscard]] double little() const override {
    const double left = std::max(0.0, best_.value - limits_.target);
    return std::max(
        {settings_.tolerance, settings_.tolerance_of_mu * mu_, settings_.tolerance_of_gap * left});
  }

  const Data& a_;
  Index k_;
  const DescentLimits& limits_;
  const DescentSettings& settings_;
  Index columns_ = 0;
  double mu_ = 0.0;
  Index count_;   // eigenpairs
  Vector start_;  // of Lanczos
  Descent best_;
  bool done_ = false;
};

}  // namespace

Descent descend(const Data& a, Index k, Matrix start, const DescentLimits& limits,
                const DescentSettings& settings) {
  return Minimiser(a, k, limits, settings).run(std::move(start));
}

}  // namespace spica::bounds::cauchy
