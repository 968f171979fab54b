#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace spica {

/// Random numbers that are the same on every machine: the standard fixes the Mersenne twister bit for bit,
/// but not its distributions, so those are here. A normal number is the quotient of two uniforms (Kinderman
/// and Monahan's ratio of uniforms); the logarithm only decides whether to keep it, so its last bit does not
/// matter.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

  double normal() {
    constexpr double height = 1.7155277699214135;  // 2 sqrt(2/e)
    for (;;) {
      const double u = 1.0 - uniform();
      const double x = height * (uniform() - 0.5) / u;
      if (x * x <= -4.0 * std::log(u)) return x;
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace spica
