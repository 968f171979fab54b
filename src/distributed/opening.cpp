#include "distributed/opening.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "factor/raw_factor.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

namespace {

/// Thrown on a rank where another one failed.
struct Abandoned {};

/// Steps that all ranks take together. A rank that fails says so in place of its next step, and all others
/// give up at that step.
class Together {
 public:
  explicit Together(Communicator& communicator) : communicator_(communicator) {}

  double largest(double own) {
    double most = own;
    for (const std::string& bytes : step(own, false)) {
      bytes::Reader in(bytes, "what a rank says of its part of the file");
      most = std::max(most, in.read<double>());
      if (in.read<bool>()) throw Abandoned();
    }
    return most;
  }
  void fail() { step(0.0, true); }

 private:
  std::vector<std::string> step(double own, bool failed) {
    bytes::Writer out;
    out(own, failed);
    return communicator_.all_gather(out.take());
  }

  Communicator& communicator_;
};

template <class Value>
void make_part(DenseSamples<Value> samples, Index first, const SampleOptions& options, Together& together,
               Opened& opened) {
  const auto column = [&samples](Index j) {
    return Eigen::Map<const Eigen::Matrix<Value, Eigen::Dynamic, 1>>(samples.values + j * samples.rows,
                                                                     samples.rows);
  };
  const auto read = [&column](Index j, Eigen::Ref<Vector> y) { y = column(j).template cast<double>(); };
  const SampleTransform transform(samples.rows, samples.cols, read, options,
                                  {first, [&together](double own) { return together.largest(own); }});
  opened.exponent = transform.exponent();
  opened.zeros = transform.zeros();
  opened.column_radius = transform.column_radius();
  opened.first_row.resize(samples.cols);
  for (Index j = 0; j < samples.cols; ++j) opened.first_row(j) = static_cast<double>(column(j)(0));
  opened.first_column = column(0).template cast<double>();
  opened.sum = io::checksum(samples, first);
  const auto factor = std::make_shared<RawFactor<Value>>(std::move(samples), transform);
  opened.variances = factor->squared_norms();
  opened.part = std::make_shared<FeaturePart>(factor, opened.variances, first);
}

/// Reads this rank's columns and makes its part. An error of reading names the rank, as other ranks may be
/// able to read the file; an error of the data does not.
void read_and_make(const Communicator& communicator, const Opening& opening, Together& together,
                   Opened& opened) {
  const io::ColumnRange range =
      ranges_of(opening.header.columns, communicator.size())[static_cast<std::size_t>(communicator.rank())];
  std::optional<io::NativeSamples> samples;
  try {
    samples = io::read_npy_columns(opening.path, opening.header, range);
  } catch (const Error& error) {
    throw Error(error.kind(),
                fmt::format("{} (on rank {} of {})", error.what(), communicator.rank(), communicator.size()));
  }
  if (!samples) {
    opened.outcome = OpeningOutcome::not_finite;
    together.fail();
    return;
  }
  try {
    if (auto* floats = std::get_if<DenseSamples<float>>(&*samples)) {
      make_part(std::move(*floats), range.first, opening.options, together, opened);
    } else {
      make_part(std::get<DenseSamples<double>>(*std::move(samples)), range.first, opening.options, together,
                opened);
    }
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", opening.path, error.what()));
  }
  together.largest(0.0);  // the last step: all ranks have succeeded
}

}  // namespace

std::vector<io::ColumnRange> ranges_of(Index columns, int ranks) {
  std::vector<io::ColumnRange> ranges;
  for (int rank = 0; rank < ranks; ++rank) {
    const Index first = first_feature(columns, rank, ranks);
    ranges.push_back({first, first_feature(columns, rank + 1, ranks) - first});
  }
  return ranges;
}

Opened open_part(Communicator& communicator, const Opening& opening) {
  Together together(communicator);
  Opened opened;
  try {
    read_and_make(communicator, opening, together, opened);
  } catch (const Abandoned&) {
    return {.outcome = OpeningOutcome::abandoned};
  } catch (const Error& error) {
    together.fail();
    return {.outcome = OpeningOutcome::failed, .message = error.what()};
  } catch (const std::exception& error) {
    together.fail();
    return {.outcome = OpeningOutcome::failed,
            .message = fmt::format("{}: {} (on rank {} of {})", opening.path, error.what(),
                                   communicator.rank(), communicator.size())};
  }
  return opened;
}

}  // namespace spica::distributed
