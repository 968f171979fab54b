#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include "base/printable.hpp"
#include "commands.hpp"
#include "description.hpp"
#include "flags.hpp"
#include "interrupt.hpp"
#include "io/file.hpp"
#include "paper/render.hpp"
#include "spica/error.hpp"
#include "spica/version.hpp"
#include "terminal.hpp"

namespace spica::app {

namespace {

struct ReproduceFlags {
  std::string table;
  std::string data;
  std::string only;
  bool quick = false;
  std::optional<double> time_limit_sec;
  Options options;
  std::string folder;
  OutputFlags output;  // of these only the log level is offered
};

struct CellSelection {
  const paper::Table* table;
  std::vector<paper::Figure> cells;
};

/// "name ... outcome" on one line, unless something else is said in between.
class Progress {
 public:
  explicit Progress(report::Log::Level level) : level_(level), log_(level, print_line) {}

  [[nodiscard]] paper::Monitor monitor(const std::atomic<bool>* stop) {
    paper::Monitor monitor;
    monitor.hooks.stop = stop;
    if (level_ == report::Log::Level::quiet) return monitor;
    monitor.on_start = [this](const std::string& what) { start(what); };
    monitor.on_end = [this](const std::string& outcome) { end(outcome); };
    if (level_ == report::Log::Level::debug)
      monitor.hooks.on_progress = [this](const spica::Progress& progress) { log_.progress(progress); };
    return monitor;
  }

 private:
  void start(const std::string& what) {
    if (open_) print_text("\n");
    open_ = true;
    print_text(text::printable(what) + " ... ");
    if (level_ == report::Log::Level::debug) print_text("\n");
  }
  void end(const std::string& outcome) {
    print_line(outcome);
    open_ = false;
  }

  report::Log::Level level_;
  report::Log log_;
  bool open_ = false;
};

std::optional<std::string> data_folder(const ReproduceFlags& flags) {
  if (!flags.data.empty()) return flags.data;
  const char* chosen = std::getenv("SPICA_DATA_DIR");  // NOLINT(concurrency-mt-unsafe)
  if (chosen == nullptr || *chosen == '\0') return std::nullopt;
  return std::string(chosen);
}

std::vector<CellSelection> select(const ReproduceFlags& flags) {
  std::vector<CellSelection> selections;
  for (const paper::Table& table : paper::tables()) {
    if (flags.table == "all" || flags.table == table.name)
      selections.push_back({&table, paper::only(paper::cells_of(table), flags.only)});
  }
  if (selections.empty()) paper::table_named(flags.table);  // says which there are
  std::erase_if(selections, [](const CellSelection& selection) { return selection.cells.empty(); });
  if (selections.empty()) {
    throw Error(ErrorKind::usage, fmt::format("--only '{}': {} has no such case; Colon, \"Case 1\", "
                                              "\"Case 1/200\" and 200 are the forms it may take",
                                              flags.only, flags.table));
  }
  if (flags.quick) {
    for (CellSelection& selection : selections) selection.cells = paper::quickest(selection.cells);
  }
  return selections;
}

/// Who asks for one table wants its data; all tables go as far as the data do.
void require_data(const std::vector<CellSelection>& selections, const std::string& table) {
  if (table == "all") return;
  for (const paper::Figure& figure : selections.front().cells) {
    if (const auto file = paper::file_of(figure)) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{} needs {} and the like; give their folder with --data DIR or in SPICA_DATA_DIR",
                      table, *file));
    }
  }
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw Error(ErrorKind::input, fmt::format("{}: the folder cannot be made", folder));
}

std::string processor() {
  constexpr std::string_view key = "model name";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "an unnamed processor";
}

paper::Circumstances circumstances(const ReproduceFlags& flags, std::string_view table) {
  std::string command =
      fmt::format("spica reproduce {} --time-limit {}", table, flags.options.time_limit_sec);
  if (flags.quick) command += " --quick";
  if (!flags.only.empty()) command += fmt::format(" --only \"{}\"", text::printable(flags.only));
  if (flags.options.threads != 0) command += fmt::format(" --threads {}", flags.options.threads);
  if (flags.options.seed != 1) command += fmt::format(" --seed {}", flags.options.seed);
  const std::int64_t threads = flags.options.threads != 0
                                   ? flags.options.threads
                                   : std::max<std::int64_t>(1, std::thread::hardware_concurrency());
  return {command, fmt::format("{}, {} threads, spica {}", processor(), threads, version)};
}

std::string table_file(const ReproduceFlags& flags, std::string_view table, std::string_view extension) {
  return (std::filesystem::path(flags.folder) / fmt::format("{}{}", table, extension)).string();
}

Files files_of(const ReproduceFlags& flags) {
  Files files;
  if (flags.folder.empty()) return files;
  const std::optional<std::string> data = data_folder(flags);
  std::set<std::string> read;
  for (const CellSelection& selection : select(flags)) {
    for (const paper::Figure& figure : selection.cells) {
      const auto file = paper::file_of(figure);
      if (data && file) read.insert((std::filesystem::path(*data) / *file).string());
    }
    for (const char* extension : {".md", ".csv"})
      files.will_write("--output", table_file(flags, selection.table->name, extension));
  }
  for (const std::string& path : read) files.reads("--data", path);
  return files;
}

void deliver(const ReproduceFlags& flags, const paper::Table& table, const paper::Rerun& rerun) {
  const std::string text = paper::markdown(table, rerun, circumstances(flags, table.name));
  if (!flags.folder.empty()) {
    io::write_file(table_file(flags, table.name, ".md"), text);
    io::write_file(table_file(flags, table.name, ".csv"), paper::csv(rerun));
  }
  io::write_file("-", flags.table == "all" ? text + "\n" : text);
}

int reproduce(ReproduceFlags& flags) {
  constexpr double time_limit_sec = 60.0;
  constexpr double quick_time_limit_sec = 2.0;
  flags.options.time_limit_sec =
      flags.time_limit_sec.value_or(flags.quick ? quick_time_limit_sec : time_limit_sec);
  flags.options.validate();
  const std::vector<CellSelection> selections = select(flags);
  const std::optional<std::string> folder = data_folder(flags);
  if (!folder) require_data(selections, flags.table);
  paper::Instances instances(folder);
  if (!flags.folder.empty()) make_folder(flags.folder);

  const InterruptGuard guard;
  Progress progress(flags.output.level);
  paper::Runner runner(std::move(instances), flags.options, progress.monitor(guard.flag()));
  for (const CellSelection& selection : selections) {
    const paper::Rerun rerun = runner.run(selection.cells);
    deliver(flags, *selection.table, rerun);
    if (rerun.interrupted) return InterruptGuard::exit_code();
  }
  return exit_code::done;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("reproduce", "rerun a table of the paper beside its published figures");
  command->footer("Example: spica reproduce pitprops --quick -o tables");
  const auto flags = std::make_shared<ReproduceFlags>();
  std::vector<std::string_view> names = {"all"};
  for (const paper::Table& table : paper::tables()) names.push_back(table.name);
  command->add_option("TABLE", flags->table, fmt::format("{}", fmt::join(names, ", ")))
      ->required()
      ->type_name(choice_type(names));
  command->add_option("--data", flags->data, "folder of the real instances (default: SPICA_DATA_DIR)")
      ->type_name("DIR");
  command
      ->add_option("--only", flags->only,
                   "cases such as Colon, \"component 1\", \"Case 1\", \"Case 1/200\" or 200 (features), "
                   "with commas between them")
      ->type_name("LIST");
  command->add_flag("--quick", flags->quick, "one small cell of each table");
  command->add_option("--time-limit", flags->time_limit_sec,
                      "seconds for each run of a method (default 60, --quick 2)");
  command->add_option("--threads", flags->options.threads, "worker threads; 0 is one per core (default 0)");
  command->add_option("--seed", flags->options.seed, "seed of the random starts (default 1)");
  command->option_defaults()->group("Output");
  command->add_option("-o,--output", flags->folder, "folder for TABLE.md and TABLE.csv")->type_name("DIR");
  flags->output.add_log_level_to(*command);
  command->callback([flags, &action] { action = {files_of(*flags), [flags] { return reproduce(*flags); }}; });
}

}  // namespace spica::app
