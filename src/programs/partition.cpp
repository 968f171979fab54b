#include "programs/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/views.hpp"
#include "spica/error.hpp"

namespace spica::programs {

namespace {

constexpr Index default_ipos = 10;  // of an option, which users know

/// All eigenpairs where that is quick, else the leading ones. None where there is no time for them.
linalg::Eigenpairs spectrum(const ProgramTask& task, Index least) {
  const Index n = task.problem.features();
  const bool whole = n <= task.settings.whole_spectrum_up_to;
  const Index count = whole ? n : std::min(n, std::max(least, task.settings.most_directions + 1));
  return leading_eigenpairs(task.problem, count, [&task] { return task.out_of_time(); });
}

/// How many are above lambda; one that equals it up to rounding is not.
Index count_above(const linalg::Eigenpairs& pairs, double lambda) {
  constexpr double rounding = 1e-12;
  const double limit = lambda + rounding * eigenvalue(pairs, 0);
  Index count = 0;
  while (count < pairs.values.size() && pairs.values(count) > limit) ++count;
  return count;
}

Partition partition_at(const ProgramTask& task, double lambda_user) {
  Partition result;
  result.lambda = std::ldexp(lambda_user, -task.problem.exponent());
  result.pairs = spectrum(task, 1);
  result.split = count_above(result.pairs, result.lambda);
  if (result.split == result.pairs.values.size()) {  // perhaps more of them than were computed
    result.pairs = spectrum(task, task.problem.features());
    result.split = count_above(result.pairs, result.lambda);
  }
  result.split = std::max<Index>(result.split, 1);  // it passed, if only by a rounding
  result.next = eigenvalue(result.pairs, result.split);
  return result;
}

Partition partition_by_count(const ProgramTask& task) {
  const Index n = task.problem.features();
  const Index ipos = task.ip.ipos.value_or(std::min(default_ipos, n));
  Partition result;
  result.split = ipos;
  result.pairs = spectrum(task, ipos + 1);
  result.next = eigenvalue(result.pairs, ipos);
  if (task.method == BoundMethod::convex_ip) {
    // Small is tight (maths.md, 3.6), but what lies above the lower bound has to be split.
    if (result.next > task.lower) {
      result.lambda = task.lower;
      result.split = std::max(result.split, count_above(result.pairs, result.lambda));
      result.next = eigenvalue(result.pairs, result.split);
    } else {
      result.lambda = result.next;
    }
  } else {
    // Larger is tighter on a coarse grid; the lower bound and the last of P are the limits.
    const double top = std::max(result.next, std::min(eigenvalue(result.pairs, ipos - 1), task.lower));
    result.lambda = result.next + task.settings.lambda_share * (top - result.next);
  }
  return result;
}

}  // namespace

double eigenvalue(const linalg::Eigenpairs& pairs, Index i) {
  return i < pairs.values.size() ? std::max(0.0, pairs.values(i)) : 0.0;
}

Partition choose_partition(const ProgramTask& task) {
  return task.ip.lambda ? partition_at(task, *task.ip.lambda) : partition_by_count(task);
}

void require_partition(const Problem& problem, const IpOptions& ip) {
  if (ip.ipos && *ip.ipos > problem.features()) {
    throw Error(ErrorKind::usage,
                fmt::format("`ipos` is {}; it must be at least 1 and at most the {} features", *ip.ipos,
                            problem.features()));
  }
  if (!ip.lambda) return;
  const linalg::Eigenpairs leading = leading_eigenpairs(problem, 1);
  if (count_above(leading, std::ldexp(*ip.lambda, -problem.exponent())) > 0) return;
  throw Error(ErrorKind::usage,
              fmt::format("`lambda` is {:g}; it must be at least 0 and below the largest eigenvalue, {:g}",
                          *ip.lambda, std::ldexp(eigenvalue(leading, 0), problem.exponent())));
}

Index kept_directions(const Partition& partition, Index features, const ProgramSettings& settings) {
  Index kept = std::max(partition.split, partition.pairs.values.size());
  constexpr double rounding = 1e-9;
  const double noise = rounding * eigenvalue(partition.pairs, 0);
  while (kept > partition.split && eigenvalue(partition.pairs, kept - 1) <= noise) --kept;
  if (features <= settings.whole_spectrum_up_to) return kept;
  return std::min(kept, std::max(partition.split, settings.most_directions));
}

}  // namespace spica::programs
