#pragma once

#include "paper/figures.hpp"

namespace spica::paper {

/// A published cell with k = 10.
inline Figure cell(const std::string& case_name, const std::string& method, const std::string& params) {
  Figure figure;
  figure.case_name = case_name;
  figure.k = 10;
  figure.method = method;
  figure.params = params;
  return figure;
}

}  // namespace spica::paper
