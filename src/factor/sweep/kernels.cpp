#include "factor/sweep/kernels.hpp"

#include <cmath>
#include <limits>
#include <set>

#include "base/random.hpp"

namespace spica::sweep {

extern const Kernel kernel_plain;
#ifdef SPICA_X86
extern const Kernel kernel_avx2;
extern const Kernel kernel_avx512;
#endif

namespace {

struct Found final : Finder {
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  void found(std::size_t a, std::size_t c) override { pairs.emplace(a, c); }
};

}  // namespace

std::vector<char> empty_panel(const Kernel& kernel, std::size_t lanes, std::size_t count, std::size_t m) {
  const std::size_t groups = (count + lanes - 1) / lanes;
  const std::size_t length = (m + kernel.depth - 1) / kernel.depth * kernel.depth;
  return std::vector<char>(groups * lanes * length * kernel.bytes);
}

bool works(const Kernel& kernel) {
  constexpr Index m = 45;
  constexpr Index count_a = 50;
  constexpr Index count_c = 70;
  Random random(1);
  Matrix a(m, count_a);
  Matrix c(m, count_c);
  for (double& value : a.reshaped()) value = std::round(8.0 * random.normal());  // exact in every precision
  for (double& value : c.reshaped()) value = std::round(8.0 * random.normal());
  const Matrix products = (a.transpose() * c).cwiseAbs();
  std::vector<char> panel_a = empty_panel(kernel, kernel.lanes_a, count_a, m);
  std::vector<char> panel_c = empty_panel(kernel, kernel.lanes_c, count_c, m);
  for (Index i = 0; i < count_a; ++i)
    kernel.pack_a(a.col(i).data(), m, static_cast<std::size_t>(i), panel_a.data());
  for (Index i = 0; i < count_c; ++i)
    kernel.pack_c(c.col(i).data(), m, static_cast<std::size_t>(i), panel_c.data());
  constexpr float none = std::numeric_limits<float>::infinity();
  std::vector<float> limits_a(static_cast<std::size_t>(count_a) + kernel.lanes_a, none);
  std::vector<float> limits_c(static_cast<std::size_t>(count_c) + kernel.lanes_c, none);
  for (std::size_t i = 0; i < count_a; i += 2) limits_a[i] = static_cast<float>(300 + 20 * i);
  for (std::size_t i = 0; i < count_c; i += 3) limits_c[i] = static_cast<float>(200 + 15 * i);
  Found found;
  kernel.find({panel_a.data(), limits_a.data(), count_a}, {panel_c.data(), limits_c.data(), count_c}, m,
              found);
  Found expected;
  for (Index i = 0; i < count_a; ++i) {
    for (Index l = 0; l < count_c; ++l) {
      const double limit =
          std::min(limits_a[static_cast<std::size_t>(i)], limits_c[static_cast<std::size_t>(l)]);
      if (products(i, l) > limit) expected.found(static_cast<std::size_t>(i), static_cast<std::size_t>(l));
    }
  }
  return found.pairs == expected.pairs;
}

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> usable;
#ifdef SPICA_X86
    if (__builtin_cpu_supports("avx512f")) usable.push_back(kernel_avx512);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) usable.push_back(kernel_avx2);
#endif
    std::erase_if(usable, [](const Kernel& kernel) { return !works(kernel); });
    usable.push_back(kernel_plain);
    return usable;
  }();
  return all;
}

}  // namespace spica::sweep
