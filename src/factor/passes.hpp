#pragma once

// Passes over all features of a factor that are stored on other machines. A pass is made where the features
// are, and only its result comes back: the same as that of the function of the same name on features that are
// stored here.

#include <cstddef>
#include <optional>
#include <vector>

namespace spica {

struct CoreFacts;
struct Directions;
struct LargestProducts;
struct NormOrder;
class RowLists;
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
  [[nodiscard]] virtual std::optional<RowLists> largest_entries(const sweep::Task& task) const = 0;
  /// factor/sieve.hpp
  [[nodiscard]] virtual Suspects suspects(const NormOrder& order, const CoreFacts& facts) const = 0;

 protected:
  ~Passes() = default;
};

}  // namespace spica
