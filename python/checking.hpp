#pragma once

#include <optional>
#include <string>

#include "arrays.hpp"

namespace spica_python {

/// What the certificate proves of the array, one dict for each component. Throws as the checker does.
py::list check(const Array& data, const std::string& certificate, const py::dict& expected, bool exact,
               std::optional<double> memory, std::optional<double> work);

}  // namespace spica_python
