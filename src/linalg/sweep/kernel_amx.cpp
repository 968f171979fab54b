#include <immintrin.h>

#include <cstddef>

#include "linalg/sweep/kernel.hpp"

namespace {

/// Eight tiles of 16 rows of 64 bytes.
struct alignas(64) Configuration {
  unsigned char palette = 1;
  unsigned char start_row = 0;
  unsigned char reserved[14] = {};
  unsigned short bytes_in_row[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  unsigned char rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(Configuration) == 64);

inline void configure() {
  const Configuration configuration;
  _tile_loadconfig(&configuration);
}

}  // namespace

#define TILE_BEGIN() configure()
#define TILE_END() _tile_release()
#define TILE_ZERO(t) _tile_zero(t)
#define TILE_LOAD(t, from, stride) _tile_loadd(t, from, stride)
#define TILE_MULTIPLY(c, a, b) _tile_dpbf16ps(c, a, b)
#define TILE_STORE(t, to, stride) _tile_stored(t, to, stride)
#include "linalg/sweep/tile_bf16.inc"

namespace spica::linalg::sweep {

extern const Kernel kernel_amx;
const Kernel kernel_amx = {"amx", lanes, lanes, 2, depth, pack_a, pack_c, find, error};

}  // namespace spica::linalg::sweep
