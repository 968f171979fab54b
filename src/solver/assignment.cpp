#include "solver/assignment.hpp"

#include "base/bytes.hpp"
#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "linalg/eigen.hpp"
#include "model/problem_data.hpp"
#include "search/state_store.hpp"
#include "search/support/branch_and_bound.hpp"

namespace spica::solver {

namespace {

Problem problem_of(Matrix a, Vector error_radius, int exponent) {
  auto data = std::make_shared<Problem::Data>();
  data->features = a.rows();
  data->exponent = exponent;
  data->covariance = std::move(a);
  data->error_radius = std::move(error_radius);
  finish_covariance(*data);
  return Problem(std::move(data));
}

}  // namespace

Assignment assignment_of(const Problem& problem, const search::FeasiblePoint& incumbent,
                         const search::SupportSettings& settings, const Options& options) {
  return {.problem = problem,
          .component = incumbent.x,
          .lower = incumbent.value,
          .k = settings.k,
          .gap = settings.engine.gap,
          .answer = settings.engine.answer,
          .ruled_out = settings.ruled_out,
          .groups = settings.groups,
          .included = settings.included,
          .nonnegative = settings.conditions.nonnegative,
          .group_of = settings.conditions.limits.group,
          .at_most = settings.conditions.limits.at_most,
          .threads = options.threads,
          .memory_bytes = options.memory_bytes};
}

/// All but the problem.
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Assignment>& assignment) {
  auto& [problem, component, lower, k, gap, answer, ruled_out, groups, included, nonnegative, group_of,
         at_most, threads, memory_bytes] = assignment;
  archive(component, lower, k, gap, answer, ruled_out, groups, included, nonnegative, group_of, at_most,
          threads, memory_bytes);
}

std::string pack(const Assignment& assignment) {
  const Problem& problem = assignment.problem;
  bytes::Writer out;
  out(problem.covariance(), problem.error_radius(), problem.exponent(), assignment);
  return out.take();
}

Assignment unpack_assignment(std::string_view packed) {
  bytes::Reader in(packed, "the task that rank 0 sent");
  auto a = in.read<Matrix>();
  auto error_radius = in.read<Vector>();
  const auto exponent = in.read<int>();
  Assignment assignment{problem_of(std::move(a), std::move(error_radius), exponent), {}};
  in(assignment);
  return assignment;
}

std::unique_ptr<bounds::Pairs> pairs_bound(const Problem& problem, const SparseVector& component, double gap,
                                           std::optional<bounds::pairs::Iterate> start,
                                           bounds::PairsSettings settings) {
  settings.bits = bounds::pairs::bits_for(gap);
  return std::make_unique<bounds::Pairs>(problem, component, std::move(start), settings);
}

std::size_t memory_for_search(std::int64_t wanted_bytes, const search::Team* team) {
  if (wanted_bytes > 0) return static_cast<std::size_t>(wanted_bytes);
  const int processes = team != nullptr ? team->neighbours() : 1;
  return search::default_memory_bytes() / static_cast<std::size_t>(processes);
}

void assist(const Assignment& assignment, std::string_view root, const Assistant& assistant) {
  linalg::use_one_blas_thread();
  const std::unique_ptr<bounds::Bound> bound =
      pairs_bound(assignment.problem, assignment.component, assignment.gap);
  const search::SupportSettings settings{
      .engine = {.gap = assignment.gap,
                 .answer = assignment.answer,
                 .threads = assignment.threads > 0 ? assignment.threads : assistant.team.cores(),
                 .limits = {.stop = assistant.stop}},
      .k = assignment.k,
      .ruled_out = assignment.ruled_out,
      .groups = assignment.groups,
      .conditions = {.prices = {},
                     .nonnegative = assignment.nonnegative,
                     .limits = {assignment.group_of, assignment.at_most, {}}},
      .included = assignment.included,
      .memory_bytes = memory_for_search(assignment.memory_bytes, &assistant.team),
      .team = &assistant.team,
      .root_state = root,
      .on_warning = assistant.on_warning};
  search::branch_and_bound(assignment.problem, *bound, {assignment.component, assignment.lower}, settings);
}

}  // namespace spica::solver
