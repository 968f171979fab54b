#include "search/support/groups.hpp"

#include <algorithm>

#include "base/feature_set.hpp"

namespace spica::search {

Groups::Groups(std::vector<Support> groups, Index features)
    : groups_(std::move(groups)), of_(static_cast<std::size_t>(features), -1) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (const Index i : groups_[g]) of_[static_cast<std::size_t>(i)] = static_cast<Index>(g);
  }
}

Support Groups::free_alike(const bounds::Node& node, Index feature) const {
  Support result;
  if (of(feature) < 0) return result;
  for (const Index i : groups_[static_cast<std::size_t>(of(feature))]) {
    if (i != feature && contains(node.free, i)) result.push_back(i);
  }
  return result;
}

void Groups::complete(const bounds::Node& node, Support& screened) const {
  if (groups_.empty()) return;
  Support more;
  for (const Index i : screened) {
    for (const Index j : free_alike(node, i)) more.push_back(j);
  }
  screened.insert(screened.end(), more.begin(), more.end());
  std::sort(screened.begin(), screened.end());
  screened.erase(std::unique(screened.begin(), screened.end()), screened.end());
}

std::vector<Support> Groups::images(const Support& support) const {
  std::vector<Support> result = {support};
  for (const Support& group : groups_) {
    Support inside;
    std::set_intersection(group.begin(), group.end(), support.begin(), support.end(),
                          std::back_inserter(inside));
    if (inside.empty() || inside.size() == group.size()) continue;
    // Every choice of as many members, for every image so far.
    std::vector<char> chosen(group.size(), 0);
    std::fill(chosen.begin(), chosen.begin() + static_cast<Index>(inside.size()), 1);
    std::vector<Support> next;
    do {
      for (const Support& image : result) {
        if (next.size() >= most_images) return next;
        Support other = difference(image, group);
        for (std::size_t i = 0; i < group.size(); ++i) {
          if (chosen[i] != 0) other.push_back(group[i]);
        }
        std::sort(other.begin(), other.end());
        next.push_back(std::move(other));
      }
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    result = std::move(next);
  }
  return result;
}

}  // namespace spica::search
