#pragma once

#include <string>

#include "io/read_options.hpp"
#include "io/text_layout.hpp"
#include "io/window.hpp"

namespace spica::io {

struct FileShape;

/// Reads the rows of a text table, up to the first cell that is no value though it has to be: what it is
/// called depends on the layout.
RawTable read_raw(Window& window, const std::string& path, Index lines_before, const ReadOptions& options);

/// The table without its names, with the names, if the layout is this one.
FileShape shape_of(const RawTable& raw, const Layout& layout, const std::string& path);

[[noreturn]] void refuse_ragged(const std::string& path, Index line, std::size_t cells, Index line_before,
                                Index before);

}  // namespace spica::io
