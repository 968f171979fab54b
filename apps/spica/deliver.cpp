#include "deliver.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/file.hpp"
#include "io/result_json.hpp"
#include "io/text_table.hpp"
#include "report/summary.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

void print_line(std::string_view line) {
  fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

/// The centred (standardised) samples times the components, one row a sample.
io::Table scores(const io::Input& input, const InputFlags& flags, const Result& result) {
  const Problem& problem = input.problem;
  io::Table table;
  table.values.resize(problem.samples(), static_cast<Index>(result.components.size()));
  const double unit = std::sqrt(static_cast<double>(problem.samples() - flags.how.ddof)) *
                      std::ldexp(1.0, problem.exponent() / 2);
  for (std::size_t j = 0; j < result.components.size(); ++j) {
    const Component& component = result.components[j];
    Vector sum = Vector::Zero(problem.samples());
    for (std::size_t i = 0; i < component.support.size(); ++i) {
      sum += component.loadings(static_cast<Index>(i)) * problem.factor().col(component.support[i]);
    }
    table.values.col(static_cast<Index>(j)) = unit * sum;
    table.column_names.push_back(fmt::format("component_{}", j + 1));
  }
  table.row_names = input.sample_names;
  return table;
}

int exit_code_of(const Result& result, const InterruptGuard& guard) {
  if (result.status == Status::interrupted) return guard.exit_code();
  return stopped_early(result.status) ? exit_code::limit : exit_code::done;
}

}  // namespace

int run_job(const Job& job) {
  job.output.require_writable();
  if (!job.output.scores.empty() && job.input.problem.kind() != InputKind::samples) {
    throw Error(ErrorKind::usage, "--scores needs samples, and the input is a covariance");
  }
  report::Log log(job.output.level, print_line);
  log.header(job.input, job.cardinalities, job.options, job.task);

  const InterruptGuard guard;
  Hooks hooks;
  hooks.on_progress = [&log](const Progress& progress) { log.progress(progress); };
  hooks.stop = guard.flag();
  const Result result = job.work(job.input.problem, hooks);

  const std::vector<std::string>& names = job.input.problem.feature_names();
  const std::string summary = report::summary(result, names);
  if (job.output.json_on_stdout()) {
    if (job.output.level != report::Log::Level::quiet) fmt::print(stderr, "\n{}", summary);
  } else {
    io::write_file("-", summary);
  }
  if (!job.output.json.empty()) {
    io::write_file(job.output.json, io::to_json({job.command, job.input, job.input_flags.how, job.options,
                                                 result, job.input_flags.read_sec}));
  }
  if (!job.output.loadings.empty()) io::write_file(job.output.loadings, report::loadings_csv(result, names));
  if (!job.output.scores.empty())
    io::write_file(job.output.scores, io::format_text(scores(job.input, job.input_flags, result), ','));
  return exit_code_of(result, guard);
}

}  // namespace spica::app
