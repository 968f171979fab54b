#include "checker/symmetry.hpp"

#include <algorithm>
#include <cmath>

#include "checker/rounding.hpp"

namespace spica_check {

/// From the first members of the two groups; within a group from its first two.
double View::operator()(std::size_t i, std::size_t j) const {
  if (group_.empty()) return problem_.entry(i, j);
  const bool grouped_i = group_[i] < groups_.size();
  const bool grouped_j = group_[j] < groups_.size();
  if (!grouped_i && !grouped_j) return problem_.entry(i, j);
  if (i != j && grouped_i && group_[i] == group_[j]) {
    const std::vector<std::size_t>& group = groups_[group_[i]];
    return sign_[i] * sign_[j] * (sign_[group[0]] * sign_[group[1]]) * problem_.entry(group[0], group[1]);
  }
  const std::size_t p = grouped_i ? groups_[group_[i]].front() : i;
  const std::size_t q = grouped_j ? groups_[group_[j]].front() : j;
  return sign_[i] * sign_[j] * (sign_[p] * sign_[q]) * problem_.entry(p, q);
}

double View::take_groups(Tokens& tokens, const std::vector<std::size_t>& features) {
  const std::size_t count = tokens.count();
  groups_.resize(count);
  group_.assign(problem_.features(), count);
  sign_.assign(problem_.features(), 1.0);
  for (std::size_t g = 0; g < count; ++g) {
    groups_[g] = tokens.features(problem_.features());
    if (groups_[g].size() < 2) tokens.reject("a group of fewer than two features");
    for (const std::size_t i : groups_[g]) {
      if (group_[i] != count || !std::binary_search(features.begin(), features.end(), i))
        tokens.reject("feature " + std::to_string(i) + " is in two groups, or not in the tree");
      group_[i] = g;
      sign_[i] = tokens.integer(-1, 1) < 0 ? -1.0 : 1.0;
    }
  }
  double change = 0.0;
  for (const std::size_t i : features) {
    if (group_[i] == count) continue;
    for (const std::size_t j : features) {
      const double before = problem_.entry(i, j);
      const double after = (*this)(i, j);
      if (after != before) change = std::max(change, above(std::abs(after - before)));
    }
  }
  return change;
}

}  // namespace spica_check
