#pragma once

#include <memory>
#include <string>

#include "flags.hpp"
#include "io/checkpoint.hpp"
#include "solver/internals.hpp"
#include "spica/solve.hpp"

namespace spica::app {

/// --checkpoint and --resume: where the state of a solve goes, and where it comes from.
class CheckpointFlags {
 public:
  void add_to(CLI::App& command, Options& options);

  /// The files that are read and written, the temporary one included.
  void add_files(Files& files) const;

  /// What is known once the input is read.
  struct Solve {
    const io::Input& input;
    const InputFlags& input_flags;
    const Options& options;
    const std::vector<Index>& cardinalities;
  };
  /// Before the work begins: reads what is to be resumed and throws where that is of another solve, or where
  /// no checkpoint could be written.
  void prepare(const Solve& solve);

  /// A line for the header; empty if nothing is resumed.
  [[nodiscard]] std::string resumed_text() const;

  /// Solves with the state going to the file and coming from it.
  Result run(const Solve& solve, const Hooks& hooks, const solver::Internals& internals);

 private:
  std::string checkpoint_;
  std::string resume_;
  io::Identity identity_;
  std::optional<SavedState> state_;
};

}  // namespace spica::app
