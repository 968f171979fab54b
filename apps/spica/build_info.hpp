#pragma once

#include <string>

namespace spica::app {

/// What `--version` prints: the version, then what the program was built from, by what and with what, a line each.
std::string build_info();

}  // namespace spica::app
