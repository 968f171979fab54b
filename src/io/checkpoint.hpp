#pragma once

// The file of a solve that can go on: a line that says what it is, the SHA-256 of all that follows, which
// solve it belongs to, and the state of that solve.

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

/// Throws Error(input) in one line where the file is no checkpoint, damaged, of another version, or of
/// another solve: then with what differs.
SavedState read_checkpoint(const std::string& path, const Identity& identity);

}  // namespace spica::io
