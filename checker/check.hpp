#pragma once

#include <string>
#include <utility>

#include "checker/proof.hpp"

namespace spica_check {

/// Checks all components of one certificate; tell(proven, number) hears of each.
template <class N, class Tell>
void check_components(Tokens& tokens, const Table& table, const Header& header, const Tell& tell) {
  Problem<N> problem(table, header.how);
  for (std::size_t number = 1; number <= header.components; ++number) {
    const Proven proven = check_component(tokens, problem);
    tell(proven, number);
    if (number < header.components) problem.deflate(proven.x);
  }
}

/// The interval that is proven for the file's matrix, without the scale and the reflection.
std::pair<double, double> in_user_units(const Proven& proven, const Preparation& how);

/// Checks a certificate against the matrix in a file, and prints what is proven. Errors begin with the
/// program's name. Returns an exit code: 0 proved, 3 unreadable, 5 rejected, 70 internal error. `exact` does
/// every step in intervals of 256 bits: slow.
int check(const std::string& program, const std::string& input, const std::string& certificate, bool exact);

}  // namespace spica_check
