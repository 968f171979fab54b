#include "bounds/sample/ascent.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds {

namespace {

constexpr double smallest_weight = 1e-13;  // of an eigenvalue of X: a divisor that is not zero
// The root of the secular equation to the digits of a double; Newton's method needs a handful of steps.
constexpr int most_secular_steps = 40;
constexpr double secular_accuracy = 1e-11;

/// sigma, the relaxed indicator z = -d sigma/d nu, and the weight of q for one feature.
struct Secular {
  double sigma = 0.0;
  double z = 0.0;
  double weight = 0.0;  // q_j = weight y_j/(sigma + nu x_j)
};

/// 1/g is concave and increasing in sigma, so Newton's method on it arrives from the left, whatever its
/// start.
Secular solve_secular(const Eigen::Ref<const Vector>& y, const Vector& x, double nu, double start) {
  Secular result;
  if (y.squaredNorm() <= nu) return result;
  double sigma = start;
  double slope = 0.0;
  for (int step = 0; step < most_secular_steps; ++step) {
    double g = 0.0;
    slope = 0.0;
    for (Index j = 0; j < x.size(); ++j) {
      const double inverse = 1.0 / (sigma + nu * x(j));
      const double term = x(j) * (y(j) * y(j)) * inverse;
      g += term;
      slope += term * inverse;
    }
    const double next = std::max(0.0, sigma + (g - 1.0) * g / slope);
    const bool done = std::abs(next - sigma) <= secular_accuracy * next;
    sigma = next;
    if (done) break;
  }
  if (!(sigma > 0.0) || !std::isfinite(sigma)) return result;
  double weighted = 0.0;
  slope = 0.0;
  for (Index j = 0; j < x.size(); ++j) {
    const double inverse = 1.0 / (sigma + nu * x(j));
    const double term = x(j) * (y(j) * y(j)) * inverse * inverse;
    slope += term;
    weighted += term * x(j);
  }
  return {sigma, weighted / slope, std::sqrt(sigma / slope)};
}

/// A bound in the 2-norm of the rounding error of a computed sum of q q' over the columns and of c c' over
/// the included.
double gram_error(const Matrix& g, const Matrix& columns, Index included) {
  if (columns.isZero(0.0) && g.isZero(0.0)) return 0.0;
  const auto roundings = static_cast<double>(columns.cols() + included + 4);
  return 2.0 * numerics::gamma(roundings) * g.trace() + 0x1p-1000;  // small products underflow
}

class Ascent {
 public:
  Ascent(const SampleNode& node, SamplePoint start, const AscentLimits& limits,
         const AscentSettings& settings)
      : node_(node),
        limits_(limits),
        settings_(settings),
        point_(std::move(start)),
        sigma_(Vector::Zero(node.squares.size())) {
    result_.step.dual.estimate = std::numeric_limits<double>::infinity();
    result_.z = Vector::Zero(node.squares.size());
    result_.point = point_;
  }

  AscentResult run() {
    result_.dual = spectral();
    result_.spectral = true;
    keep_best(without_vectors());
    double best_primal = -std::numeric_limits<double>::infinity();
    double last_check = std::numeric_limits<double>::infinity();
    for (int t = 0; t < limits_.steps && !out_of_time(); ++t) {
      SampleStep latest = step(t == 0 ? settings_.first_nu_steps : settings_.nu_steps);
      const SampleDual dual = latest.dual;
      if (!std::isfinite(dual.estimate))
        break;  // out of time, or the arithmetic broke down; what was found before still holds
      average(latest, static_cast<double>(t + 1));
      keep_best(std::move(latest));
      if ((t + 1) % settings_.average_steps == 0 || t + 1 == limits_.steps) keep_best(averaged());
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

    // Features with |c_i|^2 <= nu have sigma = 0; nu may halve in a step.
    const double least = 0.5 * point_.nu;
    const Index active =
        std::upper_bound(node_.squares.begin(), node_.squares.end(), least, std::greater<>()) -
        node_.squares.begin();
    std::optional<Matrix> rotated = rotate(eigen.vectors, active);
    if (!rotated) return none;
    Matrix& y = *rotated;
    std::vector<Secular> roots(static_cast<std::size_t>(active));
    if (!settle_nu(y, x, least, most_nu_steps, roots)) return none;

    Index count = 0;  // columns of y that are now Q'q: of millions of features there is one matrix, not four
    std::vector<Index> feature;
    result_.z.setZero();
    primal_ = node_.remaining * point_.nu +
              (eigen.vectors.transpose() * node_.included_sum * eigen.vectors).diagonal().dot(x);
    for (Index i = 0; i < active; ++i) {
      const Secular& root = roots[static_cast<std::size_t>(i)];
      if (root.sigma == 0.0) continue;
      result_.z(i) = root.z;
      primal_ += root.sigma;
      y.col(count++) = root.weight * y.col(i).array() / (root.sigma + point_.nu * x.array());
      feature.push_back(i);
    }
    y.conservativeResize(Eigen::NoChange, count);
    constexpr Index at_once = 1024;  // columns that are copied
    for (Index i = 0; i < count; i += at_once) {
      if (i > 0 && out_of_time()) return none;
      auto block = y.middleCols(i, std::min(at_once, count - i));
      block = (eigen.vectors * block).eval();
    }
    SampleStep result{{}, std::move(y), std::move(feature)};
    result.dual = dual_point(result.q, result.feature);
    return result;
  }

  /// Q'c_i for the first features; nothing if there is no time for all of them.
  [[nodiscard]] std::optional<Matrix> rotate(const Matrix& q, Index features) const {
    constexpr double no_time_at_all = 4e9;  // multiplications
    const double of_one = static_cast<double>(q.size());
    if (of_one * static_cast<double>(features) < no_time_at_all)
      return q.transpose() * node_.free.leftCols(features);
    const Index at_once = static_cast<Index>(no_time_at_all / of_one) + 1;
    Matrix y(q.cols(), features);
    for (Index i = 0; i < features; i += at_once) {
      if (out_of_time()) return std::nullopt;
      const Index some = std::min(at_once, features - i);
      y.middleCols(i, some).noalias() = q.transpose() * node_.free.middleCols(i, some);
    }
    return y;
  }

  /// False if there is no time for all features.
  bool settle_nu(const Matrix& y, const Vector& x, double least, int most_steps,
                 std::vector<Secular>& roots) {
    constexpr std::size_t features_at_once = 4096;  // between two looks at the clock
    double low = least;
    double high = std::numeric_limits<double>::infinity();
    for (int step = 0;; ++step) {
      double sum = 0.0;
      for (std::size_t i = 0; i < roots.size(); ++i) {
        if (i % features_at_once == features_at_once - 1 && out_of_time()) return false;
        const auto feature = static_cast<Index>(i);
        roots[i] = solve_secular(y.col(feature), x, point_.nu, sigma_(feature));
        sigma_(feature) = roots[i].sigma;
        sum += roots[i].z;
      }
      if (step >= most_steps || std::abs(sum - node_.remaining) < settings_.nu_accuracy * node_.remaining)
        return true;
      if (out_of_time()) return true;
      (sum > node_.remaining ? low : high) = point_.nu;
      double next =
          point_.nu * std::pow(std::max(sum / node_.remaining, settings_.least_ratio), settings_.nu_power);
      if (next <= low || next >= high)
        next =
            std::isfinite(high) ? std::sqrt(std::max(low, settings_.least_bracket * high) * high) : 2.0 * low;
      if (!(next > least)) return true;
      point_.nu = next;
    }
  }

  /// Makes the point feasible whatever the secular solver did, by raising nu to what these q_i need (3.3). Its estimate is infinite if there
  /// is no time for it.
  SampleDual dual_point(const Matrix& q, const std::vector<Index>& feature) const {
    SampleDual dual;
    if (!q.allFinite()) {
      dual.estimate = std::numeric_limits<double>::infinity();
      return dual;
    }
    Index next = 0;  // the first feature without a q
    for (Index column = 0; column < q.cols(); ++column) {
      const Index i = feature[static_cast<std::size_t>(column)];
      dual.nu = std::max(dual.nu, least_nu(node_.free.col(i), q.col(column)));
      if (next < i) dual.nu = std::max(dual.nu, least_nu(node_.free.col(next), Vector::Zero(q.rows())));
      next = i + 1;
    }
    if (next < node_.squares.size())
      dual.nu = std::max(dual.nu, least_nu(node_.free.col(next), Vector::Zero(q.rows())));
    const std::optional<Matrix> sum = linalg::gram_of_rows(q, limits_.out_of_time);
    const bool is_zero = q.cols() == 0 && node_.included == 0;
    std::optional<Vector> values;
    if (sum) {
      dual.g = *sum + node_.included_sum;
      dual.g_error = gram_error(dual.g, q, node_.included);
      values =
          is_zero ? std::optional(Vector(Vector::Zero(1))) : linalg::eigenvalues(dual.g, limits_.out_of_time);
    }
    dual.estimate =
        values ? (*values)(0) + node_.remaining * dual.nu : std::numeric_limits<double>::infinity();
    return dual;
  }

  /// Tries q = c, nu = 0, the spectral bound: the ascent may end above it.
  [[nodiscard]] SampleDual spectral() const {
    SampleDual dual;
    dual.g = node_.free_sum + node_.included_sum;
    dual.g_error = gram_error(dual.g, node_.free, node_.included);
    dual.estimate = linalg::leading_eigenpair(dual.g, limits_.out_of_time).value;
    return dual;
  }

  /// Tries q = 0: nu is the largest |c_i|^2.
  [[nodiscard]] SampleStep without_vectors() const {
    SampleStep result{{}, Matrix(node_.free.rows(), 0), {}};
    result.dual = dual_point(result.q, result.feature);
    return result;
  }

  /// Weighted by the step. W = UU' with U = (sqrt(1 - share) q_mean, sqrt(share) q): then Wp = Uz for z = (nu
  /// I + U'U)^-1 U'c, and p'Wp = z'z.
  void average(const SampleStep& step, double weight) {
    const Index known = mean_.cols();  // features are in the order of their length, so few have ever had a q
    const Index seen = step.feature.empty() ? 0 : step.feature.back() + 1;
    if (seen > known) {
      mean_.conservativeResize(step.q.rows(), seen);
      mean_.rightCols(seen - known).setZero();
    }
    total_weight_ += weight;
    const double share = weight / total_weight_;
    mean_nu_ += share * (step.dual.nu - mean_nu_);
    std::size_t next = 0;
    for (Index i = 0; i < mean_.cols(); ++i) {
      const bool has_q = next < step.feature.size() && step.feature[next] == i;
      Eigen::Matrix<double, Eigen::Dynamic, 2> u(mean_.rows(), 2);
      u.col(0) = std::sqrt(1.0 - share) * mean_.col(i);
      u.col(1).setZero();
      if (has_q) u.col(1) = std::sqrt(share) * step.q.col(static_cast<Index>(next++));
      if (!has_q && mean_.col(i).isZero(0.0)) continue;
      Eigen::Matrix2d gram = u.transpose() * u;
      gram.diagonal().array() += mean_nu_;
      const Eigen::Vector2d right = u.transpose() * node_.free.col(i);
      const Eigen::Vector2d z(gram(1, 1) * right(0) - gram(0, 1) * right(1),  // its length does not matter
                              gram(0, 0) * right(1) - gram(0, 1) * right(0));
      const double length = z.norm();
      mean_.col(i) = std::isfinite(length) && length > 0.0 ? Vector(u * (z / length)) : Vector(u.col(1));
    }
  }

  [[nodiscard]] SampleStep averaged() const {
    SampleStep result;
    for (Index i = 0; i < mean_.cols(); ++i) {
      if (!mean_.col(i).isZero(0.0)) result.feature.push_back(i);
    }
    result.q = mean_(Eigen::all, result.feature);
    result.dual = dual_point(result.q, result.feature);
    return result;
  }

  const SampleNode& node_;
  const AscentLimits& limits_;
  const AscentSettings& settings_;
  SamplePoint point_;
  Matrix log_x_;
  Vector sigma_;
  double primal_ = 0.0;  // h at the last X, as far as nu is settled
  Matrix mean_ =
      Matrix(node_.free.rows(), 0);  // of the q_i so far, condensed: none yet, but as long as they are
  double mean_nu_ = 0.0;
  double total_weight_ = 0.0;
  AscentResult result_;
};

}  // namespace

double least_nu(const Eigen::Ref<const Vector>& c, const Eigen::Ref<const Vector>& q) {
  // cc' - qq' = (de' + ed')/2 has the eigenvalues (d'e +- |d||e|)/2. Each of the roundings is relative to
  // |d||e|. Both lengths are taken before they are multiplied: the squares of short vectors underflow.
  const Vector d = c - q;
  const Vector e = c + q;
  const double product = d.stableNorm() * e.stableNorm();
  // Twice as much again covers features that were only ranked, by their rounded squares, behind this one.
  const double error = 4.0 * numerics::gamma(static_cast<double>(c.size()) + 8.0) * product + 0x1p-1000;
  return numerics::up(std::max(0.0, 0.5 * (d.dot(e) + product)) + error);
}

SamplePoint cold_start(const SampleNode& node, const std::function<bool()>& out_of_time,
                       const AscentSettings& settings) {
  const Index m = node.included_sum.rows();
  SamplePoint start{Matrix::Zero(m, m), 0.0};
  const Matrix g = node.free_sum + node.included_sum;
  const Vector leading = linalg::leading_eigenpair(g, out_of_time).vector;
  start.log_x = settings.start_weight * leading * leading.transpose();
  const Index kth = std::min<Index>(node.squares.size() - 1, static_cast<Index>(node.remaining));
  constexpr double positive = 1e-12;  // where the k-th longest is zero
  start.nu = settings.start_nu * std::max(node.squares(kth), positive * node.squares(0));
  return start;
}

AscentResult ascend(const SampleNode& node, SamplePoint start, const AscentLimits& limits,
                    const AscentSettings& settings) {
  return Ascent(node, std::move(start), limits, settings).run();
}

}  // namespace spica::bounds
