#pragma once

#include <cstddef>
#include <string_view>

namespace spica::text {

/// Bytes of the UTF-8 character that the (non-empty) text starts with, 0 if it starts with none: broken,
/// overlong, a surrogate or beyond U+10FFFF.
std::size_t utf8_length(std::string_view text);

/// The code point of one whole character, as utf8_length measured it.
char32_t code_point(std::string_view character);

}  // namespace spica::text
