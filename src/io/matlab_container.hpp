#pragma once

#include <string>
#include <string_view>

namespace spica::io {

/// Checks that the elements of a MATLAB level 5 file are whole: matio takes what a truncated or damaged file
/// lacks for zeros. Other files pass.
void check_matlab_container(std::string_view bytes, const std::string& path);

}  // namespace spica::io
