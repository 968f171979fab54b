#pragma once

#include "bounds/box/model.hpp"

namespace spica::bounds {

/// The facet of conv(S_k) that cuts off most of x: v'|y| <= top_k(v), v the dual point of x in the k-support
/// norm (Argyriou, Foygel and Srebro 2012): the largest entries of |x| as they are, all others at their mean
/// share. Valid for every v >= 0, whatever x is.
Region::Cut cut_at(const Vector& x, Index k);

}  // namespace spica::bounds
