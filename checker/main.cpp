#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "checker/check.hpp"

constexpr const char* help = R"(Usage: spica-check [--exact] [--expect WHAT] [--memory SIZE] [--work N]
                   INPUT CERTIFICATE

Recomputes every inequality of a certificate from the matrix in INPUT (CSV, TSV,
Matrix Market or .npy, also gzipped), shares no code with the solver, and prints
what is proven. --version: which it is.

  --exact        in intervals of 256 bits: slow
  --expect WHAT  reject what proves something else than kind=samples|covariance,
                 center=0|1, standardize=0|1, ddof=D, shift=S, k=K,K...,
                 sense=largest|smallest, joint=0|1, nonnegative=0|1,
                 include=F,F..., exclude=F,F..., disjoint=0|1, limits=N:F:F/N:F
                 (at most N of the features F); what is not mentioned is as in a
                 plain `spica solve`, NAME=any is anything
  --memory SIZE  take up to so much memory (4G, 500M or bytes), and no more;
                 default 512M and 64 bytes a byte of the two files (512, exact)
  --work N       do up to so many operations; default 5e10 and 1e6 a byte

Exit codes: 0 proved, 2 wrong usage, 3 unreadable or beyond a limit, 5 rejected.

Example: spica solve genes.csv -k 5 --certificate p && spica-check genes.csv p
)";

namespace {

/// Takes `--flag VALUE` or `--flag=VALUE` off the words. False if the value is missing.
bool take_value(std::vector<std::string>& words, const std::string& flag, std::optional<std::string>& value) {
  for (auto word = words.begin(); word != words.end();) {
    if (word->starts_with(flag + "=")) {
      value = word->substr(flag.size() + 1);
      word = words.erase(word);
    } else if (*word == flag) {
      if (word + 1 == words.end()) return false;
      value = *(word + 1);
      word = words.erase(word, word + 2);
    } else {
      ++word;
    }
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + std::max(count, 1));
  if (words.size() == 1 && words[0] == "--version")
    return std::puts("spica-check " SPICA_VERSION) < 0 ? 1 : 0;
  const bool asked = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  spica_check::Request request;
  request.exact = std::erase(words, "--exact") > 0;
  const bool complete = take_value(words, "--expect", request.expect) &&
                        take_value(words, "--memory", request.memory) &&
                        take_value(words, "--work", request.work);
  const bool flags_left =
      std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  if (asked || !complete || flags_left || words.size() != 2) {
    std::fputs(help, asked ? stdout : stderr);
    return asked ? 0 : 2;
  }
  request.input = words[0];
  request.certificate = words[1];
  return spica_check::check("spica-check", request);
}
