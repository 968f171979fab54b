#pragma once

#include <string>

namespace spica::linalg {

/// Who computes products, with a version.
std::string blas_version();

}  // namespace spica::linalg
