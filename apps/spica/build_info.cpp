#include "build_info.hpp"

#include <fmt/format.h>

#include <string_view>

#include "linalg/blas_version.hpp"
#include "ranks.hpp"
#include "source_description.hpp"
#include "spica/version.hpp"

namespace spica::app {

std::string build_info() {
  std::string text = fmt::format("spica {}", version);
  const auto line = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("\n  {:<9} {}", name, value);
  };
  line("source", SPICA_SOURCE);
  line("compiler", SPICA_COMPILER);
  line("system", SPICA_SYSTEM);
  line("BLAS", linalg::blas_version());
  line("MPI", with_mpi() ? "yes" : "no");
  return text;
}

}  // namespace spica::app
