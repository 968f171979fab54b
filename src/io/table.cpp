#include "io/table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "io/columns.hpp"
#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"
#include "io/matlab.hpp"
#include "io/matlab_container.hpp"
#include "io/matrix_market.hpp"
#include "io/npy.hpp"
#include "io/sha256.hpp"
#include "io/text_table.hpp"
#include "io/transpose.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

constexpr std::size_t head_bytes = 4096;  // at the beginning of a file, by which formats are told apart

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
  const Matrix& values = table.values();
  if (values.size() == 0) fail(path, "there are no values to write");
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = 0; i < values.rows(); ++i) {
      const double value = values(i, j);
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
      return format_matrix_market(table.values());
    case Format::npy:
      return format_npy(table.values());
    case Format::matlab:
      return format_matlab(table.values(), path);
    case Format::csv:
      break;
  }
  return format_text(table, ',');
}

/// A sentence on the names that the format cannot hold; empty if nothing is lost.
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

/// Where a column or a row stood before others were taken out.
Index stood_at(const std::vector<Index>& places, Index i) {
  return places.empty() ? i : places[static_cast<std::size_t>(i)];
}

/// MATLAB's `save -ascii` may write text under this name.
bool is_binary_mat(std::string_view content, const std::string& path) {
  return lower(path).ends_with(".mat") && content.find('\0') != std::string_view::npos;
}

/// Reads a NumPy file through a map. Bytes that were read are counted for progress and hash, bytes that were
/// copied are given back to the system.
Table read_mapped_npy(FileSource& source, const ReadOptions& options) {
  const auto file = std::make_shared<MappedFile>(source);
  NpyFile npy{file->bytes(), file};
  npy.on_read = [&source, &file](std::size_t end) {
    const auto begin = static_cast<std::size_t>(source.position());
    if (end > begin) source.count(file->bytes().substr(begin, end - begin));
  };
  npy.on_copied = [&file](std::size_t end) { file->drop_to(end); };
  return read_npy(npy, source.path(), options);
}

Table read_npy_in_memory(Source& source, const std::string& path, const ReadOptions& options) {
  const auto bytes = std::make_shared<const std::string>(source.read_all());
  return read_npy({*bytes, bytes}, path, options);
}

void refuse_variable(const ReadOptions& options, const std::string& path) {
  if (!options.variable.empty()) fail(path, "is no MATLAB file; leave out `variable`");
}

/// Takes out the columns that the options name of a table without names.
void take_out(const ReadOptions& options, Table& table) {
  const Index rows = rows_of(table);
  const Index columns = columns_of(table);
  const FileShape file{
      table.path, options.transpose ? columns : rows, options.transpose ? rows : columns, {}, {}, {}};
  apply(plan_columns(file, options), {}, table);
}

/// A table of a format without names, transposed and with columns taken out as the options say.
Table as_wanted(Table table, const ReadOptions& options) {
  if (options.transpose && !table.transposed) transpose(table);
  if (options.selects()) take_out(options, table);
  settle_storage(table, options.keep_native);  // without those columns it may have become square
  return table;
}

/// Reads NumPy and Matrix Market files, which are told by their first bytes; nothing for other formats.
/// `file` is the file itself, null if it was unzipped.
std::optional<Table> read_numbers(Source& source, FileSource* file, const std::string& path,
                                  const ReadOptions& options) {
  const std::string_view head = source.peek(head_bytes);
  const bool npy = is_npy(head);
  const bool market = !npy && is_matrix_market(head);
  if (npy || market) refuse_variable(options, path);
  if (npy && file != nullptr && file->is_regular() && file->size() >= options.map_from && file->size() > 0)
    return read_mapped_npy(*file, options);
  if (npy) return read_npy_in_memory(source, path, options);
  if (market) return read_matrix_market(source, path, options);
  return std::nullopt;
}

/// Reads a table of any format.
Table read_content(Source& source, FileSource* file, const std::string& path, const ReadOptions& options) {
  if (std::optional<Table> table = read_numbers(source, file, path, options))
    return as_wanted(std::move(*table), options);
  if (is_matlab(source.peek(head_bytes)) || lower(path).ends_with(".mat")) {
    const std::string content = source.read_all();
    if (is_matlab(content) || is_binary_mat(content, path)) {
      Table table;
      table.path = path;
      const bool on_disk = file != nullptr && file->is_regular() && path != "-";
      table.numbers = read_matlab({content, path, on_disk}, options.variable);
      return as_wanted(std::move(table), options);
    }
    refuse_variable(options, path);
    MemorySource text(content);
    return read_text(text, path, options);
  }
  refuse_variable(options, path);
  return read_text(source, path, options);
}

}  // namespace

std::string place(const Table& table, Index row, Index column) {
  const std::string here = place(table, column);
  const Index at = stood_at(table.row_places, row);
  if (!table.transposed) return fmt::format("row {}, {}", at + table.header_lines + 1, here);
  return fmt::format("{}, column {}", here,
                     at + (table.column_names.empty() && !table.lead_taken_out ? 1 : 2));
}

std::string place(const Table& table, Index column) {
  const Index before = table.transposed                                   ? table.header_lines
                       : table.row_names.empty() && !table.lead_taken_out ? 0
                                                                          : 1;
  std::string text = fmt::format("{} {}", table.transposed ? "row" : "column",
                                 stood_at(table.column_places, column) + before + 1);
  if (!table.column_names.empty())
    text += fmt::format(" ({})", table.column_names[static_cast<std::size_t>(column)]);
  return text;
}

Index rows_of(const Table& table) {
  return table.native() != nullptr ? rows_of(*table.native()) : table.values().rows();
}

Index columns_of(const Table& table) {
  return table.native() != nullptr ? columns_of(*table.native()) : table.values().cols();
}

Vector row_of(const Table& table, Index row) {
  return table.native() != nullptr ? row_of(*table.native(), row) : Vector(table.values().row(row));
}

Vector column_of(const Table& table, Index column) {
  return table.native() != nullptr ? column_of(*table.native(), column) : Vector(table.values().col(column));
}

void expand(Table& table) {
  if (const NativeSamples* native = table.native()) table.numbers = expanded(*native, table.path);
}

void settle_storage(Table& table, KeepNative keep) {
  if (table.native() == nullptr) return;
  if (!may_stay_native(keep, rows_of(table), columns_of(table)) || is_sparse_but_filled(*table.native()))
    expand(table);
}

Table read_table(const std::string& path, const ReadOptions& options) {
  FileSource file(path, [&options](std::uint64_t done, std::uint64_t total) {
    if (options.check_limits) options.check_limits();
    if (options.on_progress) options.on_progress(done, total);
  });
  const bool compressed = is_gzip(file.peek(2));
  std::optional<GzipSource> unpacked;
  if (compressed) unpacked.emplace(file, path);
  Table table = read_content(compressed ? static_cast<Source&>(*unpacked) : file,
                             compressed ? nullptr : &file, path, options);
  table.path = path;
  table.sha256 = file.sha256();
  return table;
}

Table parse_table(std::string_view text, const std::string& path, const ReadOptions& options) {
  MemorySource source(text);
  Table table = read_text(source, path, options);
  table.sha256 = sha256_hex(text);
  return table;
}

void require_table_format(const std::string& path) {
  find_target(path);
}

std::string write_table(const std::string& path, const Table& table) {
  if (table.native() != nullptr) {
    Table whole = table;
    expand(whole);
    return write_table(path, whole);
  }
  const Target& target = find_target(path);
  check_writable(path, table, target);
  const std::string content = format_table(path, table, target.format);
  write_file(path, target.compressed ? gzip(content) : content);
  return losses(table, target);
}

}  // namespace spica::io
