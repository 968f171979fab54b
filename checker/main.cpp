#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "checker/check.hpp"

constexpr const char* help =
    "Usage: spica-check [--exact] INPUT CERTIFICATE\n\n"
    "Recomputes every inequality of a certificate from the matrix in INPUT (CSV,\n"
    "TSV, Matrix Market or .npy, also gzipped), shares no code with the solver, and\n"
    "prints what is proven of each component. --exact does it in intervals of 256\n"
    "bits: slow, for small matrices or great suspicion.\n\n"
    "Exit codes: 0 proved, 2 wrong usage, 3 unreadable input or certificate,\n"
    "5 certificate rejected.\n\n"
    "Example: spica solve genes.csv -k 10 --certificate genes.cert\n"
    "         spica-check genes.csv genes.cert\n";

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + std::max(count, 1));
  const bool exact = std::erase(words, "--exact") > 0;
  const bool asked = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  if (words.size() == 2 && !asked) return spica_check::check("spica-check", words[0], words[1], exact);
  std::fputs(help, asked ? stdout : stderr);
  return asked ? 0 : 2;
}
