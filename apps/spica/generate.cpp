#include "generate/generate.hpp"

#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "flags.hpp"
#include "io/file.hpp"
#include "io/text_table.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

io::Table truth_table(const generate::Instance& instance) {
  io::Table table;
  Matrix& values = table.values();
  values.resize(instance.truth.rows(), instance.truth.cols() + 1);
  for (Index i = 0; i < instance.truth.rows(); ++i) values(i, 0) = static_cast<double>(i);
  values.rightCols(instance.truth.cols()) = instance.truth;
  table.column_names = instance.truth_names;
  table.column_names.insert(table.column_names.begin(), "index");
  return table;
}

void write(const std::string& path, const io::Table& table) {
  if (io::is_standard_output(path)) {
    io::write_file(path, io::format_text(table, ','));
  } else {
    io::write_table(path, table);
  }
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
  struct Flags {
    std::string model;
    generate::Request request;
    std::int64_t seed = 1;
    std::string output = "-";
    std::string truth;
  };
  CLI::App* command =
      app.add_subcommand("generate", "random samples of three families, to be solved with --no-center");
  command->footer("Example: spica generate spiked --seed 7 -o spiked.csv --truth spike.csv");
  const auto flags = std::make_shared<Flags>();
  command->add_option("MODEL", flags->model, "spiked, synthetic or controlling-sparsity")
      ->required()
      ->check(CLI::IsMember(
          std::vector<std::string>(generate::model_names.begin(), generate::model_names.end())));
  command->add_option("--features", flags->request.features, "columns (default 500)");
  command->add_option("--samples", flags->request.samples, "rows (default 50)");
  command->add_option("--seed", flags->seed, "the same seed gives the same data everywhere (default 1)");
  command->add_option("-k", flags->request.k, "features in the spike of controlling-sparsity (default 10)");
  add_path_option(*command, "-o,--output", flags->output,
                  "its extension chooses the format (default: CSV to stdout)");
  add_path_option(*command, "--truth", flags->truth, "write the planted directions, one row per feature");
  command->callback([flags, &action] {
    action = {Files().writes_table("--output", flags->output).writes_table("--truth", flags->truth), [flags] {
                const auto at =
                    std::find(generate::model_names.begin(), generate::model_names.end(), flags->model);
                flags->request.model = static_cast<generate::Model>(at - generate::model_names.begin());
                if (flags->seed < 0) throw Error(ErrorKind::usage, "--seed must not be negative");
                flags->request.seed = static_cast<std::uint64_t>(flags->seed);
                const generate::Instance instance = generate::generate(flags->request);
                io::Table samples;
                samples.numbers = instance.samples;
                write(flags->output, samples);
                if (!flags->truth.empty()) write(flags->truth, truth_table(instance));
                return exit_code::done;
              }};
  });
}

}  // namespace spica::app
