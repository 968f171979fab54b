#pragma once

#include <string>
#include <string_view>

#include "io/table.hpp"

namespace spica::io {

/// Reads CSV, TSV, semicolon- or blank-separated text; finds out by itself which, and whether the first row
/// and the first column are names (see text_layout.hpp). Leaves sha256 empty.
Table read_text(Source& source, const std::string& path, const ReadOptions& options = {});

/// The table as text with the given separator: shortest decimals that read back as the same doubles, NA for
/// missing. Row names come first, then labels.
std::string format_text(const Table& table, char separator);

}  // namespace spica::io
