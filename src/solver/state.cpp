#include "solver/state.hpp"

#include <algorithm>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "spica/error.hpp"

namespace spica::solver {

namespace {

void pack(bytes::Writer& out, const std::vector<TracePoint>& trace) {
  out.count(trace.size());
  for (const TracePoint& point : trace) {
    out.number(point.time_sec);
    out.optional(point.lower_bound);
    out.optional(point.upper_bound);
    out.number(point.nodes);
  }
}

std::vector<TracePoint> unpack_trace(bytes::Reader& in) {
  std::vector<TracePoint> trace(in.count(18));
  for (TracePoint& point : trace) {
    point.time_sec = in.number<double>();
    point.lower_bound = in.optional<double>();
    point.upper_bound = in.optional<double>();
    point.nodes = in.number<std::int64_t>();
  }
  return trace;
}

/// Without what is found out at the end of all components.
void pack(bytes::Writer& out, const Component& component) {
  out.number(component.k);
  out.count(static_cast<std::size_t>(component.sense));
  out.sparse({component.support, component.loadings});
  out.number(component.lower_bound);
  out.optional(component.upper_bound);
  out.optional(component.gap);
  out.optional(component.gap_scale);
  out.count(static_cast<std::size_t>(component.status));
  out.number(component.nodes);
  out.text(component.method);
  out.number(component.time_sec);
  pack(out, component.trace);
  out.count(component.ties.size());
  for (const Support& tie : component.ties) out.list(tie);
  out.flag(component.negligible);
  out.flag(component.down_to_rounding);
  out.text(component.certificate);
  out.optional(component.certificate_axis);
}

Component unpack_component(bytes::Reader& in) {
  Component component;
  component.k = in.number<Index>();
  component.sense = static_cast<Sense>(in.place(sense_names.size()));
  SparseVector x = in.sparse();
  component.support = std::move(x.support);
  component.loadings = std::move(x.values);
  component.lower_bound = in.number<double>();
  component.upper_bound = in.optional<double>();
  component.gap = in.optional<double>();
  component.gap_scale = in.optional<double>();
  component.status = static_cast<Status>(in.place(status_names.size()));
  component.nodes = in.number<std::int64_t>();
  component.method = in.text();
  component.time_sec = in.number<double>();
  component.trace = unpack_trace(in);
  component.ties.resize(in.count(8));
  for (Support& tie : component.ties) tie = in.support();
  component.negligible = in.flag();
  component.down_to_rounding = in.flag();
  component.certificate = in.text();
  component.certificate_axis = in.optional<double>();
  return component;
}

void require_features(const Support& support, const Problem& problem) {
  bytes::Reader::require(std::all_of(support.begin(), support.end(),
                                     [&problem](Index i) { return i >= 0 && i < problem.features(); }));
}

}  // namespace

std::string pack(const SolveState& state, const Problem& problem, const std::vector<Index>& cardinalities) {
  bytes::Writer out;
  out.number(problem.features());
  out.number(problem.trace());
  out.list(cardinalities);
  out.number(state.time_sec);
  out.count(state.components.size());
  for (const Component& component : state.components) pack(out, component);
  out.flag(state.work.has_value());
  if (!state.work) return out.take();
  const InWork& work = *state.work;
  out.count(static_cast<std::size_t>(work.stage));
  out.number(work.start_sec);
  out.sparse(work.x);
  out.number(work.lower);
  pack(out, work.trace);
  out.text(work.remainder);
  out.text(work.search);
  return out.take();
}

SolveState unpack_state(std::string_view packed, const Problem& problem,
                        const std::vector<Index>& cardinalities) {
  bytes::Reader in(packed);
  const bool same_matrix = in.number<Index>() == problem.features() && in.number<double>() == problem.trace();
  if (!same_matrix || in.list<Index>() != cardinalities)
    throw Error(ErrorKind::input, "the saved state is of another problem");
  SolveState state;
  state.time_sec = in.number<double>();
  const std::size_t done = in.count();
  bytes::Reader::require(done <= cardinalities.size());
  for (std::size_t i = 0; i < done; ++i) {
    state.components.push_back(unpack_component(in));
    require_features(state.components.back().support, problem);
  }
  if (in.flag()) {
    bytes::Reader::require(done < cardinalities.size());
    InWork work;
    work.stage = static_cast<Stage>(in.place(static_cast<std::size_t>(Stage::search) + 1));
    work.start_sec = in.number<double>();
    work.x = in.sparse();
    require_features(work.x.support, problem);
    work.lower = in.number<double>();
    work.trace = unpack_trace(in);
    work.remainder = in.text();
    work.search = in.text();
    state.work = std::move(work);
  }
  bytes::Reader::require(in.at_end());
  return state;
}

}  // namespace spica::solver
