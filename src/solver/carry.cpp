#include "solver/carry.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "numerics/rounding.hpp"
#include "proof/writer.hpp"

namespace spica::solver {

namespace {

/// How fast lambda^k may grow. The same holds without negative loadings (maths.md, 7.6) and within limits by group (8.8).
class Growth {
 public:
  Growth(const Problem& problem, bool included)
      : known_(!included),
        gram_(problem.in_factor_form() && problem.kind() != InputKind::covariance),
        no_negative_variance_((problem.variances() - 2.0 * problem.error_radius().cwiseAbs2()).minCoeff() >=
                              0.0) {}

  /// Not below lambda^to, where `upper` is not below lambda^from and from < to; infinite if nothing is known.
  [[nodiscard]] double after(double upper, Index from, Index to) const {
    const Index least = gram_ ? 0 : 1;  // K/k for a Gram matrix, (K - 1)/(k - 1) without negative variances
    if (!known_ || from <= least || !(gram_ || no_negative_variance_))
      return std::numeric_limits<double>::infinity();
    const double factor = numerics::up(static_cast<double>(to - least) / static_cast<double>(from - least));
    return numerics::up(factor * upper);
  }

 private:
  bool known_;
  bool gram_;
  bool no_negative_variance_;
};

/// The component of a smaller k is one of k features. What was proven of the one that it takes the place of, that no other
/// support is better, is not proven of it.
void take_over(const Component& before, Component& here) {
  here.lower_bound = before.lower_bound;
  here.support = before.support;
  here.loadings = before.loadings;
  here.ties.clear();
  here.follows = here.k;
  if (here.status == Status::optimal) here.status = Status::finished;
}

}  // namespace

void carry_bounds(const Problem& problem, bool included, std::vector<Component>& components) {
  for (std::size_t i = 1; i < components.size(); ++i) {
    if (components[i - 1].lower_bound > components[i].lower_bound)
      take_over(components[i - 1], components[i]);
  }

  struct Source {
    Index k;
    double upper;
  };
  const Growth growth(problem, included);
  const auto follow = [](Component& component, const Source& source, double upper) {
    if (!(upper < *component.upper_bound)) return false;
    component.upper_bound = upper;
    component.follows = source.k;
    return true;
  };
  std::vector<Source> sources;
  sources.reserve(components.size());
  for (Component& component : components) {
    const bool follows =
        !sources.empty() &&
        follow(component, sources.back(), growth.after(sources.back().upper, sources.back().k, component.k));
    sources.push_back(follows ? sources.back() : Source{component.k, *component.upper_bound});
  }
  for (std::size_t i = components.size() - 1; i-- > 0;) {
    // A bound of i + 1 that grew from a smaller k is no news to i.
    if (sources[i + 1].k > components[i].k && follow(components[i], sources[i + 1], sources[i + 1].upper))
      sources[i] = sources[i + 1];
  }
  for (Component& component : components) {
    component.upper_bound = std::max(*component.upper_bound, component.lower_bound);
    component.gap = relative_gap(component.lower_bound, *component.upper_bound);
  }
}

void certify_followers(std::vector<Component>& components) {
  std::map<Index, std::vector<proof::Follower>> followers;
  for (Component& component : components) {
    if (!component.follows) continue;
    followers[*component.follows].push_back({component.k, {component.support, component.loadings}});
    if (component.follows != component.k) component.certificate.clear();
  }
  for (Component& component : components) {
    const auto found = followers.find(component.k);
    if (found != followers.end() && !component.certificate.empty())
      component.certificate += proof::write_followers(found->second);
  }
}

}  // namespace spica::solver
