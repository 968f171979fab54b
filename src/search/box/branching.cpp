// Where a box is split, and which feature Model-with-l0 branches on.

#include <algorithm>

#include "linalg/support_function.hpp"
#include "search/box/box_search.hpp"

namespace spica::search {

std::optional<BoxSearch::Split> BoxSearch::choose_split(const Node& node) const {
  const BoxSettings& settings = task_.settings;
  const bounds::DirectionModel& model = program_.model;
  const double level = node.point(program_.free_size());
  const double next = program_.branchable < model.directions() ? model.lam(program_.branchable) : model.rho;
  const double floor = task_.free_choice ? settings.floor_of_level * level : next;
  Split split;
  double best = 0.0;
  for (Index j = 0; j < program_.branchable; ++j) {
    const double lower = node.box.lower(j);
    const double upper = node.box.upper(j);
    const double width = upper - lower;
    if (!(width > settings.smallest_width * theta_(j))) continue;
    if (program_.on_grid() && program_.grids[static_cast<std::size_t>(j)].single_segment(lower, upper))
      continue;
    const double weight = std::max(model.lam(j) - floor, settings.least_weight * std::abs(model.lam(j)));
    if (!(weight * width * width > best)) continue;
    best = weight * width * width;
    split.direction = j;
  }
  if (split.direction < 0) return std::nullopt;
  const double lower = node.box.lower(split.direction);
  const double upper = node.box.upper(split.direction);
  const double middle = 0.5 * (lower + upper);
  split.at = middle;
  if (program_.on_grid()) {
    const double g = std::clamp(node.g(split.direction), lower, upper);
    split.at = program_.grids[static_cast<std::size_t>(split.direction)].nearest_interior(lower, upper,
                                                                                          0.5 * (g + middle));
  }
  return split;
}

std::optional<Index> BoxSearch::choose_feature(const Node& node) const {
  const Index k = program_.region.k;
  const linalg::Fixing& fixing = node.box.fixing;
  if (!task_.branch_on_features || static_cast<Index>(fixing.included.size()) >= k) return std::nullopt;
  const Vector c = program_.model.rows.transpose() * node.point.head(program_.free_size());
  linalg::SoftTopK soft;
  const double norm = linalg::top_k_norm(c, k);
  linalg::soft_top_k(c, k, task_.settings.softness * norm * norm / static_cast<double>(k), fixing, soft);
  // The most fractional one; among whole ones the one that is least sure of its place.
  std::optional<Index> choice;
  double most = -1.0;
  for (std::size_t i = fixing.included.size(); i < soft.support.size(); ++i) {
    const double fraction = std::min(soft.weights[i], 1.0 - soft.weights[i]);
    const double doubt = 1.0 / (1.0 + c(soft.support[i]) * c(soft.support[i]) / (norm * norm + 0x1p-500));
    const double score = fraction > task_.settings.fractional ? 1.0 + fraction : doubt;
    if (soft.weights[i] > 0.0 && score > most) {
      most = score;
      choice = soft.support[i];
    }
  }
  return choice;
}

}  // namespace spica::search
