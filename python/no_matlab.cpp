// The package takes arrays and reads no MATLAB file, so that it does not load matio and the forty libraries behind that. These
// stand in for src/io/matlab.cpp, which the linker then leaves out.

#include "io/matlab.hpp"

#include "spica/error.hpp"

namespace spica::io {

Matrix read_matlab(const MatlabSource& source, const std::string&) {
  throw Error(ErrorKind::input,
              source.path + ": MATLAB files are read by the program spica, not by this package");
}

std::string format_matlab(const Matrix&, const std::string& path) {
  throw Error(ErrorKind::input,
              path + ": MATLAB files are written by the program spica, not by this package");
}

}  // namespace spica::io
