#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spica::app {

/// What a flag writes, and the endings of names that promise it.
struct OutputFormat {
  std::string_view name;
  std::vector<std::string_view> endings;
};

inline const OutputFormat json_format = {"JSON", {".json"}};
inline const OutputFormat table_format = {"CSV, or with tabs if the name ends in .tsv", {".csv", ".tsv"}};
inline const OutputFormat csv_format = {"CSV", {".csv"}};
inline const OutputFormat page_format = {"an HTML page", {".html", ".htm"}};
inline const OutputFormat certificate_format = {"a certificate", {".cert", ".cert.gz", ".gz"}};
inline const OutputFormat checkpoint_format = {"a checkpoint", {".checkpoint"}};

/// Throws Error(usage) where the name of an output ends like that of another kind of file. Names that
/// promise nothing may be anything.
void require_format(const std::string& flag, const std::string& path, const OutputFormat& format);

/// Of the letters A to Z.
std::string lower_case(std::string text);

/// Between the cells of a table of text with that name.
char separator_of(const std::string& path);

}  // namespace spica::app
