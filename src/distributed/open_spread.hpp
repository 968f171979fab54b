#pragma once

#include <optional>
#include <string>

#include "distributed/communicator.hpp"
#include "io/interpret.hpp"
#include "io/read_options.hpp"

namespace spica::distributed {

struct SpreadOptions {
  Index least_features = 20001;  ///< fewer are worth no talk between ranks
};

/// On rank 0, while the others serve (service.hpp): INPUT as a problem whose features are spread over all
/// ranks, each of which reads its own columns of the file. Nothing if the file is not for it: it has to be a
/// NumPy file of samples in single or double precision, with many features, more than there are samples, and
/// no missing values. In other respects the input is what io::interpret makes of it.
///
/// Throws one Error(input) if some rank cannot read the file. The SHA-256 of the file is taken here, so that
/// rank 0 reads all of it once, at the speed of its disk or at about a gigabyte a second; and so it is with
/// the fingerprint of a certificate, once more.
std::optional<io::Input> open_spread(Communicator& communicator, const std::string& path,
                                     const io::ReadOptions& read, const io::Interpretation& how,
                                     const SpreadOptions& options = {});

}  // namespace spica::distributed
