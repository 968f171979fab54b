// The kernel for tiles of bfloat16 on a machine without them: tiles in memory that do what the instructions
// are documented to do.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "linalg/sweep/kernels.hpp"

namespace {

struct Tile {
  std::array<std::array<std::uint32_t, 16>, 16> rows{};  // 16 x 64 bytes
};
std::array<Tile, 8> tiles;

void load_tile(int tile, const void* from, std::size_t stride) {
  for (std::size_t r = 0; r < 16; ++r)
    std::memcpy(tiles.at(static_cast<std::size_t>(tile)).rows[r].data(),
                static_cast<const char*>(from) + r * stride, 64);
}

void store_tile(int tile, void* to, std::size_t stride) {
  for (std::size_t r = 0; r < 16; ++r)
    std::memcpy(static_cast<char*>(to) + r * stride, tiles.at(static_cast<std::size_t>(tile)).rows[r].data(),
                64);
}

float number(std::uint32_t pair, unsigned half) {
  return std::bit_cast<float>(half == 0 ? pair << 16U : pair & 0xffff0000U);
}

/// c_ij += the sum over t of a_it b_tj, two products at a time.
void multiply_tiles(int c, int a, int b) {
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t t = 0; t < 16; ++t) {
      const std::uint32_t of_a = tiles.at(static_cast<std::size_t>(a)).rows[i][t];
      for (std::size_t j = 0; j < 16; ++j) {
        const std::uint32_t of_b = tiles.at(static_cast<std::size_t>(b)).rows[t][j];
        std::uint32_t& sum = tiles.at(static_cast<std::size_t>(c)).rows[i][j];
        float value = std::bit_cast<float>(sum);
        value += number(of_a, 0) * number(of_b, 0);
        value += number(of_a, 1) * number(of_b, 1);
        sum = std::bit_cast<std::uint32_t>(value);
      }
    }
  }
}

}  // namespace

#define TILE_BEGIN() (void)0
#define TILE_END() (void)0
#define TILE_ZERO(t) \
  tiles[t] = Tile {}
#define TILE_LOAD(t, from, stride) load_tile(t, from, stride)
#define TILE_MULTIPLY(c, a, b) multiply_tiles(c, a, b)
#define TILE_STORE(t, to, stride) store_tile(t, to, stride)
#include "linalg/sweep/tile_bf16.inc"

namespace spica {
namespace {

using linalg::sweep::Kernel;

TEST(TileKernel, MultipliesRight) {
  const Kernel kernel = {"tiles", lanes, lanes, 2, depth, pack_a, pack_c, find, error};
  EXPECT_TRUE(linalg::sweep::works(kernel));
}

TEST(TileKernel, AWrongOneIsNoticed) {
  Kernel kernel = {"tiles", lanes, lanes, 2, depth, pack_a, pack_c, find, error};
  kernel.pack_c = pack_a;
  EXPECT_FALSE(linalg::sweep::works(kernel));
}

// Two numbers off by that are what `error` allows for.
TEST(TileKernel, RoundsToNearest) {
  for (const double value : {1.0, 1.00390625, 1.001, -3.14159, 0.3333333, 1.0 + 0x1p-8, 1.0 + 0x1.8p-8}) {
    const auto bits = static_cast<std::uint32_t>(to_bf16(value)) << 16U;
    EXPECT_GE(error(1), 2.0 * (0x1p-8 + 0x1p-23) + 0x1p-16);
    EXPECT_LE(std::abs(std::bit_cast<float>(bits) - value), (0x1p-8 + 0x1p-23) * std::abs(value)) << value;
  }
}

TEST(Kernels, AllOfThisMachineWork) {
  ASSERT_FALSE(linalg::sweep::kernels().empty());
  EXPECT_STREQ(linalg::sweep::kernels().back().name, "plain");
  for (const Kernel& kernel : linalg::sweep::kernels())
    EXPECT_TRUE(linalg::sweep::works(kernel)) << kernel.name;
}

}  // namespace
}  // namespace spica
