#pragma once

#include <string>

namespace spica::app {

/// From now on, a file that is shortened while the program looks at its bytes in memory ends the program with
/// one line that names it, and with the exit code of bad input.
void watch_mapped_file(const std::string& path);

}  // namespace spica::app
