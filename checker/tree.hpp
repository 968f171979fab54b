#pragma once

// A tree over supports, checked as it is read: its leaves cover every support of at most k features, and none is
// worth more than tau.

#include <algorithm>

#include "checker/leaves.hpp"
#include "checker/walk.hpp"

namespace spica_check {

/// Which supports a tree is about.
struct Supports {
  std::size_t k = 0;
  Features features;         ///< that they may have
  Features included;         ///< that all of them have; among the others
  bool nonnegative = false;  ///< no entry of x is negative
  const GroupLimits& limits;
};

template <class N>
class Tree {
 public:
  /// Of supports that are worth their eigenvalue less the prices of their features.
  Tree(Tokens& tokens, const Problem<N>& problem, Supports supports, double tau, Prices prices = {})
      : tokens_(tokens),
        n_(problem.features()),
        k_(supports.k),
        nonnegative_(supports.nonnegative),
        limits_(supports.limits),
        leaves_(tokens, problem, std::move(supports.features), supports.k, limits_, tau, std::move(prices)),
        here_(n_, supports.included) {}

  /// A point that comes before the tree has the first number.
  void add(PairsPoint point) { pairs_.push_back(std::move(point)); }

  /// The tree is about supports of exactly k features, and these are not among them.
  void set_listed(List<Features> listed) {
    listed_ = std::move(listed);
    exactly_ = true;
  }

  /// What stands in for the matrix, if something does; then all records.
  void check_with_model() {
    const bool grouped = tokens_.accept("groups");
    // Of sets that may be mirrored into each other one may be on the list and the other not.
    if (grouped && exactly_) tokens_.reject("alternatives with features that change places");
    if (grouped) leaves_.take_groups(nonnegative_);
    if (tokens_.accept("factor")) {
      leaves_.take_factor();
    } else if (!grouped && tokens_.accept("directions")) {  // a box does not let features change places
      Box box = leaves_.take_directions();
      tokens_.expect("side");
      box.lower[tokens_.index(leaves_.directions())] = 0.0;  // x and -x are alike
      here_.begin(std::move(box));
    }
    check();
  }

  void check() {
    while (step()) continue;
  }

  [[nodiscard]] std::size_t leaves() const { return closed_; }
  [[nodiscard]] std::size_t points() const { return pairs_.size() + samples_.size() + boxes_.size(); }

 private:
  /// One record. False when it closes the last leaf.
  bool step() {
    const std::string_view word = tokens_.word();
    if (word == "dual") {
      pairs_.emplace_back(tokens_, n_, nonnegative_);
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
      ++closed_;
      return here_.next();
    } else {
      tokens_.reject("unknown record \"" + std::string(word.substr(0, 40)) + "\"");
    }
    return true;
  }

  template <class Point>
  Point& named(List<Point>& points) {
    return points[tokens_.index(points.size())];
  }

  std::size_t require_free(std::size_t feature) const {
    if (!leaves_.has(feature) || here_.mark(feature) != Mark::free)
      tokens_.reject("feature " + std::to_string(feature) + " is not free here");
    return feature;
  }

  /// `branch f` or `branch f alike N g...`: with f, then without f and all that are like it.
  void branch() {
    const std::size_t feature = require_free(tokens_.index(n_));
    Features without;
    if (tokens_.accept("alike")) without = tokens_.features(n_);
    for (const std::size_t other : without) {
      if (!leaves_.alike(feature, require_free(other)))
        tokens_.reject("feature " + std::to_string(other) + " is not like the one branched on");
    }
    without.push_back(feature);
    here_.branch(feature, without);
  }

  /// `cut j at`: g_j up to there, then from there on.
  void cut() {
    const std::size_t direction = tokens_.index(leaves_.directions());
    here_.cut(direction, tokens_.number());
  }

  /// By `pairs P` or `sample P`: what the node would be with the feature in that state is ruled out.
  void rule_out_alone(const Features& features, Mark mark, std::string_view how) {
    const bool by_pairs = how == "pairs";
    if (!by_pairs && how != "sample") tokens_.reject("\"pairs\", \"sample\" or \"group\" expected");
    const std::size_t p = tokens_.index(by_pairs ? pairs_.size() : samples_.size());
    for (const std::size_t feature : features) {
      const Node then = node(feature, mark);
      const bool proven = by_pairs ? leaves_.pairs(then, pairs_[p]) : leaves_.sample(then, samples_[p]);
      const char* const supports = mark == Mark::in ? "supports with feature " : "supports without feature ";
      if (!proven) tokens_.reject(supports + std::to_string(feature) + " are not ruled out");
    }
  }

  /// `out N f... pairs P` or `sample P`: each f alone; `out N f... group P level...`: all of them together.
  void rule_out() {
    const Features listed = tokens_.features(n_);
    for (const std::size_t feature : listed) require_free(feature);
    const std::string_view how = tokens_.word();
    if (how == "group") {
      const PairsPoint& point = named(pairs_);
      const bool proven = leaves_.pairs(node(), point, listed, tokens_.numbers(listed.size()));
      if (!proven) tokens_.reject("the group of features is not ruled out");
    } else {
      rule_out_alone(listed, Mark::in, how);
    }
    for (const std::size_t feature : listed) here_.set(feature, Mark::out);
  }

  /// `in f pairs P`: supports without f are ruled out.
  void require_feature() {
    const std::size_t feature = require_free(tokens_.index(n_));
    rule_out_alone({feature}, Mark::out, tokens_.word());
    here_.set(feature, Mark::in);
  }

  /// `mirror j i`: what was shown of i since the last branching holds for j, which is like it.
  void mirror() {
    const std::size_t other = tokens_.index(n_);
    const std::size_t shown = tokens_.index(n_);
    const bool both_free = here_.was_free(other) && here_.was_free(shown);
    if (!both_free || here_.mark(shown) != Mark::out || !leaves_.alike(other, shown))
      tokens_.reject("feature " + std::to_string(other) + " need not be like " + std::to_string(shown));
    if (here_.mark(other) == Mark::in) here_.set_empty();
    here_.set(other, Mark::out);
  }

  [[nodiscard]] Node node() const { return node(n_, Mark::free); }
  /// The node as it would be with this mark of a feature.
  [[nodiscard]] Node node(std::size_t changed, Mark mark) const {
    Meter::spend(10.0 * static_cast<double>(leaves_.features().size()));
    Node result{k_, {}, {}};
    for (const std::size_t feature : leaves_.features()) {
      const Mark own = feature == changed ? mark : here_.mark(feature);
      if (own == Mark::in) result.in.push_back(feature);
      if (own != Mark::out) result.all.push_back(feature);
    }
    if (!limits_.empty()) keep_to_limits(result);
    result.impossible = result.impossible || result.in.size() > k_;
    return result;
  }

  /// Groups that are full have no free features left.
  void keep_to_limits(Node& node) const {
    const GroupLimits::Room room = limits_.room_beside(node.in);
    node.impossible = std::any_of(room.begin(), room.end(), [](std::int64_t left) { return left < 0; });
    std::erase_if(node.all, [&](std::size_t feature) {
      const bool full = limits_.is_grouped(feature) && room[limits_.of(feature)] <= 0;
      return full && place(node.in, feature) == node.in.size();
    });
  }

  void close() {
    const std::string_view how = tokens_.word();
    const Node here = node();
    bool proven = false;
    if (how == "pairs") {
      proven = leaves_.pairs(here, named(pairs_));
    } else if (how == "sample") {
      proven = leaves_.sample(here, named(samples_));
    } else if (how == "box") {
      proven = leaves_.box(here, here_.box(), named(boxes_));
    } else if (how == "spectral") {
      proven = leaves_.spectral(here);
    } else if (how == "cauchy") {
      proven = leaves_.cauchy(here);
    } else if (how == "listed") {
      proven = is_listed(here, tokens_.index(listed_.size()));
    } else if (how == "few") {
      proven = exactly_ && limits_.most_of(here.all) < here.k;
    } else if (how == "empty") {
      proven = here.impossible || here.all.empty() || here_.empty();
    } else {
      tokens_.reject("unknown reason \"" + std::string(how.substr(0, 40)) + "\"");
    }
    if (!proven) tokens_.reject("this leaf is not below the claimed upper bound");
  }

  /// The one support of k features of a node is that of the list.
  [[nodiscard]] bool is_listed(const Node& node, std::size_t number) const {
    Meter::spend(10.0 * static_cast<double>(node.k));
    const Features& support = node.in.size() == node.k ? node.in : node.all;
    return exactly_ && support.size() == node.k && support == listed_[number];
  }

  Tokens& tokens_;
  std::size_t n_;
  std::size_t k_;
  bool nonnegative_;
  const GroupLimits& limits_;
  List<PairsPoint> pairs_;  // points by their numbers
  List<SamplePoint> samples_;
  List<BoxPoint> boxes_;
  Leaves<N> leaves_;
  Walk here_;
  List<Features> listed_;
  bool exactly_ = false;
  std::size_t closed_ = 0;
};

}  // namespace spica_check
