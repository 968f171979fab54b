#include "support/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/supports.hpp"

namespace spica::test {

namespace {

double next_below(double value) {
  return std::nextafter(value, -std::numeric_limits<double>::infinity());
}
double next_above(double value) {
  return -next_below(-value);
}

bool is_smallest(const Component& component) {
  return component.sense == Sense::smallest;
}

/// Just beyond what the component's support reaches: as far again beyond its bound at most.
double just_beyond(const ExactPencil& pencil, const Component& component, int sign) {
  const double bound = sign < 0 ? *component.upper_bound : component.lower_bound;
  double tried = bound;
  for (double step = next_above(std::abs(bound)) - std::abs(bound);
       !pencil.bounded(component.support, mpq_class(tried), sign); step *= 2.0)
    tried = bound + sign * step;
  return tried;
}

/// Some support is better than what the component's own reaches, and is not listed.
bool has_better_unlisted(const ExactPencil& pencil, const Component& component) {
  const int sign = is_smallest(component) ? -1 : 1;
  const double reached = just_beyond(pencil, component, sign);
  const auto within = [](const Support& s, const Support& some) {
    return std::includes(s.begin(), s.end(), some.begin(), some.end());
  };
  const auto listed = [&](const Support& s) {
    return std::any_of(component.ties.begin(), component.ties.end(),
                       [&](const Support& tie) { return within(s, tie); });
  };
  // Features with loadings below 1e-10 of the largest are not shown: they add less than rounding does.
  const double rounding = 1e-14 * std::max(std::abs(reached), component.gap_scale.value_or(0.0));
  const auto same = [&](const Support& s) {
    return within(s, component.support) && pencil.bounded(s, mpq_class(reached + sign * rounding), sign);
  };
  bool found = false;
  for_each_support(static_cast<Index>(pencil.a.size()), component.k, [&](const Support& s) {
    found = found || (!pencil.bounded(s, mpq_class(reached), sign) && !listed(s) && !same(s));
  });
  return found;
}

}  // namespace

bool attained(const Extreme& extreme, const ExactPencil& pencil, const Component& component) {
  if (is_smallest(component)) {
    const double upper = *component.upper_bound;
    if (extreme.options.standardize) return !pencil.bounded(component.support, next_above(upper), -1);
    return above(pencil.a, component, upper) <= 0;
  }
  if (extreme.options.standardize)
    return !pencil.bounded(component.support, next_below(component.lower_bound), 1);
  return above(pencil.a, component, component.lower_bound) >= 0;
}

std::string false_claim(const Extreme& extreme, const ExactPencil& pencil, const Component& component,
                        double gap) {
  if (!std::isfinite(component.lower_bound) || !component.upper_bound ||
      !std::isfinite(*component.upper_bound))
    return "there are not two bounds";
  if (component.lower_bound > *component.upper_bound) return "the bounds cross";
  if (static_cast<Index>(component.support.size()) > component.k) return "more than k features";
  if (component.status == Status::gap_reached && component.gap.value_or(1.0) > gap)
    return "the gap was not reached";
  if (!attained(extreme, pencil, component)) return "the bound of the loadings is not attained";
  const bool smallest = is_smallest(component);
  const double outer = smallest ? component.lower_bound : *component.upper_bound;
  if (pencil.beyond(component.k, mpq_class(outer), smallest ? -1 : 1))
    return fmt::format("some support is beyond {:a}", outer);
  if (component.status == Status::optimal && has_better_unlisted(pencil, component))
    return "not optimal, and what is better is not listed";
  return {};
}

}  // namespace spica::test
