#pragma once

#include <cstdint>
#include <optional>

namespace spica::io {

/// The most memory that this process ever had in use, mapped files included, in bytes; nothing where the
/// system does not say.
std::optional<std::int64_t> peak_memory_bytes();

}  // namespace spica::io
