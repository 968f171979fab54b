#include "bounds/pairs/screen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bounds/pairs/row_payments.hpp"
#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds::pairs {

namespace {

/// How a feature was ruled out.
enum : char { in_group = 1, alone = 2 };

class Screen {
 public:
  explicit Screen(const ScreenTask& task)
      : t_(task),
        n_(task.shape.size()),
        rows_(task.dual, task.shape),
        base_(assemble(task.a, task.dual, task.shape)),
        own_(task.a.diagonal()) {
    if (t_.shape.has_prices()) own_ -= t_.shape.conditions.prices;
    for (Index i = 0; i < n_; ++i) {
      if (!t_.shape.is_in(i)) free_.push_back(i);
    }
    if (weigh_rows()) estimate_gains();
  }

  Screened run() {
    std::vector<char> out(static_cast<std::size_t>(n_), 0);
    Screened result;
    if (gain_in_.size() == 0) return result;
    if (n_ > t_.groups_above) choose_group(result);
    for (const Index i : result.group) out[static_cast<std::size_t>(i)] = in_group;
    if (n_ <= t_.probes_up_to) probe_in(out);
    for (Index i = 0; i < n_; ++i) {
      if (out[static_cast<std::size_t>(i)] == in_group) continue;
      if (out[static_cast<std::size_t>(i)] != 0) {
        result.out.push_back(i);
      } else if (!t_.shape.is_in(i) && promising(gain_out_(i)) && n_ <= t_.probes_up_to &&
                 without_is_below(i)) {
        result.in.push_back(i);
      }
    }
    return result;
  }

 private:
  [[nodiscard]] bool below(const Matrix& b) const {
    return verify::lam_max_below(b, numerics::up(t_.error + rounding_error(b)), t_.tau, t_.out_of_time);
  }
  [[nodiscard]] bool no_time() const { return t_.out_of_time && t_.out_of_time(); }
  /// Worth a test, by first order.
  [[nodiscard]] bool promising(double gain, double share = 0.5) const {
    return t_.upper - gain < t_.tau + share * (t_.upper - t_.tau);
  }

  /// Row i's share in the leading eigenvectors: what a gain in h_i is worth. False if there is no time for it.
  bool weigh_rows() {
    const std::optional<linalg::Eigenpairs> found =
        linalg::leading_eigenpairs(base_, std::min(n_, t_.leading_vectors), t_.out_of_time);
    if (!found) return false;
    const linalg::Eigenpairs& leading = *found;
    const double width =
        std::max(1e-4 * std::abs(t_.tau), 0.3 * (t_.upper - t_.tau) + 1e-4 * std::abs(t_.tau));
    row_weight_ = Vector::Zero(n_);
    double total = 0.0;
    for (Index c = 0; c < leading.values.size(); ++c) {
      const double share = std::exp(-(leading.values(0) - leading.values(c)) / width);
      total += share;
      row_weight_ += share * leading.vectors.col(c).cwiseAbs2();
    }
    row_weight_ /= total;
    return true;
  }

  /// To first order, how much the bound falls with i forced in or out.
  void estimate_gains() {
    gain_in_ = Vector::Zero(n_);
    gain_out_ = Vector::Zero(n_);
    for (Index j = 0; j < n_; ++j) {
      for (const Index i : free_) {
        const double least = rows_.least(j, i);
        if (i == j || !std::isfinite(least)) continue;
        const double a = rows_.of(j, i);
        (a < least ? gain_in_ : gain_out_)(i) +=
            row_weight_(j) * (a < least ? least - a : a - rows_.next(j, i));
      }
    }
  }

  /// The largest group among a few orders, each by bisection on its size.
  void choose_group(Screened& result) const {
    Support best;
    Vector best_level;
    for (const double share : {0.0, 0.8, 0.6}) {
      Vector level = Vector::Zero(n_);  // c_i of the rebalancing
      if (share > 0.0) {
        const double others = static_cast<double>(t_.shape.k - 1);
        level = ((share * t_.tau - own_.array()) / others).max(0.0);
      }
      const Support order = by_rebalanced_gain(level);
      std::size_t low = best.size() + 1;  // most often not even one more is
      std::size_t high = order.size() - 1;
      if (low > high || !group_is_below(order, low, level)) continue;
      while (low < high && !no_time()) {
        const std::size_t middle = (low + high + 1) / 2;
        if (group_is_below(order, middle, level)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      if (low > best.size()) {
        best.assign(order.begin(), order.begin() + static_cast<Index>(low));
        best_level = level;
      }
    }
    std::sort(best.begin(), best.end());
    for (const Index i : best) result.levels.push_back(best_level(i));
    result.group = std::move(best);
  }

  [[nodiscard]] Support by_rebalanced_gain(const Vector& level) const {
    Vector gain = Vector::Zero(n_);
    for (const Index i : free_) {
      for (Index j = 0; j < n_; ++j) {
        const double least = rows_.least(j, i);
        if (j == i || !std::isfinite(least)) continue;
        double a_ji = t_.dual.a(i, j);
        if (level(i) > t_.dual.a(j, i)) a_ji = std::min(a_ji, square(t_.dual.w(i, j)) / level(i));
        gain(i) += row_weight_(j) * (least - (a_ji - t_.shape.price(i)));
      }
    }
    Support order = free_;
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return gain(i) > gain(j); });
    return order;
  }

  [[nodiscard]] bool group_is_below(const Support& order, std::size_t count, const Vector& level) const {
    std::vector<char> touching(static_cast<std::size_t>(n_), 0);
    for (std::size_t q = 0; q < count; ++q) touching[static_cast<std::size_t>(order[q])] = 1;
    if (level.isZero(0.0)) {
      Matrix b = base_;
      assemble_diagonal(t_.a, t_.dual, t_.shape, b, &touching);
      return below(b);
    }
    Dual dual = t_.dual;
    for (std::size_t q = 0; q < count; ++q) {
      const Index i = order[q];
      for (Index j = 0; j < n_; ++j) {
        if (touching[static_cast<std::size_t>(j)] != 0 || !(level(i) > dual.a(j, i))) continue;
        constexpr double safety = 1.0 + 0x1p-47;
        dual.a(i, j) = std::min(dual.a(i, j), safety * square(dual.w(i, j)) / level(i));
        dual.a(j, i) = level(i);
      }
    }
    return below(assemble(t_.a, dual, t_.shape, &touching));
  }

  void probe_in(std::vector<char>& out) const {
    Support order = free_;
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return gain_in_(i) > gain_in_(j); });
    const double share = n_ > 100 ? 0.5 : 0.8;
    for (const Index i : order) {
      char& flag = out[static_cast<std::size_t>(i)];
      if (flag != 0) continue;
      if (!promising(gain_in_(i), share)) break;
      flag = below(with(i)) ? alone : 0;
    }
  }

  /// The matrix of the bound with i forced in.
  [[nodiscard]] Matrix with(Index i) const { return base_with(rows_.with(i)); }

  [[nodiscard]] bool without_is_below(Index i) const {
    Matrix b = base_with(rows_.without(i));
    b.col(i).setZero();
    b.row(i).setZero();
    b(i, i) = b.diagonal().minCoeff();  // no more than the others have
    return below(b);
  }

  /// The matrix of the bound where the rows pay `payments`.
  [[nodiscard]] Matrix base_with(const Vector& payments) const {
    Matrix b = base_;
    for (Index j = 0; j < n_; ++j) b(j, j) = numerics::up(numerics::up(own_(j)) + payments(j));
    return b;
  }

  static double square(double x) { return x * x; }

  const ScreenTask& t_;
  Index n_;
  RowPayments rows_;
  Matrix base_;  // of the bound
  Vector own_;   // A_ii less prices
  Support free_;
  Vector row_weight_;
  Vector gain_in_;
  Vector gain_out_;
};

}  // namespace

Screened screen(const ScreenTask& task) {
  return Screen(task).run();
}

}  // namespace spica::bounds::pairs
