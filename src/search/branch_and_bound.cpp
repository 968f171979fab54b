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
        }) {
    closed_.add_pruned(settings.ruled_out);
  }

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
          std::make_shared<Decision>(Decision{node.decisions, node.next_feature, included, node.reduction}),
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
    bounds::Value value = bound_.evaluate(node, hint(parent));
    const double upper = std::min(value.upper, parent.bound);
    if (upper <= cutoff()) {
      closed_.add_pruned(upper);
      return;
    }
    std::shared_ptr<const Reduction> reduction;
    if (!value.screened.empty() || !value.required.empty()) {
      closed_.add_pruned(value.screened_at);  // the supports that the reduction rules out
      reduction = reduce(node, value);
      if (node.included.empty() && node.free.empty()) return;  // nothing is left
      if (static_cast<Index>(node.included.size()) > settings_.k) return;
      if (node.is_leaf()) {
        close_leaf(node);
        return;
      }
    }
    const Index feature = choose_feature(node, value);
    engine_.push({std::move(decisions), std::move(value.state), std::move(reduction), feature, upper,
                  parent.order + 1});
  }

  [[nodiscard]] bounds::Hint hint(const OpenNode& parent) {
    return {parent.state.get(), cutoff(), [this] { return engine_.out_of_time(); },
            [this](Support support) { return try_support(std::move(support)); }};
  }

  /// A support that a bound points at, improved by alternation.
  double try_support(Support support) {
    const primal::Task task{problem_, settings_.k, heuristic_, 0, settings_.limits};
    const SparseVector x = primal::component(primal::alternate(task, std::move(support)));
    if (incumbent_.offer(x, verify::rayleigh_lower(problem_, x))) engine_.report(true);
    return cutoff();
  }

  /// Takes what the bound found out into the node, and the relevance of what stays free.
  static std::shared_ptr<const Reduction> reduce(bounds::Node& node, bounds::Value& value) {
    const auto contains = [](const Support& s, Index i) { return std::binary_search(s.begin(), s.end(), i); };
    Support free;
    std::vector<double> relevance;
    for (std::size_t i = 0; i < node.free.size(); ++i) {
      const Index feature = node.free[i];
      if (contains(value.screened, feature)) continue;
      if (contains(value.required, feature)) {
        node.included.push_back(feature);
        continue;
      }
      free.push_back(feature);
      relevance.push_back(value.relevance(static_cast<Index>(i)));
    }
    std::sort(node.included.begin(), node.included.end());
    node.free = std::move(free);
    value.relevance = Eigen::Map<const Vector>(relevance.data(), static_cast<Index>(relevance.size()));
    return std::make_shared<const Reduction>(Reduction{std::move(value.screened), std::move(value.required)});
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
  const HeuristicOptions heuristic_;
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
