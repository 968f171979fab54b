#pragma once

// The three random families of the paper's tables (maths.md, 2.6), in factor form: m samples of n features,
// not centred. The same model, sizes and seed give the same doubles on every machine with IEEE 754
// arithmetic.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spica/types.hpp"

namespace spica::generate {

enum class Model { spiked, synthetic, controlling_sparsity };
inline constexpr std::array<std::string_view, 3> model_names = {"spiked", "synthetic",
                                                                "controlling-sparsity"};

struct Request {
  Model model = Model::spiked;
  Index features = 500;
  Index samples = 50;
  Index k = 10;  ///< features in the spike of controlling-sparsity
  std::uint64_t seed = 1;
};

struct Instance {
  Matrix samples;                        ///< m x n
  Matrix truth;                          ///< n x spikes: the directions that were planted
  std::vector<std::string> truth_names;  ///< one a column of truth
};

/// Throws Error(usage) for sizes that the model cannot have.
Instance generate(const Request& request);

/// Sigma = U'U + 15 vv' of the controlling-sparsity family itself, not of samples from it.
Matrix controlling_sparsity_covariance(Index features, Index k, std::uint64_t seed);

}  // namespace spica::generate
