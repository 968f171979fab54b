// What R calls.

#include <R_ext/Rdynload.h>

#include <cpp11.hpp>
#include <cpp11/declarations.hpp>
#include <string>

#include "run.hpp"

extern "C" {

SEXP spica_run(SEXP command, SEXP data, SEXP how, SEXP options, SEXP callback) {
  BEGIN_CPP11
  return spica_r::run(cpp11::as_cpp<std::string>(command), data, cpp11::list(how), cpp11::list(options),
                      cpp11::sexp(callback));
  END_CPP11
}

SEXP spica_check_certificate(SEXP data, SEXP certificate, SEXP expected, SEXP exact) {
  BEGIN_CPP11
  return spica_r::check(data, cpp11::as_cpp<std::string>(certificate), cpp11::list(expected),
                        cpp11::as_cpp<bool>(exact));
  END_CPP11
}

void R_init_spica(DllInfo* dll) {
  static const R_CallMethodDef methods[] = {
      {"spica_run", reinterpret_cast<DL_FUNC>(&spica_run), 5},
      {"spica_check_certificate", reinterpret_cast<DL_FUNC>(&spica_check_certificate), 4},
      {nullptr, nullptr, 0},
  };
  R_registerRoutines(dll, nullptr, methods, nullptr, nullptr);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
}
}
