#pragma once

// Every rank reads its own columns of one file and makes its part of the features of them. The ranks agree on
// the exponents of the SampleTransform, which are the same for all features. If one rank fails, no rank has a
// part, and all return.

#include <memory>
#include <string>

#include "distributed/communicator.hpp"
#include "distributed/feature_part.hpp"
#include "distributed/request.hpp"
#include "io/npy_columns.hpp"
#include "io/npy_header.hpp"
#include "spica/problem.hpp"

namespace spica::distributed {

/// Samples, one feature a column, in a NumPy file of single or double precision that every rank can read.
struct Opening {
  std::string path;
  io::NpyHeader header;
  SampleOptions options;
};

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Opening>& opening) {
  auto& [path, header, options] = opening;
  auto& [type, numeric, column_major, rows, columns] = header;
  auto& [center, standardize, ddof, exclude] = options;
  archive(path, type, bytes::one_of(numeric, io::numeric_count), column_major, rows, columns, center,
          standardize, ddof, exclude);
}

enum class OpeningOutcome : std::uint8_t {
  fine,
  not_finite,  ///< some value is missing or infinite
  failed,
  abandoned,  ///< another rank could not
};
inline constexpr std::size_t outcome_count = 4;

/// What rank 0 is told of a part.
struct Opened {
  OpeningOutcome outcome = OpeningOutcome::fine;
  std::string message = {};  ///< what failed
  int exponent = 0;
  Index zeros = 0;
  Vector column_radius = {};
  Vector variances = {};
  Vector first_row = {};     ///< of the file
  Vector first_column = {};  ///< of the part
  std::uint64_t sum = 0;     ///< the checksum of the part (io::checksum)
  std::shared_ptr<const FeaturePart> part = {};
};

/// Everything goes to rank 0 but the part itself.
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Opened>& opened) {
  auto& [outcome, message, exponent, zeros, column_radius, variances, first_row, first_column, sum, part] =
      opened;
  archive(bytes::one_of(outcome, outcome_count), message, exponent, zeros, column_radius, variances,
          first_row, first_column, sum);
}

/// The columns of each rank.
std::vector<io::ColumnRange> ranges_of(Index columns, int ranks);

/// On every rank.
Opened open_part(Communicator& communicator, const Opening& opening);

}  // namespace spica::distributed
