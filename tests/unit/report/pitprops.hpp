#pragma once

#include "io/interpret.hpp"
#include "pitprops_csv.hpp"

namespace spica {

inline io::Input pitprops() {
  return io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops"));
}

}  // namespace spica
