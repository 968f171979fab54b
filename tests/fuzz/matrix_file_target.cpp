// The checker's readers. The first two bytes are the expected size; the fingerprint never fits, so that every
// layout is tried.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "checker/matrix_file.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static const std::string path = "/tmp/spica-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return 0;
  std::fwrite(data + 2, 1, size - 2, file);
  std::fclose(file);
  try {
    const std::size_t rows = data[0] % 16U + 1U;
    const std::size_t columns = data[1] % 16U + 1U;
    const spica_check::ReadTable read = spica_check::read_matrix(path, {rows, columns, "none"});
    if (!read.table.values.empty()) std::abort();
  } catch (const spica_check::Unreadable&) {
  }
  std::remove(path.c_str());
  return 0;
}
