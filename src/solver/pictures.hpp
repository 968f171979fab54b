#pragma once

// What a report shows beside a result: plain PCA, the same component at other k, and where the samples lie.
// None of it is needed for the result itself, so it is computed only when somebody wants to look.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spica/solve.hpp"

namespace spica {

/// Proven bounds of lambda^k.
struct CurvePoint {
  Index k = 0;
  double lower_bound = 0.0;
  double upper_bound = 0.0;
};

/// Samples as points: the first component against the second, or against plain PCA's first if there is only
/// one.
struct Plane {
  std::string x_title;
  std::string y_title;
  std::vector<Index> samples;  ///< those shown, ascending
  Vector x;
  Vector y;
};

struct Pictures {
  std::vector<CurvePoint> curve;
  std::optional<Plane> plane;
};

/// The largest eigenvalues of A, as many as asked for or as there are: what plain components explain. Not
/// proven.
std::vector<double> plain_variances(const Problem& problem, Index count,
                                    const std::function<bool()>& out_of_time = {});

/// For results that are about variance; after a limit nobody waits for it.
std::vector<double> plain_variances(const Problem& problem, const Result& result);

/// The samples, centred and scaled as they were read, times the components: one row a sample, one column a
/// component.
Matrix scores(const Problem& problem, const std::vector<Component>& components, int ddof);

/// Bounds at k around that of the first component, in at most a few seconds of what is left of the time
/// limit; empty if nothing is. Empty for results that are no solve of the largest eigenvalue, too.
std::vector<CurvePoint> curve_around(const Problem& problem, const Result& result, const Options& options,
                                     const Hooks& hooks);

/// Nothing where the input was no samples.
std::optional<Plane> sample_plane(const Problem& problem, const Result& result, int ddof);

}  // namespace spica
