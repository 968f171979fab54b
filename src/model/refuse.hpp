#pragma once

#include <string>

#include "spica/error.hpp"

namespace spica {

/// Refuses numbers of which no problem can be made.
[[noreturn]] inline void refuse(const std::string& message) {
  throw Error(ErrorKind::input, message);
}

}  // namespace spica
