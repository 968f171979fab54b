#include "distributed/request.hpp"

namespace spica::distributed {

void pack(bytes::Writer& out, const Directions& directions) {
  out.matrix(directions.y);
  out.list(directions.norms);
  out.list(directions.floors);
}

Directions unpack_directions(bytes::Reader& in) {
  Directions directions;
  directions.y = in.matrix<Matrix>();
  directions.norms = in.list<double>();
  directions.floors = in.list<double>();
  return directions;
}

void pack(bytes::Writer& out, const std::vector<LargestProducts>& found) {
  for (const LargestProducts& list : found) {
    out.count(list.entries.size());
    for (const auto& [size, position] : list.entries) {
      out.number(size);
      out.number(position);
    }
  }
}

void pack(bytes::Writer& out, const CoreFacts& facts) {
  out.list(facts.core);
  out.matrix(facts.columns);
  out.list(facts.norms);
  out.matrix(facts.inverse_payments);
  out.list(facts.rest_norms);
  out.number(facts.floor);
}

CoreFacts unpack_facts(bytes::Reader& in) {
  CoreFacts facts;
  facts.core = in.support();
  facts.columns = in.matrix<Matrix>();
  facts.norms = in.list<double>();
  facts.inverse_payments = in.matrix<Vector>();
  facts.rest_norms = in.list<double>();
  facts.floor = in.number<double>();
  return facts;
}

void pack(bytes::Writer& out, const Suspects& suspects) {
  out.count(suspects.rows.size());
  for (const Suspect& row : suspects.rows) {
    out.number(row.position);
    out.number(row.norm);
    out.number(row.variance);
    out.number(row.value);
  }
  out.list(suspects.core_parts);
}

Suspects unpack_suspects(bytes::Reader& in) {
  Suspects suspects;
  suspects.rows.resize(in.count(sizeof(Index) + 3 * sizeof(double)));
  for (Suspect& row : suspects.rows) {
    row.position = in.number<Index>();
    row.norm = in.number<double>();
    row.variance = in.number<double>();
    row.value = in.number<double>();
  }
  suspects.core_parts = in.list<double>();
  return suspects;
}

void pack(bytes::Writer& out, const Part::Sweep& sweep) {
  out.count(sweep.rows.size());
  for (const sweep::Wanted& row : sweep.rows) {
    out.number(row.position);
    out.number(row.floor);
  }
  out.list(sweep.norms);
  out.list(sweep.positions);
  out.count(sweep.kept);
}

Part::Sweep unpack_sweep(bytes::Reader& in) {
  Part::Sweep sweep;
  sweep.rows.resize(in.count(sizeof(Index) + sizeof(double)));
  for (sweep::Wanted& row : sweep.rows) {
    row.position = in.number<Index>();
    row.floor = in.number<double>();
  }
  sweep.norms = in.list<double>();
  sweep.positions = in.list<Index>();
  sweep.kept = static_cast<std::size_t>(in.number<std::uint64_t>());
  return sweep;
}

void pack(bytes::Writer& out, const std::map<Index, Vector>& columns) {
  out.count(columns.size());
  for (const auto& [feature, column] : columns) {
    out.number(feature);
    out.matrix(column);
  }
}

std::map<Index, Vector> unpack_columns(bytes::Reader& in) {
  std::map<Index, Vector> columns;
  const std::size_t count = in.count(sizeof(Index));
  for (std::size_t c = 0; c < count; ++c) {
    const auto feature = in.number<Index>();
    columns[feature] = in.matrix<Vector>();
  }
  return columns;
}

}  // namespace spica::distributed
