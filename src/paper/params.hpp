#pragma once

#include <string>

#include "spica/options.hpp"

namespace spica::paper {

/// The paper's way to write the parameters of a grid: "Ipos,N" or "Ipos,N,iterations". Throws Error(usage).
void set_params(IpOptions& ip, const std::string& text);

}  // namespace spica::paper
