#pragma once

#include <string>
#include <string_view>

namespace spica::app {

/// A message of the library in the words of the command line. The library puts names of options between backticks,
/// with a value where there is one: `as=samples` becomes --as samples, `k=10` becomes -k 10. Whatever is no option
/// stays as it is, and so do names between quotation marks.
std::string with_flags(std::string_view text);

}  // namespace spica::app
