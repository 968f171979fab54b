#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spica::io {

/// What stands between the commas, as it stands there; one empty entry for an empty text.
std::vector<std::string> split_list(std::string_view text);

}  // namespace spica::io
