#include "solver/state.hpp"

#include "base/bytes.hpp"
#include "spica/error.hpp"

namespace spica {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, TracePoint>& point) {
  auto& [time_sec, lower_bound, upper_bound, nodes] = point;
  archive(time_sec, lower_bound, upper_bound, nodes);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, L1Report>& report) {
  auto& [value, support, point, rounded_value, rounded, theorem_factor, factor] = report;
  archive(value, support, point, rounded_value, rounded, theorem_factor, factor);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Better>& better) {
  auto& [support, loadings, value] = better;
  archive(support, loadings, value);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Alternative>& alternative) {
  auto& [support, value, upper] = alternative;
  archive(support, value, upper);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Alternatives>& alternatives) {
  auto& [share, sets, cutoff, finished, complete, count, in_every, in_some, nodes, time_sec] = alternatives;
  archive(share, sets, cutoff, finished, complete, count, in_every, in_some, nodes, time_sec);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Component>& component) {
  auto& [k, sense, support, loadings, lower_bound, upper_bound, gap, gap_scale, support_upper, model_value,
         l1, status, variance, score_variance, adjusted_variance, nodes, method, time_sec, trace, negligible,
         down_to_rounding, ties, better, alternatives, follows, certificate, certificate_axis] = component;
  archive(k, bytes::one_of(sense, sense_names.size()), support, loadings, lower_bound, upper_bound, gap,
          gap_scale, support_upper, model_value, l1, bytes::one_of(status, status_names.size()), variance,
          score_variance, adjusted_variance, nodes, method, time_sec, trace, negligible, down_to_rounding,
          ties, better, alternatives, follows, certificate, certificate_axis);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, JointTotal>& total) {
  auto& [lower_bound, upper_bound, gap, status, priced, prices, one_after_another, adjusted, relaxation,
         better, better_value, nodes, certificate, time_sec, trace] = total;
  archive(lower_bound, upper_bound, gap, bytes::one_of(status, status_names.size()), priced, prices,
          one_after_another, adjusted, relaxation, better, better_value, nodes, certificate, time_sec, trace);
}

}  // namespace spica

namespace spica::solver {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, InWork>& work) {
  auto& [stage, start_sec, x, lower, trace, reduced, search] = work;
  archive(bytes::one_of(stage, stage_count), start_sec, x, lower, trace, reduced, search);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, SolveState>& state) {
  auto& [time_sec, components, work, total] = state;
  archive(time_sec, components, work, total);
}

std::string pack(const SolveState& state, const Problem& problem, const std::vector<Index>& cardinalities) {
  bytes::Writer out;
  out(problem.features(), problem.trace(), cardinalities, state);
  return out.take();
}

SolveState unpack_state(std::string_view packed, const Problem& problem,
                        const std::vector<Index>& cardinalities) {
  bytes::Reader in(packed);
  const bool same_matrix = in.read<Index>() == problem.features() && in.read<double>() == problem.trace();
  if (!same_matrix || in.read<std::vector<Index>>() != cardinalities)
    throw Error(ErrorKind::input, "the saved state is of another problem");
  auto state = in.read<SolveState>();
  in.require(in.at_end());
  const std::size_t begun = state.components.size() + (state.work ? 1 : 0);
  in.require(begun <= cardinalities.size());
  for (const Component& component : state.components) {
    in.require(component.loadings.size() == static_cast<Index>(component.support.size()));
    in.require_features(component.support, problem.features());
  }
  if (state.work) in.require_features(state.work->x.support, problem.features());
  return state;
}

}  // namespace spica::solver
