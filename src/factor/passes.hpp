#pragma once

// Passes over all features of a factor, for a factor whose features are elsewhere: each is made where they
// are, and only what it found comes back. It is what the function of the same name finds on features that
// are here.

#include <cstddef>
#include <optional>
#include <vector>

namespace spica {

struct CoreFacts;
struct Directions;
struct LargestProducts;
struct NormOrder;
struct Suspects;
namespace sweep {
struct Task;
}

class Passes {
 public:
  /// factor/largest_products.hpp
  [[nodiscard]] virtual std::vector<LargestProducts> largest_products(const NormOrder& order,
                                                                      const Directions& directions,
                                                                      std::size_t kept) const = 0;
  /// factor/sweep/sweep.hpp
  [[nodiscard]] virtual std::optional<std::vector<LargestProducts>> largest_entries(
      const sweep::Task& task) const = 0;
  /// factor/sieve.hpp
  [[nodiscard]] virtual Suspects suspects(const NormOrder& order, const CoreFacts& facts) const = 0;

 protected:
  ~Passes() = default;
};

}  // namespace spica
