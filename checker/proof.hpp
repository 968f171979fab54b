#pragma once

// What a certificate says of one component, checked as it is read.

#include <cstddef>

#include "checker/certificate.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// Proven of lambda^k of M.
struct Proven {
  std::size_t k = 0;
  SparseVector x;
  double lower = 0.0;
  double upper = 0.0;
  std::size_t leaves = 0;
  std::size_t dual_points = 0;
};

/// Reads one component and checks it. Throws Rejected, with the line of the first step that fails.
template <class N>
Proven check_component(Tokens& tokens, const Problem<N>& problem);

}  // namespace spica_check
