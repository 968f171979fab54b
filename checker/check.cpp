#include "checker/check.hpp"

#include <algorithm>
#include <cstdio>

namespace spica_check {

namespace {

void print(const Proven& proven, const Preparation& how, std::size_t number) {
  if (number > 1) std::printf("of the matrix deflated by the components above,\n");
  const auto [lower, upper] = in_user_units(proven, how);
  // 17 digits are up to half a unit off: one unit further out.
  std::printf("component %zu  k = %zu  proved: [%.17g, %.17g]\n  features (from 0):", number, proven.k,
              std::nextafter(lower, -HUGE_VAL), std::nextafter(upper, HUGE_VAL));
  for (const std::size_t i : proven.x.support) std::printf(" %zu", i);
  std::printf("\n  leaves: %zu, dual points: %zu\n", proven.leaves, proven.dual_points);
}

void print(const Preparation& how) {
  const char* const samples = how.center ? "samples, centred" : "samples, not centred";
  std::printf("taken as %s%s\n", how.samples ? samples : "a covariance",
              how.standardize ? ", standardised" : "");
  if (how.samples && !how.standardize) std::printf("divided by m - %d\n", how.ddof);
  const double shift = std::ldexp(how.shift, how.exponent);
  if (shift != 0.0) std::printf("shifted by %.17g times the identity\n", shift);
  std::printf("%s eigenvalue over k features\n", how.reflect ? "smallest" : "largest");
}

void run(const std::string& input, const std::string& certificate, bool exact) {
  Tokens tokens(read_file(certificate));
  do {  // one certificate, or several of the same file
    const Header header = read_header(tokens);
    const ReadTable read = read_matrix(input, header.matrix);
    std::printf("%s: %s\n", input.c_str(), read.how.c_str());
    print(header.how);
    const auto tell = [&header](const Proven& proven, std::size_t number) {
      print(proven, header.how, number);
    };
    exact ? check_components<Exact>(tokens, read.table, header, tell)
          : check_components<Ball>(tokens, read.table, header, tell);
  } while (!tokens.peek().empty());
  std::printf("Accepted, assuming %s.\n",
              exact ? "the interval arithmetic of MPFI with 256 bits" : "IEEE 754 double arithmetic");
}

}  // namespace

std::pair<double, double> in_user_units(const Proven& proven, const Preparation& how) {
  const double lower = scaled(Ball(proven.lower), how.exponent).lower();
  const double upper = scaled(Ball(proven.upper), how.exponent).upper();
  if (!how.reflect) return {lower, upper};
  const Ball axis = scaled(Ball(how.axis), how.exponent);
  const double least = (axis - Ball(upper)).lower();
  return {how.samples ? std::max(least, 0.0) : least, (axis - Ball(lower)).upper()};  // Y'Y has none below 0
}

int check(const std::string& program, const std::string& input, const std::string& certificate, bool exact) {
  const auto fail = [&program](int code, std::string message) {
    for (char& c : message) c = std::iscntrl(static_cast<unsigned char>(c)) != 0 ? '?' : c;
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", program.c_str(), message.c_str());
    return code;
  };
  try {
    run(input, certificate, exact);
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
