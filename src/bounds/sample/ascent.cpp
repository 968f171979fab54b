#include "bounds/sample/ascent.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/sample/mean.hpp"
#include "bounds/sample/rotated.hpp"
#include "bounds/sample/secular.hpp"
#include "linalg/blas.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds {

namespace {

constexpr double smallest_weight = 1e-13;  // of an eigenvalue of X: a divisor that is not zero

class Ascent {
 public:
  Ascent(const SampleNode& node, SamplePoint start, const AscentLimits& limits,
         const AscentSettings& settings)
      : node_(node),
        limits_(limits),
        settings_(settings),
        point_(std::move(start)),
        with_vectors_(limits.wants_vectors || node.free.all_kept()),
        mean_(node, with_vectors_),
        roots_(static_cast<std::size_t>(node.squares.size())) {
    result_.step.dual.estimate = std::numeric_limits<double>::infinity();
    result_.z = Vector::Zero(node.squares.size());
    result_.point = point_;
  }

  AscentResult run() {
    result_.dual = spectral_dual(node_, limits_.out_of_time);
    result_.spectral = true;
    keep_best(without_vectors());
    double best_primal = -std::numeric_limits<double>::infinity();
    double last_check = std::numeric_limits<double>::infinity();
    for (int t = 0; t < limits_.steps && !out_of_time(); ++t) {
      SampleStep latest = step(t == 0 ? settings_.first_nu_steps : settings_.nu_steps);
      const SampleDual dual = latest.dual;
      if (!std::isfinite(dual.estimate))
        break;  // out of time, or the arithmetic broke down; what was found before still holds
      mean_.add(latest, static_cast<double>(t + 1));
      keep_best(std::move(latest));
      if ((t + 1) % settings_.average_steps == 0 || t + 1 == limits_.steps)
        keep_best(mean_.point(limits_.out_of_time));
      if (best_primal > result_.dual.estimate)
        best_primal = -std::numeric_limits<double>::infinity();  // nu was off
      if (primal_ > best_primal) {
        best_primal = primal_;
        result_.point = {log_x_, point_.nu};
      }
      if (result_.dual.estimate <= limits_.target) break;
      if (best_primal > limits_.target && (t + 1) % settings_.progress_steps ==
                                              0) {  // it cannot reach the target: stop when it no longer pays
        const double left = result_.dual.estimate - limits_.target;
        if (last_check - result_.dual.estimate < settings_.least_progress * left) break;
        last_check = result_.dual.estimate;
      }
      if (result_.dual.estimate - best_primal < settings_.converged * std::abs(result_.dual.estimate)) break;
      const double lam_max = dual.estimate - node_.remaining * dual.nu;
      if (!(lam_max > 0.0)) break;
      const double slower = std::sqrt(1.0 + t / static_cast<double>(settings_.step_decay));
      point_.log_x += settings_.step / (lam_max * slower) * dual.g;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool out_of_time() const { return limits_.out_of_time && limits_.out_of_time(); }

  void keep_best(SampleStep step) {
    if (!(step.dual.estimate < result_.step.dual.estimate)) return;
    if (step.dual.estimate < result_.dual.estimate) {
      result_.dual = step.dual;
      result_.spectral = false;
    }
    result_.step = std::move(step);
  }

  /// The dual point at X = exp(log_x)/trace, with nu moved towards sum z = remaining.
  SampleStep step(int most_nu_steps) {
    log_x_ = point_.log_x;
    SampleStep none;
    none.dual.estimate = std::numeric_limits<double>::infinity();
    const std::optional<linalg::Eigenpairs> found = linalg::eigenpairs(log_x_, limits_.out_of_time);
    if (!found) return none;
    const linalg::Eigenpairs& eigen = *found;
    Vector x = (eigen.values.array() - eigen.values(0)).exp();
    x = (x / x.sum()).cwiseMax(smallest_weight);

    Rotated y(node_.free, eigen.vectors, settings_.room);
    if (!settle_nu(y, x, most_nu_steps)) return none;
    return step_at(y, eigen.vectors, x);
  }

  /// Features with |c_i|^2 <= nu have sigma = 0: the first so many have not.
  [[nodiscard]] Index longer_than(double nu) const {
    return std::upper_bound(node_.squares.begin(), node_.squares.end(), nu, std::greater<>()) -
           node_.squares.begin();
  }

  /// Calls work(first, y) for blocks of y_i = Q'c_i of the first features, so many at least; false if there is no time for all.
  template <class Work>
  bool for_blocks(Rotated& y, Index features, const Work& work) const {
    for (Index first = 0; first < features; first += sample_block) {
      if (first > 0 && out_of_time()) return false;
      work(first, y.block(first / sample_block));
    }
    return true;
  }

  /// Solves the secular equations at this nu; the sum of z, or nothing if there is no time for it.
  std::optional<double> solve_at(double nu, Rotated& y, const Vector& x) {
    double sum = 0.0;
    const bool done = for_blocks(y, longer_than(nu), [&](Index first, const Matrix& of_block) {
      for (Index i = 0; i < of_block.cols(); ++i) {
        Secular& root = roots_[static_cast<std::size_t>(first + i)];
        root = solve_secular(of_block.col(i), x, nu, root.sigma);
        sum += root.z;
      }
    });
    return done ? std::optional(sum) : std::nullopt;
  }

  /// False if there is no time for all features.
  bool settle_nu(Rotated& y, const Vector& x, int most_steps) {
    const double least = 0.5 * point_.nu;  // it may halve in a step
    double low = least;
    double high = std::numeric_limits<double>::infinity();
    for (int step = 0;; ++step) {
      const std::optional<double> sum = solve_at(point_.nu, y, x);
      if (!sum) return false;
      if (step >= most_steps || std::abs(*sum - node_.remaining) < settings_.nu_accuracy * node_.remaining)
        return true;
      if (out_of_time()) return true;
      (*sum > node_.remaining ? low : high) = point_.nu;
      double next =
          point_.nu * std::pow(std::max(*sum / node_.remaining, settings_.least_ratio), settings_.nu_power);
      if (next <= low || next >= high)
        next =
            std::isfinite(high) ? std::sqrt(std::max(low, settings_.least_bracket * high) * high) : 2.0 * low;
      if (!node_.free.all_kept()) next = std::max(next, least_at_once());
      if (!(next > least)) return true;
      point_.nu = next;
    }
  }

  /// Of many features few should be looked at. So nu goes down slowly enough for their number to double.
  [[nodiscard]] double least_at_once() const {
    const Index next = 2 * longer_than(point_.nu) + sample_block;
    return next < node_.squares.size() ? node_.squares(next) : 0.0;
  }

  /// The dual point of the roots at the present nu.
  SampleStep step_at(Rotated& y, const Matrix& eigenvectors, const Vector& x) {
    DualSum sum(node_, limits_.out_of_time);
    SampleStep result;
    if (with_vectors_) result.vectors = SampleVectors{Matrix(x.size(), 0), {}};
    result_.z.setZero();
    primal_ = node_.remaining * point_.nu +
              (eigenvectors.transpose() * node_.included_sum * eigenvectors).diagonal().dot(x);
    Matrix q(x.size(), sample_block);
    Matrix back(x.size(), sample_block);
    Matrix scratch;
    std::vector<Index> feature;
    const bool done = for_blocks(y, longer_than(point_.nu), [&](Index first, const Matrix& of_block) {
      feature.clear();
      for (Index i = 0; i < of_block.cols(); ++i) {
        const Secular& root = roots_[static_cast<std::size_t>(first + i)];
        if (root.sigma == 0.0) continue;
        result_.z(first + i) = root.z;
        primal_ += root.sigma;
        q.col(static_cast<Index>(feature.size())) =
            root.weight * of_block.col(i).array() / (root.sigma + point_.nu * x.array());
        feature.push_back(first + i);
      }
      const auto count = static_cast<Index>(feature.size());
      if (count > 0)
        linalg::blas::multiply(linalg::blas::Op::none, eigenvectors, linalg::blas::Op::none,
                               q.leftCols(count), 0.0, back.leftCols(count));
      sum.add(first, node_.free.block(first, of_block.cols(), scratch), feature, back.leftCols(count));
      if (with_vectors_) append(feature, back.leftCols(count), *result.vectors);
    });
    if (!done) {
      result.dual.estimate = std::numeric_limits<double>::infinity();
      return result;
    }
    if (with_vectors_)
      result.vectors->q.conservativeResize(Eigen::NoChange,
                                           static_cast<Index>(result.vectors->feature.size()));
    result.dual = sum.finish();
    return result;
  }

  /// `to` has columns to spare after that.
  static void append(const std::vector<Index>& feature, const Eigen::Ref<const Matrix>& q,
                     SampleVectors& to) {
    const auto before = static_cast<Index>(to.feature.size());
    if (to.q.cols() < before + q.cols())
      to.q.conservativeResize(q.rows(), std::max(2 * to.q.cols(), before + q.cols()));
    to.q.middleCols(before, q.cols()) = q;
    to.feature.insert(to.feature.end(), feature.begin(), feature.end());
  }

  /// Tries q = 0: nu is the largest |c_i|^2.
  [[nodiscard]] SampleStep without_vectors() const {
    SampleStep result{DualSum(node_, limits_.out_of_time).finish()};
    if (with_vectors_) result.vectors = SampleVectors{Matrix(node_.free.rows(), 0), {}};
    return result;
  }

  const SampleNode& node_;
  const AscentLimits& limits_;
  const AscentSettings& settings_;
  SamplePoint point_;
  bool with_vectors_;
  SampleMean mean_;
  Matrix log_x_;
  std::vector<Secular> roots_;  // of the last step, where the next one starts
  double primal_ = 0.0;         // h at the last X, as far as nu is settled
  AscentResult result_;
};

}  // namespace

SamplePoint cold_start(const SampleNode& node, const std::function<bool()>& out_of_time,
                       const AscentSettings& settings) {
  const Index m = node.included_sum.rows();
  SamplePoint start{Matrix::Zero(m, m), 0.0};
  const Matrix g = node.free_sum + node.included_sum;
  const Vector leading = linalg::leading_eigenpair(g, out_of_time).vector;
  start.log_x = settings.start_weight * leading * leading.transpose();
  const Index kth = std::min<Index>(node.squares.size() - 1, static_cast<Index>(node.remaining));
  constexpr double positive = 1e-12;                                    // where the k-th longest is zero
  const double share = node.free.all_kept() ? settings.start_nu : 1.0;  // of many features few have a q then
  start.nu = share * std::max(node.squares(kth), positive * node.squares(0));
  return start;
}

AscentResult ascend(const SampleNode& node, SamplePoint start, const AscentLimits& limits,
                    const AscentSettings& settings) {
  return Ascent(node, std::move(start), limits, settings).run();
}

}  // namespace spica::bounds
