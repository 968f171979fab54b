#pragma once

#include <lapacke.h>

#include <string>

#include "spica/error.hpp"

namespace spica::linalg {

inline void require(lapack_int info, const char* routine) {
  if (info != 0)
    throw Error(ErrorKind::internal, std::string(routine) + " failed with " + std::to_string(info));
}

}  // namespace spica::linalg
