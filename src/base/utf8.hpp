#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spica::text {

/// Bytes of the UTF-8 character that the (non-empty) text starts with, 0 if it starts with none: broken,
/// overlong, a surrogate or beyond U+10FFFF.
std::size_t utf8_length(std::string_view text);

/// The code point of one whole character, as utf8_length measured it.
char32_t code_point(std::string_view character);

/// The text itself if it is valid UTF-8; otherwise its bytes read as Latin-1, which old spreadsheets write.
std::string to_utf8(std::string_view text);

}  // namespace spica::text
