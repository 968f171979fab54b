#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/printable.hpp"
#include "commands.hpp"
#include "flags.hpp"
#include "io/file.hpp"
#include "report/html/page.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

struct ReportFlags {
  std::string result;
  std::string curve;
  std::string output;
};

/// RESULT.json becomes RESULT.html.
std::string output_of(const ReportFlags& flags) {
  if (!flags.output.empty()) return flags.output;
  if (flags.result == "-") throw Error(ErrorKind::usage, "a result on standard input needs -o FILE.html");
  return std::filesystem::path(flags.result).replace_extension(".html").string();
}

int write_report(const ReportFlags& flags, const std::string& output) {
  const std::string result = io::read_bytes(flags.result);
  const std::string curve = flags.curve.empty() ? "" : io::read_bytes(flags.curve);
  const std::string page = report::html_report({result, flags.result}, {curve, flags.curve});
  io::write_file(output, page);
  if (!io::is_standard_output(output))
    io::write_file("-", fmt::format("Report: {}, for a browser\n", text::printable(output)));
  return exit_code::done;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("report", "pictures of a result: one HTML file that opens offline");
  command->footer("Example: spica report result.json -o result.html");
  const auto flags = std::make_shared<ReportFlags>();
  command->add_option("RESULT", flags->result, "what --json wrote, - for standard input")
      ->type_name("FILE")
      ->required();
  add_path_option(*command, "-o,--output", flags->output,
                  "the HTML file (default: RESULT.html beside RESULT.json)");
  add_path_option(*command, "--curve", flags->curve,
                  "JSON of spica path on the same input: variance against k");
  command->callback([flags, &action] {
    const std::string output = output_of(*flags);
    action = {Files()
                  .reads("RESULT", flags->result)
                  .reads("--curve", flags->curve)
                  .writes("--output", output, page_format),
              [flags, output] { return write_report(*flags, output); }};
  });
}

}  // namespace spica::app
