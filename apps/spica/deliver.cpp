#include "deliver.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/certificate.hpp"
#include "io/file.hpp"
#include "io/result_json.hpp"
#include "io/text_table.hpp"
#include "report/summary.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// Nobody may be listening, and that must not end a solve.
void print_line(std::string_view line) {
  std::fputs(fmt::format("{}\n", line).c_str(), stderr);
  std::fflush(stderr);
}

/// Delivers everything that can be delivered before it says what could not.
class Delivery {
 public:
  void write(const std::string& path, const std::function<std::string()>& content) {
    if (path.empty()) return;
    try {
      io::write_file(path, content());
    } catch (const Error&) {
      if (!failure_) failure_ = std::current_exception();
    }
  }
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

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

/// Before the header: an error stands alone, and names the file.
void require_solvable(const Job& job) {
  try {
    (job.command == "path" ? require_path : require_cardinalities)(job.input.problem, job.cardinalities);
    if (job.command == "bound") require_bound_options(job.input.problem, job.options);
    if (job.command == "rip" || job.options.smallest) require_dense(job.input.problem);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    throw Error(ErrorKind::input, fmt::format("{}: {}", job.input.path, error.what()));
  }
}

int exit_code_of(const Result& result, const InterruptGuard& guard) {
  if (result.status == Status::interrupted) return guard.exit_code();
  return stopped_early(result.status) ? exit_code::limit : exit_code::done;
}

}  // namespace

int run_job(const Job& job) {
  job.output.require_writable(job.input.path);
  if (!job.output.scores.empty() && job.input.problem.kind() != InputKind::samples) {
    throw Error(ErrorKind::usage, "--scores needs samples, and the input is a covariance");
  }
  require_solvable(job);
  report::Log log(job.output.level, print_line);
  log.header(job.input, job.cardinalities, job.options, job.task);
  if (!job.titles.empty()) log.set_titles(job.titles);
  if (job.command == "path") log.follow_path(job.cardinalities);

  const InterruptGuard guard;
  Hooks hooks;
  hooks.on_progress = [&log](const Progress& progress) { log.progress(progress); };
  if (job.output.explain) {
    hooks.on_explain = [&log](double time_sec, const std::string& what) { log.explain(time_sec, what); };
  }
  hooks.stop = guard.flag();
  const Result result = job.work(job.input.problem, hooks);

  const std::vector<std::string>& names = job.input.problem.feature_names();
  const bool json_on_stdout = job.output.json_on_stdout();
  Delivery delivery;
  delivery.write(job.output.json, [&] {
    return io::to_json(
        {job.command, job.input, job.input_flags.how, job.options, result, job.input_flags.read_sec});
  });
  delivery.write(job.output.loadings, [&] { return report::loadings_csv(result, names); });
  delivery.write(job.output.scores,
                 [&] { return io::format_text(scores(job.input, job.input_flags, result), ','); });
  delivery.write(job.output.certificate, [&] {
    return io::format_certificate(job.output.certificate, job.input, job.input_flags.how, result);
  });
  if (!json_on_stdout) delivery.write("-", [&] { return report::summary(result, names); });
  if (json_on_stdout && job.output.level != report::Log::Level::quiet)
    print_line("\n" + report::summary(result, names));
  delivery.finish();
  return exit_code_of(result, guard);
}

}  // namespace spica::app
