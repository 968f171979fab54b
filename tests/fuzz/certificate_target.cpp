// Certificates about two small matrices. What the checker accepts must be true: an upper bound below lambda^k
// ends the run. The fingerprint is not asked for, since nobody guesses one.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "checker/joint.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace spica_check;

const Table covariance{4, 4, {2, 1.5, 0.25, 0, 1.5, 2, 0.5, 0, 0.25, 0.5, 1, -0.5, 0, 0, -0.5, 3}};
const Table samples{5, 3, {1, 2.5, 0, 2, 4.5, 1, 3, 6.5, 0, 4, 8, 1, 5, 10.5, 0}};

/// By Jacobi rotations.
double largest_eigenvalue(std::vector<double> a, std::size_t n) {
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double angle = 0.5 * std::atan2(2.0 * a[p * n + q], a[q * n + q] - a[p * n + p]);
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        for (std::size_t l = 0; l < n; ++l) {
          const double x = a[p * n + l];
          const double y = a[q * n + l];
          a[p * n + l] = c * x - s * y;
          a[q * n + l] = s * x + c * y;
        }
        for (std::size_t l = 0; l < n; ++l) {
          const double x = a[l * n + p];
          const double y = a[l * n + q];
          a[l * n + p] = c * x - s * y;
          a[l * n + q] = s * x + c * y;
        }
      }
    }
  }
  double largest = a[0];
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, a[i * n + i]);
  return largest;
}

/// The total of the components from `first` on, roughly, over all disjoint subsets of `left` that use all of `wanted`.
double best_total(const Problem<Ball>& problem, const Proven& proven, std::size_t first, unsigned left,
                  unsigned wanted) {
  if (first == proven.components.size()) return (left & wanted) == 0 ? 0.0 : -INFINITY;
  double best = -INFINITY;
  for (unsigned subset = left; subset > 0; subset = (subset - 1) & left) {
    Features s;
    for (std::size_t i = 0; i < problem.features(); ++i) {
      if ((subset >> i & 1U) != 0) s.push_back(i);
    }
    if (s.size() > proven.components[first].k || !proven.limits.admit(s)) continue;
    std::vector<double> block;
    for (const std::size_t i : s) {
      for (const std::size_t j : s) block.push_back(problem.entry(i, j).mid());
    }
    best = std::max(best, largest_eigenvalue(block, s.size()) +
                              best_total(problem, proven, first + 1, left & ~subset, wanted));
  }
  return best;
}

double best_total(const Problem<Ball>& problem, const Proven& proven) {
  unsigned wanted = 0;
  unsigned left = (1U << problem.features()) - 1;
  for (const std::size_t i : proven.included) wanted |= 1U << i;
  for (const std::size_t i : proven.excluded) left &= ~(1U << i);
  return best_total(problem, proven, 0, left, wanted);
}

void require(bool condition) {
  if (condition) return;
  std::fputs("accepted, and false\n", stderr);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    Tokens tokens(std::string(reinterpret_cast<const char*>(data), size));
    const Header header = read_header(tokens);
    const Table& table = header.how.samples ? samples : covariance;
    if (header.matrix.rows != table.rows || header.matrix.columns != table.columns) return 0;
    Problem<Ball> problem(table, header.how);
    const auto require_true = [&problem](const Proven& proven) {
      const double slack = 1e-9 * std::abs(best_total(problem, {.components = {{problem.features(), {}}}}));
      const double truth = best_total(problem, proven);
      // Without negative loadings less may be true than the largest eigenvalues say.
      require((proven.nonnegative || proven.upper >= truth - slack) && proven.lower <= truth + slack);
    };
    if (header.joint) require_true(check_joint(tokens, problem, header.components));
    for (std::size_t i = 0; i < std::min<std::size_t>(header.components, 10) && !header.joint; ++i) {
      const Proven proven = check_component(tokens, problem);
      require_true(proven);
      if (header.components == 1 && !header.how.reflect && tokens.accept("follows")) {
        const std::size_t count = tokens.count();
        for (std::size_t f = 0; f < count; ++f) require_true(check_follower(tokens, problem, proven));
      }
      const SparseVector& x = proven.components.front().x;
      header.how.schur ? problem.take_off_scores(x) : problem.project_off(x);
    }
  } catch (const Rejected&) {
  } catch (const Unreadable&) {
  }
  return 0;
}
