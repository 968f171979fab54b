// The solver's readers: every format, told apart by content. What is read as doubles must be read as well,
// and to the same numbers, where it stays as it is, mapped or sparse, and where text comes in small pieces.

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "fuzz/target.hpp"
#include "io/table.hpp"
#include "spica/error.hpp"

namespace {

using namespace spica::io;

std::optional<Table> read(const std::string& path, const ReadOptions& options) {
  try {
    return read_table(path, options);
  } catch (const spica::Error&) {
    return std::nullopt;
  }
}

bool same(const spica::Matrix& a, const spica::Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (spica::Index i = 0; i < a.size(); ++i) {
    const double x = a.data()[i];
    const double y = b.data()[i];
    if (x != y && !(std::isnan(x) && std::isnan(y))) return false;
  }
  return true;
}

void compare(const std::string& path) {
  const std::optional<Table> plain = read(path, {});
  if (!plain) return;
  if (plain->values().size() == 0) std::abort();
  ReadOptions options;
  options.keep_native = KeepNative::everything;
  options.map_from = 0;
  options.piece = 7;
  std::optional<Table> kept = read(path, options);
  if (!kept) std::abort();
  expand(*kept);
  if (!same(kept->values(), plain->values()) || kept->sha256 != plain->sha256 ||
      kept->column_names != plain->column_names || kept->row_names != plain->row_names)
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = "/tmp/spica-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return 0;
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  compare(path);
  std::remove(path.c_str());
  return 0;
}
