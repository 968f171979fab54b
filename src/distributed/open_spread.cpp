#include "distributed/open_spread.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "distributed/opening.hpp"
#include "distributed/session.hpp"
#include "distributed/spread_factor.hpp"
#include "io/certificate.hpp"
#include "io/feature_selection.hpp"
#include "io/npy_columns.hpp"
#include "io/reading_notes.hpp"
#include "model/problem_data.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

namespace {

bool qualifies(const io::NpyHeader& header, const io::Interpretation& how, const SpreadOptions& options,
               int ranks) {
  const bool samples = how.as == InputKind::samples || (!how.as.has_value() && header.rows != header.columns);
  const bool floating = header.numeric == io::Numeric::f32 || header.numeric == io::Numeric::f64;
  return samples && floating && header.columns >= options.least_features && header.columns >= ranks &&
         header.columns > header.rows && header.rows > how.ddof;
}

/// Refuses copies of the file that differ between ranks: a proof must be about the file that rank 0 names.
void require_same_file(const std::string& path, Index columns, const std::vector<Opened>& parts) {
  const auto ranks = static_cast<int>(parts.size());
  const std::vector<std::uint64_t> sums = io::column_checksums(path, ranges_of(columns, ranks));
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    if (parts[rank].sum != sums[rank])
      throw Error(
          ErrorKind::input,
          fmt::format("{}: rank {} of {} reads another file than rank 0; copy it again", path, rank, ranks));
  }
}

/// Puts together what the ranks report of their parts. Nothing if some value is not finite.
std::optional<Opened> put_together(const std::string& path, const std::vector<std::string>& replies) {
  std::vector<Opened> parts;
  bool finite = true;
  Index features = 0;
  for (const std::string& reply : replies) {
    parts.push_back(bytes::Reader(reply, "what a rank says of its part of the file").read<Opened>());
    if (parts.back().outcome == OpeningOutcome::failed) throw Error(ErrorKind::input, parts.back().message);
    finite = finite && parts.back().outcome != OpeningOutcome::not_finite;
    features += parts.back().variances.size();
  }
  if (!finite) return std::nullopt;
  require_same_file(path, features, parts);
  Opened all = parts.front();
  all.zeros = 0;
  for (Vector* vector : {&all.column_radius, &all.variances, &all.first_row}) vector->resize(features);
  Index first = 0;
  for (const Opened& part : parts) {
    const Index count = part.variances.size();
    all.zeros += part.zeros;
    all.column_radius.segment(first, count) = part.column_radius;
    all.variances.segment(first, count) = part.variances;
    all.first_row.segment(first, count) = part.first_row;
    first += count;
  }
  return all;
}

Problem make_problem(const FactorRef& factor, const Opened& opened, const SampleOptions& options,
                     const std::string& path) {
  try {
    return Problem(data_of_samples(factor, {opened.exponent, opened.column_radius, opened.zeros}, options));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    throw Error(ErrorKind::input, fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

std::optional<io::Input> open_spread(Communicator& communicator, const std::string& path,
                                     const io::ReadOptions& read, const io::Interpretation& how,
                                     const SpreadOptions& options) {
  if (how.keep_completed || !read.variable.empty() || read.transpose || !read.ignore.empty() || read.labels)
    return std::nullopt;
  const std::optional<io::NpyHeader> header = io::find_npy_header(path);
  if (!header || !qualifies(*header, how, options, communicator.size())) return std::nullopt;

  const auto session = std::make_shared<Session>(communicator);
  const FactorNumber number = Session::new_number();
  io::FeatureSelection selection = io::select_features({path, header->columns}, how);
  const SampleOptions samples{how.center, how.standardize, how.ddof, selection.excluded};
  const std::string request = bytes::packed(Opening{path, *header, samples});
  const std::optional<Opened> opened = put_together(path, session->ask(Request::open, number, request));
  if (!opened) return std::nullopt;
  const auto factor = std::make_shared<SpreadFactor>(session, number, header->rows, opened->variances,
                                                     starts_of(header->columns, communicator.size()));

  io::Table nameless;
  nameless.path = path;
  io::Input input{make_problem(factor, *opened, samples, path),
                  path,
                  io::sha256_of_file(path, read.on_progress),
                  {},
                  0,
                  io::reading_notes(nameless, InputKind::samples, opened->first_row, opened->first_column)};
  if (how.fingerprint) input.fingerprint = io::npy_fingerprint(path, header->rows, header->columns);
  input.notes.insert(input.notes.end(), input.problem.notes().begin(), input.problem.notes().end());
  io::add_selection(std::move(selection), input);
  return input;
}

}  // namespace spica::distributed
