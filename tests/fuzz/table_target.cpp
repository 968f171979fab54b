// The solver's readers: every format, told apart by content.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/target.hpp"
#include "io/table.hpp"
#include "spica/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = "/tmp/spica-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return 0;
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  try {
    const spica::io::Table table = spica::io::read_table(path);
    if (table.values.size() == 0) std::abort();
  } catch (const spica::Error&) {
  }
  std::remove(path.c_str());
  return 0;
}
