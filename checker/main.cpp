#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "checker/check.hpp"

constexpr const char* help = R"(Usage: spica-check [--exact] INPUT CERTIFICATE

Recomputes every inequality of a certificate from the matrix in INPUT (CSV, TSV,
Matrix Market or .npy, also gzipped), shares no code with the solver, and prints
what is proven. --exact: in intervals of 256 bits, slow. --version: which it is.

Exit codes: 0 proved, 2 wrong usage, 3 unreadable, 5 certificate rejected.

Example: spica solve genes.csv -k 5 --certificate p && spica-check genes.csv p
)";

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + std::max(count, 1));
  const bool exact = std::erase(words, "--exact") > 0;
  if (words.size() == 1 && words[0] == "--version")
    return std::puts("spica-check " SPICA_VERSION) < 0 ? 1 : 0;
  const bool asked = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  if (words.size() == 2 && !asked) return spica_check::check("spica-check", words[0], words[1], exact);
  std::fputs(help, asked ? stdout : stderr);
  return asked ? 0 : 2;
}
