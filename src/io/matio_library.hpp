#pragma once

#include <matio.h>

namespace spica::io {

/// The functions of matio that are used here. The library brings some thirty others with it, of HDF5 and curl, and is
/// loaded when the first MATLAB file is met: otherwise every start of the program would pay for all of them.
struct MatioLibrary {
  decltype(&Mat_Open) open;
  decltype(&Mat_Close) close;
  decltype(&Mat_CreateVer) create;
  decltype(&Mat_LogInitFunc) log_to;
  decltype(&Mat_Rewind) rewind;
  decltype(&Mat_VarCreate) create_variable;
  decltype(&Mat_VarFree) free_variable;
  decltype(&Mat_VarRead) read_variable;
  decltype(&Mat_VarReadNextInfo) next_description;
  decltype(&Mat_VarWrite) write_variable;
};

/// Null if the library is not installed.
const MatioLibrary* matio();

/// The name by which the system's loader knows it.
inline constexpr const char* matio_name = SPICA_MATIO;

}  // namespace spica::io
