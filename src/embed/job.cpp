#include "embed/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "io/certificate.hpp"
#include "io/checkpoint.hpp"
#include "io/durable.hpp"
#include "io/peak_memory.hpp"
#include "report/result_json.hpp"
#include "solver/pictures.hpp"
#include "spica/error.hpp"

namespace spica::embed {

NoTime::NoTime(double limit_sec)
    : std::runtime_error(fmt::format(
          "the time limit of {:g} s was over before the matrix was checked; there is no result", limit_sec)) {
}

StoppedEarly::StoppedEarly()
    : std::runtime_error("the callback ended the call before the matrix was checked; there is no result") {}

namespace {

/// solve() with its state in files, as the program has it.
Result solve_with_files(const io::Input& input, const Job& job, const Options& options, Hooks hooks) {
  const std::string& checkpoint = job.checkpoint.empty() ? job.resume : job.checkpoint;
  if (checkpoint.empty()) return solve(input.problem, job.k, options, hooks);
  const io::Identity identity = io::identity_of(input, job.how, options, job.k);
  std::optional<SavedState> state;
  if (!job.resume.empty()) state = io::read_checkpoint(job.resume, identity);
  io::require_durable(checkpoint);
  io::CheckpointWriter writer(checkpoint, identity, hooks.on_warning);
  hooks.on_state = [&writer](const SavedState& one) { writer.write(one); };
  if (state) hooks.resume = &*state;
  Result result = solve(input.problem, job.k, options, hooks);
  writer.finish();
  return result;
}

Result result_of(const io::Input& input, const Job& job, const Options& options, const Hooks& hooks) {
  if (job.command == "path") return path(input.problem, job.k, options, hooks);
  if (job.command == "heuristic") return heuristic(input.problem, job.k, options, hooks);
  if (job.command == "bound") return bound(input.problem, job.k.at(0), options, hooks);
  return solve_with_files(input, job, options, hooks);
}

/// The table of the job as a problem, and the options that name its features.
io::Input input_of(Job& job) {
  io::settle_storage(job.table, io::native_for(job.how.as));
  const bool saved = !job.checkpoint.empty() || !job.resume.empty();
  const std::string print = saved ? io::fingerprint(job.table) : "";
  io::Input input = io::interpret(std::move(job.table), job.how);
  if (saved) input.fingerprint = print;
  job.options.include = input.included;
  job.options.start = input.start;
  return input;
}

}  // namespace

Ran run(Job job, Hooks hooks, bool stopped) {
  job.how.check_limits = [&] {
    if (job.clock.seconds() > job.options.time_limit_sec + io::reading_grace_sec)
      throw NoTime(job.options.time_limit_sec);
    if (!stopped && *hooks.stop) throw StoppedEarly();
  };
  std::mutex mutex;
  Ran ran;
  hooks.on_warning = [&](const std::string& what) {
    const std::scoped_lock lock(mutex);
    ran.warnings.push_back(what);
  };
  const io::Input input = input_of(job);
  if (job.command == "solve") require_objective(job.k, job.options);
  const double read_sec = job.clock.seconds();
  Options left = job.options;
  left.time_limit_sec = std::max(0.0, job.options.time_limit_sec - read_sec);
  const Result result = result_of(input, job, left, hooks);
  report::RunRecord record{job.command, input, job.how, job.options, result};
  record.read_sec = read_sec;
  if (job.pictures) {
    record.plain_variances = plain_variances(input.problem, result);
    record.pictures.plane = sample_plane(input.problem, result, job.how.ddof);
  }
  record.peak_memory_bytes = io::peak_memory_bytes();
  try {
    if (job.options.certificate)
      ran.certificate = io::format_certificate("certificate", input, job.how, result);
  } catch (const Error& error) {  // the result is there all the same
    hooks.on_warning(error.what());
  }
  ran.json = report::to_json(record);
  return ran;
}

}  // namespace spica::embed
