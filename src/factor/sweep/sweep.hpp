#pragma once

// The largest |c_i'c_l| of many rows of A = CC' at once, over all features l: a sweep over tiles of A, none
// of which is kept. Tiles are multiplied in single precision (kernel.hpp) and only say which entries may
// matter; those are multiplied again in double precision. So what is found does not depend on the kernel, on
// the number of threads or on their order: it is what largest_products finds, row by row, with sizes rounded up to
// single precision. A pair of rows that are both asked for is looked at once.
//
// Why nothing is missed: what a kernel computes is within e |c_i||c_l| of c_i'c_l, e = error(m) and 2^-30 for
// the roundings of c_i'c_l in double precision. A pair is dropped only where that is below the limit of its
// row by more, hence also where its size would round up to the limit. Features in the order of their norms end a row of tiles where |c_i||c_l| is below all limits.
//
// Cost: w n m multiplications for w rows, w n - w^2/2 of pairs.

#include <functional>
#include <optional>
#include <vector>

#include "factor/norm_order.hpp"
#include "factor/row_lists.hpp"
#include "factor/sweep/kernels.hpp"

namespace spica::sweep {

struct Wanted {
  Index position = 0;  ///< of the row in the order of norms
  double floor = 0.0;  ///< entries at or below are not looked for; positive
};

struct Task {
  const Factor& factor;
  const NormOrder& order;
  std::vector<Wanted> rows;    ///< by position, ascending
  std::size_t kept = 0;        ///< entries a row, at most
  std::function<bool()> stop;  ///< may be empty
  const Kernel& kernel = kernels().front();
};

/// Of each row.
std::vector<double> norms_of(const Task& task);
/// Of the rows from `first` on, a block of them.
std::vector<Index> features_of(const Task& task, std::size_t first);

/// For each row its largest entries but for that on the diagonal; nothing if it was stopped.
std::optional<RowLists> largest_entries(const Task& task);

/// The floors of rows.
std::vector<double> floors_of(const std::vector<Wanted>& rows);

}  // namespace spica::sweep
