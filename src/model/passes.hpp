#pragma once

// Passes over all features of a factor, for a factor whose features are elsewhere: each is made where they
// are, and only what it found comes back. It is what the function of the same name finds on features that
// are here.

#include <cstddef>
#include <optional>
#include <vector>

namespace spica::linalg {
struct Directions;
struct LargestProducts;
struct NormOrder;
namespace sweep {
struct Task;
}
}  // namespace spica::linalg

namespace spica::presolve {
struct CoreFacts;
struct Suspects;
}  // namespace spica::presolve

namespace spica {

class Passes {
 public:
  /// linalg/largest_products.hpp
  [[nodiscard]] virtual std::vector<linalg::LargestProducts> largest_products(
      const linalg::NormOrder& order, const linalg::Directions& directions, std::size_t kept) const = 0;
  /// linalg/sweep/sweep.hpp
  [[nodiscard]] virtual std::optional<std::vector<linalg::LargestProducts>> largest_entries(
      const linalg::sweep::Task& task) const = 0;
  /// presolve/sieve.hpp
  [[nodiscard]] virtual presolve::Suspects suspects(const linalg::NormOrder& order,
                                                    const presolve::CoreFacts& facts) const = 0;

 protected:
  ~Passes() = default;
};

}  // namespace spica
