#include <fmt/format.h>

#include <cstdlib>
#include <new>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "build_info.hpp"
#include "commands.hpp"
#include "description.hpp"
#include "flag_words.hpp"
#include "ranks.hpp"
#include "reading_limits.hpp"
#include "spica/error.hpp"
#include "terminal.hpp"
#include "usage.hpp"

namespace {

using namespace spica;

int fail(int code, std::string_view message) {
  app::print_line(fmt::format("spica: {}", message));
  return code;
}

int code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return app::exit_code::usage;
    case ErrorKind::input:
      return app::exit_code::input;
    case ErrorKind::internal:
      break;
  }
  return app::exit_code::internal;
}

/// CLI11 would only say that a command is missing.
void require_known_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->check_name(argv[1])) return;
  }
  throw Error(ErrorKind::usage, app::unknown_command(program, argv[1]));
}

int run(int argc, char** argv) {
  CLI::App program("Sparse principal components with proven bounds.", "spica");
  program.set_help_flag("-h,--help", "print help and exit");
  program.set_version_flag("--version", app::build_info, "print the version, how it was built, and exit");
  program.footer("Example: spica solve genes.csv -k 10 --json result.json");
  program.require_subcommand(1);
  program.formatter_fn(
      [](const CLI::App* app, const std::string&, CLI::AppFormatMode) { return app::help_text(*app); });

  app::Action action;
  app::add_solve(program, action);
  app::add_path(program, action);
  app::add_demo(program, action);
  app::add_heuristic(program, action);
  app::add_bound(program, action);
  app::add_generate(program, action);
  app::add_reproduce(program, action);
  app::add_rip(program, action);
  app::add_report(program, action);
  app::add_check(program, action);
  app::add_info(program, action);
  app::add_convert(program, action);
  app::add_describe(program, action);
  for (CLI::App* command : program.get_subcommands({}))
    command->set_version_flag("--version", app::build_info)->group("");  // everywhere, listed once

  try {
    require_known_command(program, argc, argv);
    program.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return program.exit(request);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return fail(app::exit_code::usage, app::usage_message(program, error));
  }
  if (const std::string message = app::swallowed_flag(program); !message.empty())
    return fail(app::exit_code::usage, message);
  return action.run();
}

/// A step of a method frees and takes the same few megabytes again and again. glibc would give them back to the system
/// each time, which costs up to a tenth of a solve; 16 MB stay.
void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

int run_safely(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    return fail(code_of(error.kind()), app::with_flags(error.what()));
  } catch (const app::Stopped& stopped) {
    return fail(stopped.exit_code(), stopped.what());
  } catch (const std::bad_alloc&) {
    return fail(app::exit_code::internal, "out of memory");
  } catch (const std::exception& error) {
    return fail(app::exit_code::internal, std::string("internal error: ") + error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  app::occupy_closed_streams();
  keep_freed_memory();
  return app::run_on_ranks([=] { return run_safely(argc, argv); });
}
