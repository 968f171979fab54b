#include "checker/core.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "checker/rounding.hpp"

namespace spica_check {

namespace {

class Core {
 public:
  Core(Tokens& tokens, const Problem& problem, const DualPoint& point, std::size_t k, double tau)
      : tokens_(tokens),
        problem_(problem),
        point_(point),
        k_(k),
        tau_(tau),
        in_core_(problem.features(), 0),
        weight_(problem.features(), 1.0) {
    tokens.expect("pay");
    for (std::size_t j = 0; j < point.features().size(); ++j) {
      pay_.push_back(read_positive());
      in_core_[point.features()[j]] = 1;
    }
    tokens.expect("weights");
    const std::vector<std::size_t> weighted = tokens.features(problem.features());
    for (const std::size_t i : weighted) weight_[i] = read_positive();
  }

  void check() {
    if (!core_is_below()) tokens_.reject("the core is not below the claimed upper bound");
    order_norms();
    for (std::size_t i = 0; i < problem_.features(); ++i) {
      if (in_core_[i] == 0 && !row_is_below(i))
        tokens_.reject("feature " + std::to_string(i) + " outside of the core is not ruled out");
    }
  }

 private:
  double read_positive() {
    const double value = tokens_.number();
    if (!(value > 0x1p-500 && value < 0x1p500)) tokens_.reject("a positive number expected");
    return value;
  }

  [[nodiscard]] bool core_is_below() const {
    const std::size_t n = pay_.size();
    const std::size_t others = k_ > 2 ? k_ - 2 : 0;
    Square b(n);
    std::vector<double> terms;
    for (std::size_t p = 0; p < n; ++p) {
      const std::size_t feature = point_.features()[p];
      terms.assign(others, pay_[p]);
      for (std::size_t q = 0; q < n; ++q) {
        if (q != p) terms.push_back(point_.a(p, q));
        if (q < p) b(p, q) = problem_.entry(feature, point_.features()[q]) - point_.w(p, q);
      }
      const double own = problem_.entry(feature, feature);
      const double sum = sum_of_largest(terms, others);
      b(p, p) = above(own + (Up(pay_[p]) + Up(sum)).value());
    }
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  /// The k-1 largest norm x weight outside of the core, descending.
  void order_norms() {
    for (std::size_t i = 0; i < problem_.features(); ++i) {
      if (in_core_[i] == 0) largest_.push_back((Up(problem_.norm(i)) * Up(weight_[i])).value());
    }
    std::sort(largest_.begin(), largest_.end(), std::greater<>());
    largest_.resize(std::min(largest_.size(), k_ - 1));
  }

  /// From norms alone, then with the exact entries of the core, then with all of them.
  [[nodiscard]] bool row_is_below(std::size_t i) const {
    const double own = problem_.entry(i, i);
    return sum_is_below(own, core_by_norms(i), outside_by_norms(i)) ||
           sum_is_below(own, core_exactly(i), outside_by_norms(i)) ||
           sum_is_below(own, core_exactly(i), outside_exactly(i));
  }

  [[nodiscard]] bool sum_is_below(double own, std::vector<double> terms,
                                  const std::vector<double>& more) const {
    terms.insert(terms.end(), more.begin(), more.end());
    const double sum = sum_of_largest(terms, k_ - 1);
    return above(own + sum) <= tau_;  // false for infinite sums
  }

  [[nodiscard]] std::vector<double> core_by_norms(std::size_t i) const {
    std::vector<double> terms(pay_.size());
    for (std::size_t q = 0; q < pay_.size(); ++q) {
      const Up most = Up(problem_.norm(i)) * Up(problem_.norm(point_.features()[q]));
      terms[q] = (most * (most / pay_[q])).value();
    }
    return terms;
  }

  [[nodiscard]] std::vector<double> core_exactly(std::size_t i) const {
    std::vector<double> terms(pay_.size());
    for (std::size_t q = 0; q < pay_.size(); ++q)
      terms[q] = std::abs(problem_.entry(i, point_.features()[q]));
    for (std::size_t q = 0; q < pay_.size(); ++q)
      terms[q] = (Up(terms[q]) * (Up(terms[q]) / pay_[q])).value();
    return terms;
  }

  [[nodiscard]] std::vector<double> outside_by_norms(std::size_t i) const {
    std::vector<double> terms = largest_;
    for (double& term : terms) term = (Up(problem_.norm(i)) * (Up(term) / weight_[i])).value();
    return terms;
  }

  [[nodiscard]] std::vector<double> outside_exactly(std::size_t i) const {
    std::vector<double> terms;
    for (std::size_t l = 0; l < problem_.features(); ++l) {
      if (l == i || in_core_[l] != 0) continue;
      const double size = std::abs(problem_.entry(i, l));
      if (size == 0.0) continue;
      terms.push_back((Up(size) * (Up(weight_[l]) / weight_[i])).value());
    }
    return terms;
  }

  Tokens& tokens_;
  const Problem& problem_;
  const DualPoint& point_;
  std::size_t k_;
  double tau_;
  std::vector<double> pay_;
  std::vector<char> in_core_;
  std::vector<double> weight_;
  std::vector<double> largest_;
};

}  // namespace

void check_core(Tokens& tokens, const Problem& problem, const DualPoint& point, std::size_t k, double tau) {
  if (point.features().size() > 5000) tokens.reject("a core of more than 5000 features");
  Core(tokens, problem, point, k, tau).check();
}

}  // namespace spica_check
