#pragma once

// The requests of rank 0 about features that are spread over the ranks (Topic::features), as bytes. A request
// consists of
//
//     the factors that were closed, its kind, the factor that it is about, and what the kind needs
//
// and every rank, also rank 0, answers with its own features. Factors have numbers that rank 0 gives.

#include <cstdint>

#include "base/bytes.hpp"
#include "distributed/feature_part.hpp"
#include "factor/largest_products.hpp"
#include "factor/sieve.hpp"

namespace spica {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Directions>& directions) {
  auto& [y, norms, floors, out_of_time] = directions;  // each process looks at its own clock
  archive(y, norms, floors);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, LargestProducts::Entry>& entry) {
  auto& [size, position] = entry;
  archive(size, position);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, LargestProducts>& products) {
  auto& [entries, least] = products;
  archive(entries, least);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, CoreFacts>& facts) {
  auto& [core, columns, norms, inverse_payments, rest_norms, floor, prices, nonnegative, included_at] = facts;
  archive(core, columns, norms, inverse_payments, rest_norms, floor, prices, nonnegative, included_at);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Suspect>& suspect) {
  auto& [position, norm, certain, value] = suspect;
  archive(position, norm, certain, value);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Suspects>& suspects) {
  auto& [rows, core_parts] = suspects;
  archive(rows, core_parts);
}

namespace sweep {
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Wanted>& row) {
  auto& [position, floor] = row;
  archive(position, floor);
}
}  // namespace sweep

}  // namespace spica

namespace spica::distributed {

using FactorNumber = std::uint64_t;

enum class Request : std::uint8_t {
  open,              ///< reads this rank's part of a file (opening.hpp)
  replace,           ///< a factor like another but for some features
  select,            ///< some features of another, numbered anew
  project,           ///< those of another, projected off a direction
  columns,           ///< some features
  times,             ///< the sum of x_i c_i
  transposed_times,  ///< c_i'y
  gram,              ///< the sum of c_i c_i'
  largest_products,
  suspects,
  begin_sweep,
  sweep_rows,  ///< a block of rows: their columns
  end_sweep,   ///< what was found
};

/// Adds what another part found to what is known, with its positions as `position` says.
template <class Position>
void add_found(const std::vector<LargestProducts>& more, std::vector<LargestProducts>& found,
               std::size_t kept, const Position& position) {
  for (std::size_t b = 0; b < found.size(); ++b) {
    for (const LargestProducts::Entry& entry : more.at(b).entries)
      found[b].add({entry.size, position(entry.position)}, kept);
  }
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, FeaturePart::Sweep>& sweep) {
  auto& [rows, norms, positions, kept] = sweep;
  archive(rows, norms, positions, kept);
}

}  // namespace spica::distributed
