#include <cstddef>

#include "factor/sweep/kernel.hpp"

namespace {

constexpr std::size_t width = 4;
constexpr std::size_t lanes_a = 2;

}  // namespace

#include "factor/sweep/tile.inc"

namespace spica::sweep {

extern const Kernel kernel_plain;
const Kernel kernel_plain = {"plain",       lanes_a,       lanes_c, sizeof(float), 1,
                             pack<lanes_a>, pack<lanes_c>, find,    error};

}  // namespace spica::sweep
