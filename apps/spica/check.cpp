#include "checker/check.hpp"

#include <memory>
#include <string>

#include "commands.hpp"

namespace spica::app {

void add_check(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("check", "the independent checker of certificates, also spica-check");
  command->footer(
      "Example: spica solve genes.csv -k 10 --certificate genes.cert\n"
      "         spica check genes.csv genes.cert");
  const auto flags = std::make_shared<spica_check::Request>();
  command->add_option("INPUT", flags->input, "the matrix that the certificate is about")
      ->required()
      ->type_name("FILE");
  command->add_option("CERTIFICATE", flags->certificate, "what solve --certificate wrote")
      ->required()
      ->type_name("FILE");
  command->add_flag("--exact", flags->exact, "every step in intervals of 256 bits: slow");
  command
      ->add_option("--expect", flags->expect,
                   "reject a proof of anything else: kind=samples, k=5,2, ...; fields not mentioned must "
                   "have the defaults of solve")
      ->type_name("WHAT");
  command->add_option("--memory", flags->memory, "take no more memory than this (default by the files' size)")
      ->type_name("SIZE");
  command->add_option("--work", flags->work, "do no more operations than this (default by the files' size)")
      ->type_name("N");
  command->callback([flags, &action] { action = [flags] { return spica_check::check("spica", *flags); }; });
}

}  // namespace spica::app
