#pragma once

// The file of a checkpoint, from which a solve goes on: a line that says what the file is, the SHA-256 of all
// that follows, a description of the solve, and its state.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "io/interpret.hpp"
#include "spica/options.hpp"
#include "spica/solve.hpp"

namespace spica::io {

/// The description of a solve: its input and options by the names that users know. A solve may go on from a
/// checkpoint only if both descriptions are equal.
using Identity = std::vector<std::pair<std::string, std::string>>;
Identity identity_of(const Input& input, const Interpretation& how, const Options& options,
                     const std::vector<Index>& cardinalities);

/// Replaces the file so that it holds the old state or the new one whatever happens, also after a crash
/// (durable.hpp).
void write_checkpoint(const std::string& path, const Identity& identity, const SavedState& state);

/// Writes the states of a solve to a file as they come. A state that cannot be written does not end the
/// solve; the file stays as it was.
class CheckpointWriter {
 public:
  CheckpointWriter(std::string path, Identity identity, std::function<void(const std::string&)> warn)
      : path_(std::move(path)), identity_(std::move(identity)), warn_(std::move(warn)) {}

  /// Warns the first time that it fails.
  void write(const SavedState& state);
  /// Warns at the end of a solve if its last state was not written.
  void finish() const;

 private:
  std::string path_;
  Identity identity_;
  std::function<void(const std::string&)> warn_;
  bool failed_ = false;
  bool warned_ = false;
};

/// Throws Error(input) in one line where the file is no checkpoint, damaged, of another version, or of
/// another solve: then with what differs.
SavedState read_checkpoint(const std::string& path, const Identity& identity);

}  // namespace spica::io
