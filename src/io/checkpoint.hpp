#pragma once

// The file of a solve that can go on: a line that says what it is, the SHA-256 of all that follows, which
// solve it belongs to, and the state of that solve.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "io/interpret.hpp"
#include "spica/options.hpp"
#include "spica/solve.hpp"

namespace spica::io {

/// What a solve is about, by the names that users know: only a solve that agrees in all of it may go on from
/// another's state.
using Identity = std::vector<std::pair<std::string, std::string>>;
Identity identity_of(const Input& input, const Interpretation& how, const Options& options,
                     const std::vector<Index>& cardinalities);

/// Durable: the file holds the old state or the new one, whatever happens.
void write_checkpoint(const std::string& path, const Identity& identity, const SavedState& state);

/// Writes the states of a solve as they come. What cannot be written ends nothing: the file stays as it was.
class CheckpointWriter {
 public:
  CheckpointWriter(std::string path, Identity identity, std::function<void(const std::string&)> warn)
      : path_(std::move(path)), identity_(std::move(identity)), warn_(std::move(warn)) {}

  /// Warns the first time that it fails.
  void write(const SavedState& state);
  /// The last word, if it is a bad one: the state at the end was not written.
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
