#include "checker/check.hpp"

#include <memory>
#include <string>

#include "commands.hpp"

namespace spica::app {

void add_check(CLI::App& app, Action& action) {
  struct Flags {
    std::string input;
    std::string certificate;
    bool exact = false;
  };
  CLI::App* command =
      app.add_subcommand("check", "the independent checker of certificates, also spica-check");
  command->footer(
      "Example: spica solve genes.csv -k 10 --certificate genes.cert\n"
      "         spica check genes.csv genes.cert");
  const auto flags = std::make_shared<Flags>();
  command->add_option("INPUT", flags->input, "the matrix that the certificate is about")
      ->required()
      ->type_name("FILE");
  command->add_option("CERTIFICATE", flags->certificate, "what solve --certificate wrote")
      ->required()
      ->type_name("FILE");
  command->add_flag("--exact", flags->exact, "every step in intervals of 256 bits: slow");
  command->callback([flags, &action] {
    action = [flags] { return spica_check::check("spica", flags->input, flags->certificate, flags->exact); };
  });
}

}  // namespace spica::app
