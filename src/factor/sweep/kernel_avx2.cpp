#include <cstddef>

#include "factor/sweep/kernel.hpp"

namespace {

constexpr std::size_t width = 8;
constexpr std::size_t lanes_a = 6;

}  // namespace

#include "factor/sweep/tile.inc"

namespace spica::sweep {

extern const Kernel kernel_avx2;
const Kernel kernel_avx2 = {"avx2",        lanes_a,       lanes_c, sizeof(float), 1,
                            pack<lanes_a>, pack<lanes_c>, find,    error};

}  // namespace spica::sweep
