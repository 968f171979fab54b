#include "deliver.hpp"

#include <fmt/format.h>

#include <exception>
#include <functional>

#include "base/limits.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "flag_words.hpp"
#include "formats.hpp"
#include "interrupt.hpp"
#include "io/certificate.hpp"
#include "io/file.hpp"
#include "io/peak_memory.hpp"
#include "io/text_table.hpp"
#include "ranks.hpp"
#include "report/html/page.hpp"
#include "report/result_json.hpp"
#include "report/summary.hpp"
#include "solver/pictures.hpp"
#include "spica/error.hpp"
#include "terminal.hpp"

namespace spica::app {

namespace {

/// Delivers everything that can be delivered before it says what could not.
class Delivery {
 public:
  void write(const std::string& path, const std::function<std::string()>& content) {
    if (!path.empty()) attempt([&] { io::write_file(path, content()); });
  }
  void attempt(const std::function<void()>& step) {
    try {
      step();
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

io::Table scores_table(const Job& job, const Result& result) {
  io::Table table;
  table.numbers = scores(job.input.problem, result.components, job.input_flags.how.ddof);
  for (std::size_t j = 0; j < result.components.size(); ++j)
    table.column_names.push_back(fmt::format("component_{}", j + 1));
  table.row_names = job.input.sample_names;
  table.labels = job.input.labels;
  table.label_name = job.input.label_column;
  return table;
}

/// What a report shows beside the result. It may take seconds, and whoever interrupted the solve does not
/// want to wait.
Pictures pictures_of(const Job& job, const Result& result, const Hooks& hooks) {
  const bool curve =
      (job.command == "solve" || job.command == "demo") && result.status != Status::interrupted;
  return {curve ? curve_around(job.input.problem, result, job.input_flags.after_reading(job.options), hooks)
                : std::vector<CurvePoint>(),
          sample_plane(job.input.problem, result, job.input_flags.how.ddof)};
}

/// Before the header: an error stands alone, and names the file.
void require_solvable(const Job& job) {
  try {
    (job.command == "path" ? require_path : require_cardinalities)(job.input.problem, job.cardinalities);
    require_choice(job.input.problem, job.cardinalities, job.options);
    if (job.command == "bound") require_bound_options(job.input.problem, job.options);
    if (job.command == "rip" || job.options.smallest) require_dense(job.input.problem);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    throw Error(ErrorKind::input, fmt::format("{}: {}", job.input.path, error.what()));
  }
}

/// The result on the terminal and in files: what is there first, what takes time to draw last.
void deliver(const Job& job, const Result& result, const Hooks& hooks) {
  const std::vector<std::string>& names = job.input.problem.feature_names();
  const OutputFlags& output = job.output;
  const auto say = [&output](const std::string& text) {
    if (!output.on_stdout()) {
      io::write_file("-", text);
    } else if (output.level != report::Log::Level::quiet) {
      print_text("\n" + text + "\n");
    }
  };
  Delivery delivery;
  const bool cut = result.components.size() < job.cardinalities.size();
  delivery.attempt([&] {
    say(report::summary(result, names, job.options) +
        (cut ? fmt::format("Stopped after {} of {} components.\n", result.components.size(),
                           job.cardinalities.size())
             : ""));
  });
  delivery.write(output.loadings, [&] {
    return report::loadings_table(result, names, output.loadings_form, separator_of(output.loadings));
  });
  delivery.write(output.scores,
                 [&] { return io::format_text(scores_table(job, result), separator_of(output.scores)); });
  delivery.write(output.certificate, [&] {
    return io::format_certificate(output.certificate, job.input, job.input_flags.how, result);
  });
  if (job.input.completed) delivery.attempt([&] { io::write_table(output.completed, *job.input.completed); });
  report::RunRecord record{job.command, job.input, job.input_flags.how,
                           job.options, result,    job.input_flags.read_sec};
  if (!output.json.empty() || !output.report.empty())
    record.plain_variances = plain_variances(job.input.problem, result);
  if (!output.report.empty()) delivery.attempt([&] { record.pictures = pictures_of(job, result, hooks); });
  record.peak_memory_bytes = io::peak_memory_bytes();
  delivery.write(output.json, [&] { return report::to_json(record); });
  delivery.write(output.report, [&] {
    const std::string json = report::to_json(record);
    return report::html_report({json, "result"});
  });
  delivery.finish();
  if (!output.report.empty())
    say(fmt::format("\nReport: {}, for a browser\n", text::printable(output.report)));
}

int exit_code_of(const Result& result) {
  if (result.status == Status::interrupted) return InterruptGuard::exit_code();
  return stopped_early(result.status) ? exit_code::limit : exit_code::done;
}

}  // namespace

int run_job(const Job& job) {
  if (!job.output.scores.empty() && job.input.problem.kind() != InputKind::samples) {
    throw Error(ErrorKind::usage, "--scores needs samples, and the input is a covariance");
  }
  require_solvable(job);
  report::Log log(job.output.level, print_line);
  log.header(job.input, job.cardinalities, job.options, job.task);
  if (job.command == "solve" && ranks() != nullptr) log.ranks(ranks()->size());
  if (!job.resumed.empty()) log.resumed(job.resumed);
  if (!job.titles.empty()) log.set_titles(job.titles);
  if (job.command == "path") log.follow_path(job.cardinalities);

  const InterruptGuard guard;
  Hooks hooks;
  hooks.on_progress = [&log](const Progress& progress) { log.progress(progress); };
  if (job.output.explain) {
    hooks.on_explain = [&log](double time_sec, const std::string& what) { log.explain(time_sec, what); };
  }
  hooks.on_warning = [](const std::string& what) { print_line("spica: warning: " + with_flags(what)); };
  hooks.stop = guard.flag();
  const Result result = job.work(job.input.problem, hooks);
  if (job.output.explain || job.output.level == report::Log::Level::debug)
    log.memory(io::peak_memory_bytes());

  deliver(job, result, hooks);
  return exit_code_of(result);
}

}  // namespace spica::app
