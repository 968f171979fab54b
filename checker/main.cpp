#include <cstdio>
#include <string_view>

#include "checker/check.hpp"

namespace {

constexpr const char* help =
    "Usage: spica-check INPUT CERTIFICATE\n\n"
    "Recomputes every inequality of a certificate from the matrix in INPUT (CSV, TSV, Matrix Market or .npy, "
    "also\n"
    "gzipped), shares no code with the solver, and prints the interval that is proven for each component.\n\n"
    "Example:  spica solve genes.csv -k 10 --certificate genes.cert\n"
    "          spica-check genes.csv genes.cert\n\n"
    "Exit codes: 0 proved, 2 wrong usage, 3 unreadable input or certificate, 5 certificate rejected.\n";

}  // namespace

int main(int count, char** arguments) {
  const std::string_view first = count > 1 ? arguments[1] : "";
  if (first == "--help" || first == "-h") {
    std::fputs(help, stdout);
    return 0;
  }
  if (count != 3) {
    std::fputs(help, stderr);
    return 2;
  }
  return spica_check::check("spica-check", arguments[1], arguments[2]);
}
