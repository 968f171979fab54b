// A component's proof: a core that all other features may be left out of, groups of features that may change
// places, and a tree over what remains whose leaves cover every support of at most k features. tau is the
// claimed upper bound less k times the error of the entries: |x'Ex| <= max|E_ij| |x|_1^2 <= k max|E_ij|.

#include "checker/proof.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include "checker/core.hpp"
#include "checker/dual_point.hpp"
#include "checker/rounding.hpp"
#include "checker/symmetry.hpp"

namespace spica_check {

namespace {

constexpr std::size_t largest_leaf = 5000;  // features of a matrix that is factorised

enum class State : char { free, in, out };

class Proof {
 public:
  Proof(Tokens& tokens, const Problem& problem, Proven& claim)
      : tokens_(tokens),
        problem_(problem),
        claim_(claim),
        view_(problem),
        state_(problem.features(), State::free),
        changed_at_(problem.features(), 0) {
    tau_ = less(claim.upper, problem.error());
    features_.resize(problem.features());
    std::iota(features_.begin(), features_.end(), std::size_t{0});
  }

  void check() {
    if (tokens_.peek() == "core") take_core();
    if (tokens_.peek() == "groups") take_groups();
    entry_ = trail_.size();
    for (bool open = true; open;) open = step();
    tokens_.expect("end");
    claim_.dual_points = points_.size();
  }

 private:
  /// A branching whose first child is being read, or whose second one is.
  struct Frame {
    std::size_t feature = 0;
    std::vector<std::size_t> alike;
    std::size_t trail = 0;  // where it stood at the branching
    bool second = false;
  };

  [[nodiscard]] double less(double tau, double entry_error) const {
    return less_by(tau, Up(static_cast<double>(claim_.k)) * Up(entry_error));
  }

  void take_core() {
    tokens_.expect("core");
    points_.push_back(std::make_shared<DualPoint>(tokens_, problem_.features()));
    check_core(tokens_, problem_, *points_.back(), claim_.k, tau_);
    features_ = points_.back()->features();
  }

  void take_groups() {
    tokens_.expect("groups");
    const double change = view_.take_groups(tokens_, features_);
    tau_ = less(tau_, change);
  }

  /// One record. False when it closes the last leaf.
  bool step() {
    const std::string_view word = tokens_.word();
    if (word == "dual") {
      points_.push_back(std::make_shared<DualPoint>(tokens_, problem_.features()));
    } else if (word == "out") {
      rule_out();
    } else if (word == "in") {
      require_feature();
    } else if (word == "mirror") {
      mirror();
    } else if (word == "branch") {
      branch();
    } else if (word == "close") {
      close();
      ++claim_.leaves;
      return next_child();
    } else {
      tokens_.reject("unknown record \"" + std::string(word.substr(0, 40)) + "\"");
    }
    return true;
  }

  std::shared_ptr<const DualPoint> read_point() {
    const auto number = tokens_.integer(0, static_cast<std::int64_t>(points_.size()) - 1);
    return points_[static_cast<std::size_t>(number)];
  }

  void set(std::size_t feature, State state) {
    changed_at_[feature] = trail_.size();
    trail_.push_back(feature);
    state_[feature] = state;
  }

  void undo_to(std::size_t length) {
    while (trail_.size() > length) {
      state_[trail_.back()] = State::free;
      trail_.pop_back();
    }
  }

  std::size_t read_free_feature() {
    const auto feature =
        static_cast<std::size_t>(tokens_.integer(0, static_cast<std::int64_t>(problem_.features()) - 1));
    const bool known = std::binary_search(features_.begin(), features_.end(), feature);
    if (!known || state_[feature] != State::free)
      tokens_.reject("feature " + std::to_string(feature) + " is not free here");
    return feature;
  }

  /// `branch f` or `branch f alike N g...`: with f, then without f and all that are like it.
  void branch() {
    Frame frame{read_free_feature(), {}, trail_.size(), false};
    if (tokens_.peek() == "alike") {
      tokens_.word();
      frame.alike = tokens_.features(problem_.features());
      for (const std::size_t other : frame.alike) {
        const bool known = std::binary_search(features_.begin(), features_.end(), other);
        if (!known || state_[other] != State::free || !view_.alike(frame.feature, other))
          tokens_.reject("feature " + std::to_string(other) +
                         " is not free, or not like the one branched on");
      }
    }
    set(frame.feature, State::in);
    frames_.push_back(std::move(frame));
    entry_ = trail_.size();
  }

  /// After a leaf: to the child that is not read yet. False if there is none.
  bool next_child() {
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      undo_to(frame.trail);
      if (!frame.second) {
        frame.second = true;
        set(frame.feature, State::out);
        for (const std::size_t other : frame.alike) {
          if (state_[other] == State::free) set(other, State::out);
        }
        entry_ = trail_.size();
        return true;
      }
      frames_.pop_back();
    }
    return false;
  }

  /// `out N f... pairs P`: each f alone; `out N f... group P level...`: all of them together.
  void rule_out() {
    const std::vector<std::size_t> listed = tokens_.features(problem_.features());
    for (const std::size_t feature : listed) {
      if (!std::binary_search(features_.begin(), features_.end(), feature) || state_[feature] != State::free)
        tokens_.reject("feature " + std::to_string(feature) + " is not free here");
    }
    const std::string_view how = tokens_.word();
    const std::shared_ptr<const DualPoint> point = read_point();
    if (how == "pairs") {
      for (const std::size_t feature : listed) {
        state_[feature] = State::in;
        const bool proven = pairs_close(*point, {}, {});
        state_[feature] = State::free;
        if (!proven)
          tokens_.reject("supports with feature " + std::to_string(feature) + " are not ruled out");
      }
    } else if (how == "group") {
      std::vector<double> levels(listed.size());
      for (double& level : levels) {
        level = tokens_.number();
        if (level != 0.0 && !(level > 0x1p-400 && level < 0x1p400)) tokens_.reject("a level out of range");
      }
      if (!pairs_close(*point, listed, levels)) tokens_.reject("the group of features is not ruled out");
    } else {
      tokens_.reject("\"pairs\" or \"group\" expected");
    }
    for (const std::size_t feature : listed) set(feature, State::out);
  }

  /// `in f pairs P`: supports without f are ruled out.
  void require_feature() {
    const std::size_t feature = read_free_feature();
    tokens_.expect("pairs");
    const std::shared_ptr<const DualPoint> point = read_point();
    state_[feature] = State::out;
    const bool proven = pairs_close(*point, {}, {});
    state_[feature] = State::free;
    if (!proven) tokens_.reject("supports without feature " + std::to_string(feature) + " are not ruled out");
    set(feature, State::in);
  }

  /// `mirror j i`: what was shown of i since the last branching holds for j, which is like it.
  void mirror() {
    const auto n = static_cast<std::int64_t>(problem_.features());
    const auto other = static_cast<std::size_t>(tokens_.integer(0, n - 1));
    const auto shown = static_cast<std::size_t>(tokens_.integer(0, n - 1));
    const auto was_free = [this](std::size_t feature) {
      return std::binary_search(features_.begin(), features_.end(), feature) &&
             (state_[feature] == State::free || changed_at_[feature] >= entry_);
    };
    if (!was_free(other) || !was_free(shown) || state_[shown] != State::out || !view_.alike(other, shown))
      tokens_.reject("what holds for feature " + std::to_string(shown) + " need not hold for feature " +
                     std::to_string(other));
    if (state_[other] == State::free) set(other, State::out);
    if (state_[other] == State::in) contradiction_ = trail_.size();
  }

  [[nodiscard]] std::vector<std::size_t> candidates() const {
    std::vector<std::size_t> result;
    for (const std::size_t feature : features_) {
      if (state_[feature] != State::out) result.push_back(feature);
    }
    return result;
  }

  [[nodiscard]] std::vector<std::size_t> included() const {
    std::vector<std::size_t> result;
    for (const std::size_t feature : features_) {
      if (state_[feature] == State::in) result.push_back(feature);
    }
    return result;
  }

  void close() {
    const std::string_view how = tokens_.word();
    bool proven = false;
    if (how == "pairs") {
      proven = pairs_close(*read_point(), {}, {});
    } else if (how == "spectral") {
      proven = spectral_below(candidates());
    } else if (how == "cauchy") {
      proven = cauchy_below(candidates());
    } else if (how == "single") {
      const std::vector<std::size_t> in = included();
      const std::vector<std::size_t> all = candidates();
      if (in.size() < claim_.k && all.size() > claim_.k) tokens_.reject("more than one support is left here");
      proven = spectral_below(in.size() >= claim_.k ? in : all);
    } else if (how == "diagonal") {
      if (claim_.k != 1) tokens_.reject("the diagonal is enough for k = 1 only");
      const std::vector<std::size_t> all = candidates();
      proven = std::all_of(all.begin(), all.end(), [this](std::size_t i) { return view_(i, i) <= tau_; });
    } else if (how == "empty") {
      proven = included().size() > claim_.k || candidates().empty() || contradiction_ > entry_;
    } else {
      tokens_.reject("unknown reason \"" + std::string(how.substr(0, 40)) + "\"");
    }
    if (!proven) tokens_.reject("this leaf is not below the claimed upper bound");
    contradiction_ = 0;
  }

  [[nodiscard]] bool spectral_below(const std::vector<std::size_t>& features) const {
    require_small(features.size());
    Square b(features.size());
    for (std::size_t p = 0; p < features.size(); ++p) {
      for (std::size_t q = 0; q <= p; ++q) b(p, q) = view_(features[p], features[q]);
    }
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  /// x'Zx <= k sum of Z_ii x_i^2 for Z = RR' and k nonzeros (Cauchy-Schwarz), so M + k Diag(Z) - Z serves.
  [[nodiscard]] bool cauchy_below(const std::vector<std::size_t>& features) const {
    require_small(features.size());
    const std::size_t rank = tokens_.count();
    if (rank > 0 && features.size() > tokens_.room() / rank)
      tokens_.reject("a factor larger than the certificate");
    std::vector<double> r(features.size() * rank);
    for (double& value : r) {
      value = tokens_.number();
      if (std::abs(value) > 0x1p300 || (value != 0.0 && std::abs(value) < 0x1p-400))
        tokens_.reject("a factor out of range");
    }
    const Up relative = gamma(static_cast<double>(rank) + 4.0);
    Up squares;  // of all rows: bounds the roundings of Z in the 2-norm
    Square b(features.size());
    for (std::size_t p = 0; p < features.size(); ++p) {
      for (std::size_t q = 0; q < p; ++q) {
        double z = 0.0;
        for (std::size_t c = 0; c < rank; ++c) z += r[p * rank + c] * r[q * rank + c];
        b(p, q) = view_(features[p], features[q]) - z;
      }
      Up square;
      for (std::size_t c = 0; c < rank; ++c)
        square += Up(std::abs(r[p * rank + c])) * Up(std::abs(r[p * rank + c]));
      squares += square;
      b(p, p) =
          above(view_(features[p], features[p]) + (Up(static_cast<double>(claim_.k - 1)) * square).value());
    }
    return largest_eigenvalue_is_at_most(std::move(b), less_by(tau_, relative * squares));
  }

  static double less_by(double tau, Up slack) {
    return slack.value() == 0.0 ? tau : below(tau - slack.value());
  }

  void require_small(std::size_t features) const {
    if (features > largest_leaf)
      tokens_.reject("a matrix of " + std::to_string(features) + " features; this checker factorises up to " +
                     std::to_string(largest_leaf));
  }

  /// No support of this node is above tau, by the point; of those only that touch `touched`, if that is not
  /// empty.
  [[nodiscard]] bool pairs_close(const DualPoint& point, const std::vector<std::size_t>& touched,
                                 const std::vector<double>& levels) const {
    const std::size_t fixed = included().size();
    if (fixed > claim_.k) return true;
    const std::size_t room = claim_.k - fixed;
    if (room == 0) return touched.empty() ? spectral_below(included()) : true;
    const std::vector<std::size_t> all = candidates();
    const std::size_t n = all.size();
    require_small(n);
    const std::vector<std::size_t> at = point.positions(all, tokens_);
    std::vector<double> level(n, 0.0);
    std::vector<char> flagged(n, 0);
    for (std::size_t t = 0; t < touched.size(); ++t) {
      const auto p =
          static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), touched[t]) - all.begin());
      flagged[p] = 1;
      level[p] = levels[t];
    }
    const auto in = [&](std::size_t p) { return state_[all[p]] == State::in; };
    // A flagged feature may pay `level` for one that is not, and be paid the less for it.
    const auto paid = [&](std::size_t p, std::size_t q) {
      const double plain = point.a(at[p], at[q]);
      if (flagged[p] == flagged[q]) return plain;
      const std::size_t f = flagged[p] != 0 ? p : q;
      if (!(level[f] > point.a(at[f], at[f == p ? q : p]))) return plain;
      if (f == p) return level[p];
      const Up weight = std::abs(point.w(at[p], at[q]));
      return std::min(plain, (weight * weight / level[q]).value());
    };
    Square b(n);
    std::vector<double> terms;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q < p; ++q)
        b(p, q) = view_(all[p], all[q]) - (in(p) && in(q) ? 0.0 : point.w(at[p], at[q]));
      Up certain;            // partners that are in
      double dearest = 0.0;  // of the flagged ones, which one must be among the partners
      terms.clear();
      for (std::size_t q = 0; q < n; ++q) {
        if (q == p || (in(p) && in(q))) continue;
        const double value = paid(p, q);
        if (in(q)) {
          certain += value;
        } else if (!touched.empty() && flagged[p] == 0 && flagged[q] != 0) {
          terms.push_back(std::min(value, dearest));
          dearest = std::max(dearest, value);
        } else {
          terms.push_back(value);
        }
      }
      std::size_t partners = in(p) ? room : room - 1;
      if (partners > 0 && dearest > 0.0) --partners;
      const double others = sum_of_largest(terms, partners);
      b(p, p) = above(view_(all[p], all[p]) + (certain + (Up(dearest) + Up(others))).value());
    }
    return largest_eigenvalue_is_at_most(std::move(b), tau_);
  }

  Tokens& tokens_;
  const Problem& problem_;
  Proven& claim_;
  View view_;
  double tau_ = 0.0;
  std::vector<std::size_t> features_;  // of the tree, ascending
  std::vector<State> state_;
  std::vector<std::size_t> trail_;       // features that are not free, in the order of their decisions
  std::vector<std::size_t> changed_at_;  // where in the trail
  std::size_t entry_ = 0;                // length of the trail where the current node began
  std::size_t contradiction_ = 0;        // length of the trail where a feature was both in and out, or 0
  std::vector<Frame> frames_;
  std::vector<std::shared_ptr<const DualPoint>> points_;
};

}  // namespace

Proven check_component(Tokens& tokens, const Problem& problem) {
  Proven claim;
  tokens.expect("component");
  tokens.expect("k");
  claim.k = static_cast<std::size_t>(tokens.integer(1, static_cast<std::int64_t>(problem.features())));
  tokens.expect("x");
  claim.x.support = tokens.features(problem.features());
  if (claim.x.support.empty() || claim.x.support.size() > std::min(claim.k, largest_leaf))
    tokens.reject("x has no entries, or more than k");
  for (std::size_t i = 0; i < claim.x.support.size(); ++i) {
    claim.x.values.push_back(tokens.number());
    const double size = std::abs(claim.x.values.back());
    if (!(size < 0x1p100)) tokens.reject("an entry of x is out of range");
  }
  if (std::none_of(claim.x.values.begin(), claim.x.values.end(),
                   [](double v) { return std::abs(v) > 0x1p-100; }))
    tokens.reject("x is zero");
  claim.lower = problem.rayleigh_below(claim.x);
  tokens.expect("upper");
  claim.upper = tokens.number();
  Proof(tokens, problem, claim).check();
  return claim;
}

}  // namespace spica_check
