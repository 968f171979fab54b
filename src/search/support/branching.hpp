#pragma once

#include "bounds/bound.hpp"

namespace spica::search {

/// The free feature to branch on: the one that matters most to the bound, of equal ones the smallest index.
Index choose_feature(const bounds::Node& node, const bounds::Value& value);

}  // namespace spica::search
