#include "search/branch_and_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "primal/primal.hpp"
#include "search/closed.hpp"
#include "search/engine.hpp"
#include "search/support/branching.hpp"
#include "search/support/node.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::search {

namespace {

class Search {
 public:
  Search(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent, const Settings& settings)
      : problem_(problem),
        bound_(bound),
        incumbent_(incumbent),
        settings_(settings),
        engine_(settings, [this] {
          return Engine<OpenNode>::Bounds{incumbent_.value(), closed_.upper()};
        }) {}

  Outcome run() {
    consider(nullptr, OpenNode{nullptr, nullptr, nullptr, -1, std::numeric_limits<double>::infinity(), -1});
    engine_.report(false);
    engine_.run([this](const OpenNode& node) { expand(node); });
    return outcome();
  }

 private:
  void expand(const OpenNode& node) {
    if (node.bound <= cutoff()) {
      closed_.add_pruned(node.bound);
      return;
    }
    for (const bool included : {true, false}) {
      consider(
          std::make_shared<Decision>(Decision{node.decisions, node.next_feature, included, node.screened}),
          node);
    }
  }

  /// Bounds a new node, and closes it or queues it.
  void consider(std::shared_ptr<const Decision> decisions, const OpenNode& parent) {
    bounds::Node node = spell_out(decisions.get(), problem_.features(), settings_.k);
    engine_.count_node();
    if (node.is_leaf()) {
      close_leaf(node);
      return;
    }
    const double cut = cutoff();
    bounds::Value value =
        bound_.evaluate(node, {parent.state.get(), cut, [this] { return engine_.out_of_time(); }});
    const double upper = std::min(value.upper, parent.bound);
    if (upper <= cutoff()) {
      closed_.add_pruned(upper);
      return;
    }
    if (!value.screened.empty()) {
      closed_.add_pruned(cut);  // the supports that contain such a feature
      remove_screened(node, value);
      if (node.included.empty() && node.free.empty()) return;  // nothing is left
      if (node.is_leaf()) {
        close_leaf(node);
        return;
      }
    }
    const Index feature = choose_feature(node, value);
    auto screened =
        value.screened.empty() ? nullptr : std::make_shared<const Support>(std::move(value.screened));
    engine_.push({std::move(decisions), std::move(value.state), std::move(screened), feature, upper,
                  parent.order + 1});
  }

  static void remove_screened(bounds::Node& node, bounds::Value& value) {
    Support free;
    std::vector<double> relevance;
    for (std::size_t i = 0; i < node.free.size(); ++i) {
      if (std::binary_search(value.screened.begin(), value.screened.end(), node.free[i])) continue;
      free.push_back(node.free[i]);
      relevance.push_back(value.relevance(static_cast<Index>(i)));
    }
    node.free = std::move(free);
    value.relevance = Eigen::Map<const Vector>(relevance.data(), static_cast<Index>(relevance.size()));
  }

  void close_leaf(const bounds::Node& node) {
    const double upper = bound_.evaluate(node).upper;
    const primal::Candidate candidate = primal::best_on_support(problem_, node.leaf_support());
    SparseVector x = primal::component(candidate);
    const bool better =
        upper > incumbent_.value() && incumbent_.offer(x, verify::rayleigh_lower(problem_, x));
    closed_.add_leaf(std::move(x), upper, incumbent_.value());
    if (better) engine_.report(true);  // after the leaf counts as closed
  }

  [[nodiscard]] double gap_cutoff() const { return gap_limit(incumbent_.value(), settings_.gap); }

  [[nodiscard]] double cutoff() const { return std::max(gap_cutoff(), noise_); }

  Outcome outcome() {
    Outcome result{
        engine_.limit_hit().value_or(Status::optimal), engine_.upper(), engine_.nodes(), engine_.open(), {}};
    if (result.status != Status::optimal) return result;
    const double lower = incumbent_.value();
    const Support best = incumbent_.point().support;
    for (const ClosedNodes::Tie& tie : closed_.ties_above(lower)) {
      if (tie.x.support != best) result.ties.push_back(tie.x);
    }
    if (closed_.pruned_upper() > lower) {
      // Where only rounding is left to tell supports apart, no gap can be promised.
      result.status = result.upper <= gap_cutoff() ? Status::gap_reached : Status::finished;
    }
    return result;
  }

  const Problem& problem_;
  const bounds::Bound& bound_;
  Incumbent& incumbent_;
  const Settings& settings_;
  ClosedNodes closed_;
  Engine<OpenNode> engine_;
  const double noise_ = verify::noise_level(problem_);  // differences below it are rounding, not variance
};

}  // namespace

Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent,
                         const Settings& settings) {
  return Search(problem, bound, incumbent, settings).run();
}

}  // namespace spica::search
