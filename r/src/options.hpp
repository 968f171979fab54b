#pragma once

#include <cpp11.hpp>
#include <string>

#include "spica/options.hpp"

namespace spica_r {

/// The options of a command that are in the list; whatever is not there, or NULL, keeps its default. Throws
/// spica::Error for a name that is no option of the command, or a value of the wrong type.
spica::Options options_of(const cpp11::list& given, const std::string& command);

}  // namespace spica_r
