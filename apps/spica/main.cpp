#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "commands.hpp"
#include "spica/error.hpp"
#include "spica/version.hpp"

namespace {

using namespace spica;

int fail(int code, std::string_view message) {
  fmt::print(stderr, "spica: {}\n", message);
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

/// One line: what CLI11 says, with where to find help.
std::string usage_message(std::string message) {
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  return message + (message.ends_with('.') ? "" : ";") +
         " spica --help lists the commands, spica COMMAND --help their flags";
}

int run(int argc, char** argv) {
  CLI::App program("Sparse principal components with proven bounds.", "spica");
  program.set_version_flag("--version", std::string("spica ") + version);
  program.footer("Example: spica solve genes.csv -k 10 --json result.json");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);

  app::Action action;
  app::add_solve(program, action);
  app::add_demo(program, action);
  app::add_heuristic(program, action);
  app::add_bound(program, action);
  app::add_generate(program, action);
  app::add_info(program, action);
  app::add_convert(program, action);

  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return program.exit(request);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return fail(app::exit_code::usage, usage_message(error.what()));
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    return fail(code_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(app::exit_code::internal, "out of memory");
  } catch (const std::exception& error) {
    return fail(app::exit_code::internal, std::string("internal error: ") + error.what());
  }
}
