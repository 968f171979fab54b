// What a dual point closes of its own box.

#include <cmath>

#include "numerics/rounding.hpp"
#include "search/box/box_search.hpp"

namespace spica::search {

using bounds::Box;
using bounds::Grid1D;
using bounds::ProvenValue;

/// Takes off an end of the box what the dual point closes: with the other inner maxima as they are, the bound
/// over the slab is at most the cutoff. The slab is bounded like any closed node.
void BoxSearch::tighten(Box& box, const ProvenValue& proven, const proof::Reason& reason,
                        std::shared_ptr<proof::Node>& evidence) {
  // The node goes on as one of its halves, the other is closed.
  const auto cut_off = [&](Index direction, double at, bool lower_half) {
    if (!evidence) return;
    auto [with, without] = proof::split(evidence.get());
    evidence->cut = {direction, at};
    (lower_half ? with : without)->reason = reason;
    evidence = lower_half ? without : with;
  };
  constexpr double rounding = 1e-9;
  const double limit = program_.on_grid() ? lasting_cutoff() : cutoff();
  const bounds::DirectionModel& model = program_.model;
  for (Index j = 0; j < program_.branchable; ++j) {
    const double weight = model.lam(j) - proven.level;
    const double slope = proven.slopes(j);
    const double others = proven.upper - proven.inner(j);
    const double discriminant = slope * slope + 4.0 * weight * (limit - others);
    if (!(std::abs(weight) > rounding * std::abs(model.lam(0))) || !(discriminant > 0.0)) continue;
    const double root = std::sqrt(discriminant) / (2.0 * std::abs(weight));
    const double middle = slope / (2.0 * weight);
    const Grid1D* grid = program_.on_grid() ? &program_.grids[static_cast<std::size_t>(j)] : nullptr;
    if (grid != nullptr && weight < 0.0) continue;
    const double margin = rounding * theta_(j);
    // Convex: small between the roots. Concave: small outside them.
    double low = (weight > 0.0 ? middle + root : middle - root) - margin;
    double high = (weight > 0.0 ? middle - root : middle + root) + margin;
    if (grid != nullptr) {
      low = grid->floor(low);
      high = grid->ceiling(high);
    }
    const auto slab_upper = [&](double from, double to) {
      double sum = proven.rest;
      for (Index i = 0; i < proven.inner.size(); ++i) {
        const double inner =
            i == j ? bounds::inner_maximum_upper(grid, from, to, model.lam(j), proven.level, slope)
                   : proven.inner(i);
        sum = numerics::up(sum + inner);
      }
      return sum;
    };
    if (low > box.lower(j) && low < box.upper(j)) {
      const double upper = slab_upper(box.lower(j), low);
      if (upper <= limit) {
        tree_.closed.add_pruned(upper);
        box.lower(j) = low;
        cut_off(j, low, true);
      }
    }
    if (high < box.upper(j) && high > box.lower(j)) {
      const double upper = slab_upper(high, box.upper(j));
      if (upper <= limit) {
        tree_.closed.add_pruned(upper);
        box.upper(j) = high;
        cut_off(j, high, false);
      }
    }
  }
}

}  // namespace spica::search
