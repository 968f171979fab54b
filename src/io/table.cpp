#include "io/table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "io/file.hpp"
#include "io/matlab.hpp"
#include "io/matrix_market.hpp"
#include "io/message.hpp"
#include "io/npy.hpp"
#include "io/sha256.hpp"
#include "io/text_table.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

enum class Format { csv, tsv, matrix_market, npy, matlab };

struct Target {
  std::string_view extension;
  Format format = Format::csv;
  bool compressed = false;
};

constexpr std::array<Target, 8> targets = {{{".csv", Format::csv, false},
                                            {".tsv", Format::tsv, false},
                                            {".mtx", Format::matrix_market, false},
                                            {".npy", Format::npy, false},
                                            {".mat", Format::matlab, false},
                                            {".csv.gz", Format::csv, true},
                                            {".tsv.gz", Format::tsv, true},
                                            {".mtx.gz", Format::matrix_market, true}}};

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

const Target& find_target(const std::string& path) {
  const std::string name = lower(std::filesystem::path(path).filename().string());
  std::string known;
  for (const Target& target : targets) {
    if (name.size() > target.extension.size() && name.ends_with(target.extension)) return target;
    known += (known.empty() ? "" : " ") + std::string(target.extension);
  }
  throw Error(ErrorKind::usage,
              fmt::format("{}: the format follows the extension, which must be one of {}", path, known));
}

void check_writable(const std::string& path, const Table& table, const Target& target) {
  if (table.values.size() == 0) fail(path, "there are no values to write");
  for (Index j = 0; j < table.values.cols(); ++j) {
    for (Index i = 0; i < table.values.rows(); ++i) {
      const double value = table.values(i, j);
      if (std::isfinite(value)) continue;
      if (std::isinf(value))
        fail(path, fmt::format("row {}, column {}: the value is infinite", i + 1, j + 1));
      if (target.format != Format::matrix_market) continue;
      fail(path, fmt::format(
                     "row {}, column {}: the value is missing, which Matrix Market files cannot hold; write "
                     ".csv, .tsv, .npy or .mat instead",
                     i + 1, j + 1));
    }
  }
}

std::string format_table(const std::string& path, const Table& table, Format format) {
  switch (format) {
    case Format::tsv:
      return format_text(table, '\t');
    case Format::matrix_market:
      return format_matrix_market(table.values);
    case Format::npy:
      return format_npy(table.values);
    case Format::matlab:
      return format_matlab(table.values, path);
    case Format::csv:
      break;
  }
  return format_text(table, ',');
}

/// What is lost, as a sentence, or nothing.
std::string losses(const Table& table, const Target& target) {
  if (target.format == Format::csv || target.format == Format::tsv) return "";
  const bool columns = !table.column_names.empty();
  const bool rows = !table.row_names.empty();
  if (!columns && !rows) return "";
  return fmt::format("{} are not kept by {} files",
                     columns && rows ? "feature and row names"
                     : columns       ? "feature names"
                                     : "row names",
                     target.extension);
}

/// MATLAB's `save -ascii` may write text under this name.
bool is_binary_mat(std::string_view content, const std::string& path) {
  return lower(path).ends_with(".mat") && content.find('\0') != std::string_view::npos;
}

Table read_content(std::string_view content, const std::string& path, bool expanded,
                   const ReadOptions& options) {
  Table table;
  std::error_code ignored;
  const bool matlab = is_matlab(content) || is_binary_mat(content, path);
  if (!options.variable.empty() && !matlab) fail(path, "is no MATLAB file; leave out --variable");
  if (is_npy(content)) {
    table.values = read_npy(content, path);
  } else if (matlab) {
    const bool on_disk = !expanded && path != "-" && std::filesystem::is_regular_file(path, ignored);
    table.values = read_matlab({content, path, on_disk}, options.variable);
  } else if (is_matrix_market(content)) {
    table.values = read_matrix_market(content, path);
  } else {
    table = read_text(content, path);
  }
  return table;
}

}  // namespace

std::string place(const Table& table, Index row, Index column) {
  std::string text = fmt::format("row {}, column {}", row + table.header_lines + 1,
                                 column + (table.row_names.empty() ? 1 : 2));
  if (!table.column_names.empty())
    text += fmt::format(" ({})", table.column_names[static_cast<std::size_t>(column)]);
  return text;
}

Table read_table(const std::string& path, const ReadOptions& options) {
  const std::string bytes = read_bytes(path);
  const bool compressed = is_gzip(bytes);
  const std::string expanded = compressed ? gunzip(bytes, path) : "";
  Table table = read_content(compressed ? expanded : bytes, path, compressed, options);
  table.path = path;
  table.sha256 = sha256_hex(bytes);
  return table;
}

Table parse_table(std::string_view text, const std::string& path) {
  Table table = read_text(text, path);
  table.sha256 = sha256_hex(text);
  return table;
}

std::string write_table(const std::string& path, const Table& table) {
  const Target& target = find_target(path);
  check_writable(path, table, target);
  const std::string content = format_table(path, table, target.format);
  write_file(path, target.compressed ? gzip(content) : content);
  return losses(table, target);
}

}  // namespace spica::io
