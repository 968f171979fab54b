#include "linalg/sweep/kernels.hpp"

namespace spica::linalg::sweep {

extern const Kernel kernel_plain;
#ifdef SPICA_X86
extern const Kernel kernel_avx2;
extern const Kernel kernel_avx512;
#endif

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> usable;
#ifdef SPICA_X86
    if (__builtin_cpu_supports("avx512f")) usable.push_back(kernel_avx512);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) usable.push_back(kernel_avx2);
#endif
    usable.push_back(kernel_plain);
    return usable;
  }();
  return all;
}

}  // namespace spica::linalg::sweep
