#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spica::io {

/// What stands between the commas, as it stands there; one empty entry for an empty text.
std::vector<std::string> split_list(std::string_view text);

/// What stands on the lines of a file, without the blanks around it. Lines that are blank or begin with # are
/// left out; an entry in quotes may begin with # and have quotes in it, doubled.
std::vector<std::string> read_list(const std::string& path);

}  // namespace spica::io
