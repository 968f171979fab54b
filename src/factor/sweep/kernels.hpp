#pragma once

#include <vector>

#include "factor/sweep/kernel.hpp"
#include "spica/types.hpp"

namespace spica::sweep {

/// What this machine can run, the fastest first; the last one runs everywhere. Each has shown that it
/// multiplies right.
const std::vector<Kernel>& kernels();

/// Multiplies a few vectors with known products, and says whether a kernel finds exactly those that it
/// should.
bool works(const Kernel& kernel);

/// The numbers of a panel for vectors of m, all of them zero.
std::vector<char> empty_panel(const Kernel& kernel, std::size_t lanes, std::size_t count, std::size_t m);

}  // namespace spica::sweep
