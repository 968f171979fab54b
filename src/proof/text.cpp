#include "proof/text.hpp"

#include <algorithm>

namespace spica::proof {

void CertificateText::component(const SparseVector& x) {
  Support support;
  std::vector<double> values;
  for (std::size_t i = 0; i < x.support.size(); ++i) {
    const double value = x.values(static_cast<Index>(i));
    if (std::abs(value) < 0x1p-99) continue;
    support.push_back(x.support[i]);
    values.push_back(value);
  }
  say("x");
  list(support);
  for (const double value : values) number(value);
  say("\n");
}

void CertificateText::limits(const GroupLimits& limits) {
  std::vector<Support> members(static_cast<std::size_t>(limits.groups()));
  for (std::size_t i = 0; i < limits.group.size(); ++i) {
    if (limits.group[i] != GroupLimits::no_group)
      members[static_cast<std::size_t>(limits.group[i])].push_back(static_cast<Index>(i));
  }
  std::vector<std::size_t> limited;  // others may have all of their features in a support
  for (std::size_t g = 0; g < members.size(); ++g) {
    if (limits.at_most[g] < static_cast<Index>(members[g].size())) limited.push_back(g);
  }
  if (limited.empty()) return;
  say("limits {}\n", limited.size());
  for (const std::size_t g : limited) {
    say("{}", limits.at_most[g]);
    list(members[g]);
    say("\n");
  }
}

void CertificateText::numbers_of(const Point& point) {
  const std::size_t last = point.features().size() - 1;
  point.for_each([&](std::size_t, std::size_t j, double w, double a) {
    number(w);
    if (a != 0.0) number(a);
    if (j == last) say("\n");
  });
}

void CertificateText::payments_of(const Core& core) {
  say("pay");
  for (const double e : core.payments) number(e);
  say("\nweights {}", core.weights.size());
  auto weights = core.weights;
  std::sort(weights.begin(), weights.end());
  for (const auto& [feature, weight] : weights) say(" {}", feature);
  for (const auto& [feature, weight] : weights) number(weight);
  say("\n");
}

}  // namespace spica::proof
