#pragma once

// Every rank reads its own columns of one file and makes its part of the features of them, together with the
// others: the exponents of a SampleTransform are those of all features. Where one rank cannot, none has a part, and
// all come to the end of it.

#include <memory>
#include <string>

#include "distributed/group.hpp"
#include "distributed/part.hpp"
#include "distributed/request.hpp"
#include "io/npy_columns.hpp"
#include "io/npy_header.hpp"

namespace spica::distributed {

/// Samples, one feature a column, in a NumPy file of single or double precision that every rank can read.
struct Opening {
  std::string path;
  io::NpyHeader header;
  SampleOptions options;
};

void pack(bytes::Writer& out, const Opening& opening);
Opening unpack_opening(bytes::Reader& in);

enum class Outcome : std::uint8_t {
  fine,
  not_finite,  ///< some value is missing or infinite
  failed,
  abandoned,  ///< another rank could not
};

/// What rank 0 is told of a part.
struct Opened {
  Outcome outcome = Outcome::fine;
  std::string message = {};  ///< what failed
  int exponent = 0;
  Index zeros = 0;
  Vector column_radius = {};
  Vector variances = {};
  Vector first_row = {};     ///< of the file
  Vector first_column = {};  ///< of the part
  std::uint64_t sum = 0;     ///< of the part, to compare it with (io::sum_of)
  std::shared_ptr<const Part> part = {};
};

/// All but the part itself.
void pack(bytes::Writer& out, const Opened& opened);
Opened unpack_opened(bytes::Reader& in);

/// The columns of each rank.
std::vector<io::ColumnRange> ranges_of(Index columns, int ranks);

/// On every rank.
Opened open_part(Group& group, const Opening& opening);

}  // namespace spica::distributed
