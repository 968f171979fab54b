#include "formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "spica/error.hpp"

namespace spica::app {

namespace {

/// Endings that say what is in a file.
constexpr std::array<std::string_view, 36> telling = {
    ".csv", ".tsv",  ".xlsx", ".xls",  ".ods", ".json", ".html",  ".htm",     ".png",
    ".svg", ".pdf",  ".jpg",  ".jpeg", ".gif", ".npy",  ".npz",   ".mat",     ".mtx",
    ".gz",  ".zip",  ".bz2",  ".xz",   ".zst", ".rds",  ".rdata", ".parquet", ".feather",
    ".h5",  ".hdf5", ".xml",  ".yaml", ".yml", ".toml", ".docx",  ".md",      ".tex"};

bool ends_in_one_of(const std::string& name, const auto& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&name](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void require_format(const std::string& flag, const std::string& path, const OutputFormat& format) {
  const std::string name = lower_case(path);
  if (!ends_in_one_of(name, telling) || ends_in_one_of(name, format.endings)) return;
  throw Error(ErrorKind::usage, fmt::format("{} {}: it is written as {}; give a name that ends in {}", flag,
                                            path, format.name, format.endings.front()));
}

char separator_of(const std::string& path) {
  return lower_case(path).ends_with(".tsv") ? '\t' : ',';
}

}  // namespace spica::app
