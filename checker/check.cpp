#include "checker/check.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <new>

#include "checker/certificate.hpp"
#include "checker/matrix_file.hpp"
#include "checker/problem.hpp"
#include "checker/proof.hpp"

namespace spica_check {

namespace {

void print(const Proven& proven, const Preparation& how, std::size_t number) {
  // A power of two changes nothing, unless it leaves the range of doubles: then outwards.
  const auto user = [&how](double value, double outwards) {
    const double result = std::ldexp(value, how.exponent);
    return std::ldexp(result, -how.exponent) == value ? result : std::nextafter(result, outwards);
  };
  const double lower = user(proven.lower, -INFINITY);
  const double upper = user(proven.upper, INFINITY);
  std::printf("component %zu  k = %zu  proved: [%.17g, %.17g]\n", number, proven.k, lower, upper);
  std::printf("  features (from 0):");
  for (const std::size_t i : proven.x.support) std::printf(" %zu", i);
  std::printf("\n  leaves: %zu, dual points: %zu\n", proven.leaves, proven.dual_points);
}

std::string text_of(const std::string& certificate) {
  try {
    return read_bytes(certificate);
  } catch (const Unreadable& error) {
    throw Unreadable(certificate + ": " + error.what());
  }
}

void run(const std::string& input, const std::string& certificate) {
  Tokens tokens(text_of(certificate));
  const Header header = read_header(tokens);
  const ReadTable read = read_matrix(input, header.matrix);
  std::printf("%s: %s\n", input.c_str(), read.how.c_str());
  std::printf("taken as %s%s%s\n", header.how.samples ? "samples" : "a covariance",
              header.how.samples ? (header.how.center ? ", centred" : ", not centred") : "",
              header.how.standardize ? ", standardised" : "");
  if (header.how.samples && !header.how.standardize) std::printf("divided by m - %d\n", header.how.ddof);
  if (header.how.shift != 0.0)
    std::printf("shifted by %.17g times the identity\n", std::ldexp(header.how.shift, header.how.exponent));
  Problem problem(read.table, header.how);
  for (std::size_t number = 1; number <= header.components; ++number) {
    const Proven proven = check_component(tokens, problem);
    if (number > 1) std::printf("of the matrix deflated by the components above,\n");
    print(proven, header.how, number);
    if (number < header.components) problem.deflate(proven.x);
  }
  if (!tokens.peek().empty()) tokens.reject("text after the last component");
  std::printf("Accepted, assuming IEEE 754 double arithmetic.\n");
}

}  // namespace

int check(const std::string& program, const std::string& input, const std::string& certificate) {
  const auto fail = [&program](int code, const std::string& message) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", program.c_str(), message.c_str());
    return code;
  };
  try {
    run(input, certificate);
    return 0;
  } catch (const Rejected& error) {
    std::printf("Rejected.\n");
    return fail(5, certificate + ": " + error.what());
  } catch (const Unreadable& error) {
    return fail(3, error.what());
  } catch (const std::bad_alloc&) {
    return fail(3, "not enough memory");
  } catch (const std::exception& error) {
    return fail(70, std::string("internal error: ") + error.what());
  }
}

}  // namespace spica_check
