// A component's proof: a core that all other features may be left out of, and a tree over what remains whose
// leaves cover every support of at most k features.

#include "checker/proof.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "checker/core.hpp"
#include "checker/leaves.hpp"

namespace spica_check {

namespace {

enum class State : char { free, in, out };

template <class N>
class Proof {
 public:
  Proof(Tokens& tokens, const Problem<N>& problem, Proven& claim)
      : tokens_(tokens),
        n_(problem.features()),
        claim_(claim),
        leaves_(take_core(problem)),
        state_(n_, State::free),
        changed_at_(n_, 0) {}

  void check() {
    const bool grouped = accept("groups");
    if (grouped) leaves_.take_groups(tokens_);
    if (accept("factor")) {
      leaves_.take_factor(tokens_);
    } else if (!grouped && accept("directions")) {  // a box does not let features change places
      box_ = leaves_.take_directions(tokens_);
      if (accept("side")) box_.lower[tokens_.index(leaves_.directions())] = 0.0;  // x and -x are alike
    }
    while (step()) {
    }
    tokens_.expect("end");
    claim_.dual_points = pairs_.size() + samples_.size() + boxes_.size();
  }

 private:
  /// A branching whose first child is being read, or whose second one is.
  struct Frame {
    std::size_t feature = 0;  // or direction
    std::vector<std::size_t> alike = {};
    std::size_t trail = 0;  // where it stood at the branching
    bool second = false;
    bool cut = false;
    double at = 0.0;
    double lower = 0.0;  // of the box before
    double upper = 0.0;
  };

  bool accept(std::string_view word) { return tokens_.peek() == word && (tokens_.word(), true); }

  /// The features that are left for the tree.
  Leaves<N> take_core(const Problem<N>& problem) {
    std::vector<std::size_t> features(n_);
    std::iota(features.begin(), features.end(), std::size_t{0});
    if (accept("core")) {
      pairs_.emplace_back(tokens_, n_);
      Leaves<N>::require_small(pairs_.back().features().size(), tokens_);
      check_core(tokens_, problem, pairs_.back(), claim_.k, claim_.upper);
      features = pairs_.back().features();
    }
    return {problem, std::move(features), claim_.k, claim_.upper};
  }

  /// One record. False when it closes the last leaf.
  bool step() {
    const std::string_view word = tokens_.word();
    if (word == "dual") {
      pairs_.emplace_back(tokens_, n_);
    } else if (word == "sample") {
      samples_.emplace_back(tokens_, n_, leaves_.factor_rows());
    } else if (word == "box") {
      boxes_.emplace_back(tokens_, leaves_.directions(), leaves_.features().size());
    } else if (word == "out") {
      rule_out();
    } else if (word == "in") {
      require_feature();
    } else if (word == "mirror") {
      mirror();
    } else if (word == "branch") {
      branch();
    } else if (word == "cut") {
      cut();
    } else if (word == "close") {
      close();
      ++claim_.leaves;
      return next_child();
    } else {
      tokens_.reject("unknown record \"" + std::string(word.substr(0, 40)) + "\"");
    }
    return true;
  }

  template <class Point>
  Point& named(std::vector<Point>& points) {
    return points[tokens_.index(points.size())];
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

  void require_free(std::size_t feature) const {
    if (!leaves_.has(feature) || state_[feature] != State::free)
      tokens_.reject("feature " + std::to_string(feature) + " is not free here");
  }

  /// `branch f` or `branch f alike N g...`: with f, then without f and all that are like it.
  void branch() {
    Frame frame{tokens_.index(n_), {}, trail_.size()};
    require_free(frame.feature);
    if (accept("alike")) frame.alike = tokens_.features(n_);
    for (const std::size_t other : frame.alike) {
      require_free(other);
      if (!leaves_.alike(frame.feature, other))
        tokens_.reject("feature " + std::to_string(other) + " is not like the one branched on");
    }
    set(frame.feature, State::in);
    frames_.push_back(std::move(frame));
    entry_ = trail_.size();
  }

  /// `cut j at`: g_j up to there, then from there on.
  void cut() {
    Frame frame{tokens_.index(leaves_.directions()), {}, trail_.size()};
    frame.cut = true;
    frame.at = tokens_.number();
    frame.lower = box_.lower[frame.feature];
    frame.upper = box_.upper[frame.feature];
    box_.upper[frame.feature] = std::min(frame.upper, frame.at);
    frames_.push_back(std::move(frame));
    entry_ = trail_.size();
  }

  /// After a leaf: to the child that is not read yet. False if there is none.
  bool next_child() {
    for (; !frames_.empty(); frames_.pop_back()) {
      Frame& frame = frames_.back();
      undo_to(frame.trail);
      if (frame.cut) {
        box_.lower[frame.feature] = frame.second ? frame.lower : std::max(frame.lower, frame.at);
        box_.upper[frame.feature] = frame.upper;
      }
      if (frame.second) continue;
      frame.second = true;
      if (!frame.cut) set(frame.feature, State::out);
      for (const std::size_t other : frame.alike) {
        if (state_[other] == State::free) set(other, State::out);
      }
      entry_ = trail_.size();
      return true;
    }
    return false;
  }

  /// By `pairs P` or `sample P`: what the node would be with the feature in that state is ruled out.
  void rule_out_alone(const std::vector<std::size_t>& features, State state, std::string_view how) {
    const bool by_pairs = how == "pairs";
    if (!by_pairs && how != "sample") tokens_.reject("\"pairs\", \"sample\" or \"group\" expected");
    const std::size_t point = tokens_.index(by_pairs ? pairs_.size() : samples_.size());
    for (const std::size_t feature : features) {
      state_[feature] = state;
      const bool proven = by_pairs ? leaves_.pairs(node(), pairs_[point], {}, {}, tokens_)
                                   : leaves_.sample(node(), samples_[point], tokens_);
      state_[feature] = State::free;
      if (!proven)
        tokens_.reject(std::string("supports ") + (state == State::in ? "with" : "without") + " feature " +
                       std::to_string(feature) + " are not ruled out");
    }
  }

  /// `out N f... pairs P` or `sample P`: each f alone; `out N f... group P level...`: all of them together.
  void rule_out() {
    const std::vector<std::size_t> listed = tokens_.features(n_);
    for (const std::size_t feature : listed) require_free(feature);
    const std::string_view how = tokens_.word();
    if (how == "group") {
      const PairsPoint& point = named(pairs_);
      std::vector<double> levels = tokens_.numbers(listed.size(), 1);
      if (!leaves_.pairs(node(), point, listed, levels, tokens_))
        tokens_.reject("the group of features is not ruled out");
    } else {
      rule_out_alone(listed, State::in, how);
    }
    for (const std::size_t feature : listed) set(feature, State::out);
  }

  /// `in f pairs P`: supports without f are ruled out.
  void require_feature() {
    const std::size_t feature = tokens_.index(n_);
    require_free(feature);
    rule_out_alone({feature}, State::out, tokens_.word());
    set(feature, State::in);
  }

  /// `mirror j i`: what was shown of i since the last branching holds for j, which is like it.
  void mirror() {
    const std::size_t other = tokens_.index(n_);
    const std::size_t shown = tokens_.index(n_);
    const auto was_free = [this](std::size_t f) {
      return leaves_.has(f) && (state_[f] == State::free || changed_at_[f] >= entry_);
    };
    if (!was_free(other) || !was_free(shown) || state_[shown] != State::out || !leaves_.alike(other, shown))
      tokens_.reject("what holds for feature " + std::to_string(shown) + " need not hold for feature " +
                     std::to_string(other));
    if (state_[other] == State::free) set(other, State::out);
    if (state_[other] == State::in) contradiction_ = trail_.size();
  }

  [[nodiscard]] Node node() const {
    Node result{claim_.k, {}, {}};
    for (const std::size_t feature : leaves_.features()) {
      if (state_[feature] == State::in) result.in.push_back(feature);
      if (state_[feature] != State::out) result.all.push_back(feature);
    }
    return result;
  }

  void close() {
    const std::string_view how = tokens_.word();
    const Node here = node();
    bool proven = false;
    if (how == "pairs") {
      proven = leaves_.pairs(here, named(pairs_), {}, {}, tokens_);
    } else if (how == "sample") {
      proven = leaves_.sample(here, named(samples_), tokens_);
    } else if (how == "box") {
      proven = leaves_.box(here, box_, named(boxes_));
    } else if (how == "spectral") {
      proven = leaves_.spectral(here, tokens_);
    } else if (how == "cauchy") {
      const std::size_t rank = tokens_.count();
      Leaves<N>::require_small(here.all.size(), tokens_);
      proven = leaves_.cauchy(here, tokens_.numbers(here.all.size(), rank), rank);
    } else if (how == "empty") {
      proven = here.in.size() > here.k || here.all.empty() || contradiction_ > entry_;
    } else {
      tokens_.reject("unknown reason \"" + std::string(how.substr(0, 40)) + "\"");
    }
    if (!proven) tokens_.reject("this leaf is not below the claimed upper bound");
    contradiction_ = 0;
  }

  Tokens& tokens_;
  std::size_t n_;
  Proven& claim_;
  std::vector<PairsPoint> pairs_;  // points by their numbers
  std::vector<SamplePoint> samples_;
  std::vector<BoxPoint> boxes_;
  Leaves<N> leaves_;
  Box box_;
  std::vector<State> state_;
  std::vector<std::size_t> trail_;       // features that are not free, in the order of their decisions
  std::vector<std::size_t> changed_at_;  // where in the trail
  std::size_t entry_ = 0;                // length of the trail where the current node began
  std::size_t contradiction_ = 0;        // length of the trail where a feature was both in and out, or 0
  std::vector<Frame> frames_;
};

}  // namespace

template <class N>
Proven check_component(Tokens& tokens, const Problem<N>& problem) {
  Proven claim;
  tokens.expect("component");
  tokens.expect("k");
  claim.k = static_cast<std::size_t>(tokens.integer(1, static_cast<std::int64_t>(problem.features())));
  tokens.expect("x");
  claim.x.support = tokens.features(problem.features());
  if (claim.x.support.empty() || claim.x.support.size() > claim.k)
    tokens.reject("x has no entries, or more than k");
  claim.x.values = tokens.numbers(claim.x.support.size(), 1);
  const auto sensible = [](double value) { return std::abs(value) > 0x1p-100 && std::abs(value) < 0x1p100; };
  if (!std::all_of(claim.x.values.begin(), claim.x.values.end(),
                   [&](double v) { return v == 0.0 || sensible(v); }) ||
      std::none_of(claim.x.values.begin(), claim.x.values.end(), sensible))
    tokens.reject("x is zero, or an entry of it is out of range");
  claim.lower = problem.rayleigh_below(claim.x);
  tokens.expect("upper");
  claim.upper = tokens.number();
  Proof<N>(tokens, problem, claim).check();
  return claim;
}

template Proven check_component(Tokens& tokens, const Problem<Ball>& problem);
template Proven check_component(Tokens& tokens, const Problem<Exact>& problem);

}  // namespace spica_check
