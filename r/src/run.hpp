#pragma once

#include <cpp11.hpp>
#include <string>

namespace spica_r {

/// Runs a command on a matrix, or on the parts of a sparse one. A list of result, json, certificate and warnings; or of
/// error, a message in the library's words.
cpp11::list run(const std::string& command, SEXP data, const cpp11::list& how, const cpp11::list& options,
                const cpp11::sexp& callback);

/// What a certificate proves of a matrix of doubles: a list of statements; or of error, and whether it was rejected.
cpp11::list check(SEXP data, const std::string& certificate, const cpp11::list& expected, bool exact);

}  // namespace spica_r
