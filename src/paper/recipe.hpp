#pragma once

// How a published cell is rerun: the calls of the public API that stand for its method and parameters.

#include <string>
#include <vector>

#include "paper/figures.hpp"
#include "spica/options.hpp"

namespace spica::paper {

struct Attempt {
  bool primal = false;  ///< heuristic() instead of bound()
  Options options;
  std::string params;  ///< as the paper writes them, to say which attempt was the best
};

/// The paper's way to write the parameters of a grid: "Ipos,N" or "Ipos,N,iterations". Throws Error(usage).
void set_params(IpOptions& ip, const std::string& text);

/// True for methods that we only cite.
bool is_cited_only(const Figure& figure);

/// The attempts of which the best one counts; none for a method that is only cited. `base` has the limits,
/// threads and seed.
std::vector<Attempt> attempts_of(const Figure& figure, const Options& base);

}  // namespace spica::paper
