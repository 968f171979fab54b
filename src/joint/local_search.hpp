#pragma once

// Local search for joint choices, on a matrix of all features, in plain arithmetic: nothing here bounds anything.
//
//     climb      one component whose features have prices: exchange, add or drop one feature while its worth rises
//     exchange   several components: exchange a feature with an unused one, with another component, or hand it
//                over while the other component takes an unused one or nothing, while the total rises
//
// Exchanges are ranked by the larger root of a 2 x 2 matrix, a lower bound of the new eigenvalue (maths.md, 2.4), and the
// first of the ranking are tried exactly. A round costs an eigenvector of every support less one feature, and a product
// with A for each, where they are not known yet (borders.hpp).

#include <functional>
#include <vector>

#include "joint/borders.hpp"
#include "joint/column.hpp"
#include "joint/objective.hpp"

namespace spica::joint {

Column column_of(const Objective& objective, Support support);

/// A component with prices, within a class.
Column climb(Borders& borders, const ComponentClass& of, const Vector& prices, Column start);

/// The same from a direction: alternation first (primal::alternate with prices).
Column climb_from(const Objective& objective, const ComponentClass& of, const Vector& prices,
                  Vector direction);

/// Until no exchange gains. `included`: features that must stay in use.
void exchange(Borders& borders, const std::vector<Index>& cardinalities, const Support& included,
              Choice& choice, const std::function<bool()>& out_of_time);

}  // namespace spica::joint
