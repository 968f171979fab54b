#pragma once

// The line that the integer programs draw through the spectrum: P = {i : lam_i > lambda}, Ipos of them.

#include "linalg/eigen.hpp"
#include "programs/integer_program.hpp"

namespace spica::programs {

/// Which eigenvectors are split, and at what eigenvalue the line is drawn (scaled units).
struct Partition {
  linalg::Eigenpairs pairs;  ///< of the whole spectrum, or of as much as is of use; none: there was no time
  Index split = 0;           ///< |P|
  double lambda = 0.0;
  double next = 0.0;  ///< the largest eigenvalue not in P, 0 without any
};

/// The i-th largest eigenvalue, not negative; 0 beyond what is known.
double eigenvalue(const linalg::Eigenpairs& pairs, Index i);

/// By IpOptions::lambda if it is given, else by ipos.
Partition choose_partition(const ProgramTask& task);

/// Throws Error(usage) with the allowed range where the matrix does not allow the parameters.
void require_partition(const Problem& problem, const IpOptions& ip);

/// Of the spectrum beyond P, as much as a program keeps exactly.
Index kept_directions(const Partition& partition, Index features, const ProgramSettings& settings);

}  // namespace spica::programs
