#pragma once

// What rank 0 asks of features that are spread (Topic::features), and what goes with it as bytes. A request
// is
//
//     factors that nobody needs any more, the kind, the factor that it is about, and what the kind needs
//
// and every rank, also rank 0, answers with its own features. Factors have numbers that rank 0 gives.

#include <cstdint>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "distributed/part.hpp"
#include "factor/largest_products.hpp"
#include "factor/sieve.hpp"

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

void pack(bytes::Writer& out, const Directions& directions);
Directions unpack_directions(bytes::Reader& in);

/// The entries only.
void pack(bytes::Writer& out, const std::vector<LargestProducts>& found);
/// Adds those of another part, with their positions as `position` says.
template <class Position>
void add_found(bytes::Reader& in, std::vector<LargestProducts>& found, std::size_t kept,
               const Position& position) {
  for (LargestProducts& list : found) {
    const std::size_t count = in.count(sizeof(double) + sizeof(Index));
    for (std::size_t entry = 0; entry < count; ++entry) {
      const auto size = in.number<double>();
      list.add({size, position(in.number<Index>())}, kept);
    }
  }
}

void pack(bytes::Writer& out, const CoreFacts& facts);
CoreFacts unpack_facts(bytes::Reader& in);

void pack(bytes::Writer& out, const Suspects& suspects);
Suspects unpack_suspects(bytes::Reader& in);

void pack(bytes::Writer& out, const Part::Sweep& sweep);
Part::Sweep unpack_sweep(bytes::Reader& in);

void pack(bytes::Writer& out, const std::map<Index, Vector>& columns);
std::map<Index, Vector> unpack_columns(bytes::Reader& in);

}  // namespace spica::distributed
