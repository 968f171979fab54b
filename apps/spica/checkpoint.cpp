#include "checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/durable.hpp"
#include "ranks.hpp"
#include "spica/error.hpp"

namespace spica::app {

void CheckpointFlags::add_to(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  add_path_option(command, "--checkpoint", checkpoint_, "write the state every minute and at the end")
      ->check(not_standard_output);
  add_path_option(command, "--resume", resume_, "go on from a checkpoint, and keep it up to date")
      ->check(not_standard_output);
  command.add_option("--checkpoint-interval", options.checkpoint_interval_sec, "seconds")
      ->check(CLI::PositiveNumber)
      ->group("");
}

void CheckpointFlags::add_files(Files& files) const {
  const std::string& written = checkpoint_.empty() ? resume_ : checkpoint_;
  if (written.empty()) return;
  const std::string flag = checkpoint_.empty() ? "--resume" : "--checkpoint";
  if (!checkpoint_.empty()) files.promises(flag, written, checkpoint_format);
  files.will_write(flag, written).will_write(flag, io::temporary_of(written));
  // What is resumed may be what is kept up to date, also under another name.
  if (!(io::file_at(resume_) == io::file_at(written))) files.reads("--resume", resume_);
}

void CheckpointFlags::prepare(const Solve& solve) {
  if (checkpoint_.empty()) checkpoint_ = resume_;
  if (checkpoint_.empty()) return;
  identity_ = io::identity_of(solve.input, solve.input_flags.how, solve.options, solve.cardinalities);
  const io::ReadOptions& read = solve.input_flags.read;
  identity_.emplace_back("--variable", read.variable);
  identity_.emplace_back("--transpose", read.transpose ? "yes" : "no");
  identity_.emplace_back("--ignore", fmt::format("{}", fmt::join(read.ignore, ",")));
  identity_.emplace_back("--labels", read.labels.value_or(""));
  if (!resume_.empty()) state_ = io::read_checkpoint(resume_, identity_);
  io::require_durable(checkpoint_);
  set_checkpoint_of_ranks(checkpoint_);
}

std::string CheckpointFlags::resumed_text() const {
  return state_ ? fmt::format("{}, after {:.2f} s", resume_, state_->time_sec) : "";
}

Result CheckpointFlags::run(const Solve& solve, const Hooks& hooks) {
  if (checkpoint_.empty())
    return spica::solve(solve.input.problem, solve.cardinalities,
                        solve.input_flags.after_reading(solve.options), hooks, solve.tuning);
  io::CheckpointWriter writer(checkpoint_, identity_, hooks.on_warning);
  Hooks with_states = hooks;
  with_states.on_state = [&writer](const SavedState& state) { writer.write(state); };
  if (state_) with_states.resume = &*state_;
  Result result;
  try {
    result = spica::solve(solve.input.problem, solve.cardinalities,
                          solve.input_flags.after_reading(solve.options), with_states, solve.tuning);
  } catch (const Error& error) {
    if (!state_ || error.kind() != ErrorKind::input) throw;
    throw Error(ErrorKind::input, fmt::format("{}: {}", resume_, error.what()));
  }
  writer.finish();
  return result;
}

}  // namespace spica::app
