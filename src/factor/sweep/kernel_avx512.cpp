#include <cstddef>

#include "factor/sweep/kernel.hpp"

namespace {

constexpr std::size_t width = 16;
constexpr std::size_t lanes_a = 12;

}  // namespace

#include "factor/sweep/tile.inc"

namespace spica::sweep {

extern const Kernel kernel_avx512;
const Kernel kernel_avx512 = {"avx512",      lanes_a,       lanes_c, sizeof(float), 1,
                              pack<lanes_a>, pack<lanes_c>, find,    error};

}  // namespace spica::sweep
