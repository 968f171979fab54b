#include "bounds/dense.hpp"

#include <fmt/format.h>

#include "spica/error.hpp"

namespace spica::bounds {

void require_dense(const Problem& problem) {
  constexpr Index most = 20000;
  if (problem.features() <= most) return;
  throw Error(ErrorKind::usage,
              fmt::format("this method stores {0} x {0} matrices; it is for at most {1} features, "
                          "`method=sample` and `method=cauchy` have no such limit",
                          problem.features(), most));
}

}  // namespace spica::bounds
