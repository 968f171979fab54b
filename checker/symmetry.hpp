#pragma once

#include <cstddef>
#include <vector>

#include "checker/certificate.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// The matrix M as the tree sees it. Features of a group may change places: M is replaced by a matrix near it
/// that such permutations, with the signs of the group, leave as it is.
class View {
 public:
  explicit View(const Problem& problem) : problem_(problem) {}

  double operator()(std::size_t i, std::size_t j) const;
  [[nodiscard]] bool alike(std::size_t i, std::size_t j) const {
    return !group_.empty() && group_[i] == group_[j] && group_[i] < groups_.size();
  }

  /// Reads `COUNT` groups `N f... sign...` of features of the tree. Returns a bound of how far an entry
  /// between two of its features moves.
  double take_groups(Tokens& tokens, const std::vector<std::size_t>& features);

 private:
  const Problem& problem_;
  std::vector<std::vector<std::size_t>> groups_;
  std::vector<std::size_t> group_;  // of each feature; groups_.size() for those alone
  std::vector<double> sign_;
};

}  // namespace spica_check
