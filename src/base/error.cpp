#include "spica/error.hpp"

#include "base/printable.hpp"

namespace spica {

// Messages quote names of files, features and variables, whatever characters these have.
Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(text::printable(message)), kind_(kind) {}

}  // namespace spica
