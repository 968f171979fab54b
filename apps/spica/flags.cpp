#include "flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

#include "description.hpp"
#include "formats.hpp"
#include "io/list.hpp"
#include "paper/recipe.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// The whole text as a number, or an Error that names the flag.
template <class Number>
Number parse_number(const std::string& flag, const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && !std::isnan(static_cast<double>(value))) return value;
  throw Error(ErrorKind::usage, fmt::format("{} '{}': not a{} number{}{}", flag, text,
                                            std::is_integral_v<Number> ? " whole" : "",
                                            error == std::errc::result_out_of_range ? " in range" : "",
                                            flag == "--time-limit" ? "; give seconds, as in 300"
                                            : text.ends_with('%')  ? "; give a share: 0.01 is 1 %"
                                                                   : ""));
}

template <class Number>
std::string default_text(Number value) {
  const bool unlimited = std::is_integral_v<Number> ? value == std::numeric_limits<Number>::max()
                                                    : std::isinf(static_cast<double>(value));
  return unlimited ? "none" : fmt::format("{:g}", static_cast<double>(value));
}

template <class Number>
std::string number_type() {
  return std::is_integral_v<Number> ? "N" : "X";
}

template <class Choice>
Choice parse_choice(const std::string& flag, const std::string& text) {
  const auto& names = names_of(Choice{});
  const auto at = std::find(names.begin(), names.end(), text);
  if (at != names.end()) return static_cast<Choice>(at - names.begin());
  throw Error(ErrorKind::usage, fmt::format("{} '{}': not one of {}", flag, text, fmt::join(names, ", ")));
}

/// Turns one entry of the option table into a flag.
auto flag_adder(CLI::App& command) {
  return [&command](const char* name, auto& value, double, double, const char* help) {
    using Value = std::remove_reference_t<decltype(value)>;
    const std::string flag = std::string("--") + name;
    const auto add = [&](auto parse, const std::string& text, const std::string& type) {
      command
          .add_option_function<std::string>(
              flag, [parse, &value](const std::string& given) { value = parse(given); }, text)
          ->type_name(type);
    };
    if constexpr (std::is_same_v<Value, bool>) {
      command.add_flag(flag, value, help);
    } else if constexpr (std::is_enum_v<Value>) {
      add([flag](const std::string& text) { return parse_choice<Value>(flag, text); },
          fmt::format("{}: {} (default {})", help, fmt::join(names_of(value), ", "), name_of(value)),
          choice_type(names_of(value)));
    } else if constexpr (is_optional<Value>) {
      add(
          [flag](const std::string& text) {
            return text == "auto" ? Value{} : Value{parse_number<typename Value::value_type>(flag, text)};
          },
          // A help may name a default of its own.
          std::string_view(help).ends_with(')') ? help : fmt::format("{} (default auto)", help),
          number_type<typename Value::value_type>());
    } else {
      add([flag](const std::string& text) { return parse_number<Value>(flag, text); },
          fmt::format("{} (default {})", help, default_text(value)), number_type<Value>());
    }
  };
}

}  // namespace

CLI::Option* add_path_option(CLI::App& command, const std::string& flag, std::string& path,
                             const std::string& help) {
  return command.add_option(flag, path, help)->type_name("FILE")->check([](const std::string& text) {
    return std::string(text.empty() ? "needs a file name" : "");
  });
}

std::string not_standard_output(const std::string& path) {
  return io::is_standard_output(path) ? "needs a file name: standard output has the result" : "";
}

void InputFlags::add_path(CLI::App& command) {
  command.option_defaults()->group("Input");
  command.add_option("INPUT", path, "CSV/TSV, Matrix Market, also .gz; .npy; .mat; - for stdin")
      ->required()
      ->type_name("FILE");
  command.add_option("--variable", read.variable, "which variable of a .mat file");
  command.add_flag("--transpose", read.transpose, "features are in rows, samples in columns");
  add_list(command, "--ignore", "columns not to read, by name or number from 0, or @FILE",
           [this](std::vector<std::string> list) { read.ignore = std::move(list); });
}

void InputFlags::add_missing(CLI::App& command, const std::string& otherwise) {
  static const std::map<std::string, io::MissingValues> missing = {
      {"error", io::MissingValues::refuse},
      {"drop-rows", io::MissingValues::drop_rows},
      {"mean", io::MissingValues::mean}};
  command
      .add_option_function<std::string>(
          "--missing", [this](const std::string& name) { how.missing = missing.at(name); },
          fmt::format("missing values: error, drop-rows or mean ({})", otherwise))
      ->check(CLI::IsMember({"error", "drop-rows", "mean"}));
}

void InputFlags::add_as(CLI::App& command) {
  static const std::map<std::string, std::optional<InputKind>> kinds = {{"covariance", InputKind::covariance},
                                                                        {"samples", InputKind::samples}};
  command
      .add_option_function<std::string>(
          "--as", [this](const std::string& name) { how.as = kinds.at(name); },
          "covariance or samples (default: by symmetry)")
      ->check(CLI::IsMember({"covariance", "samples"}));
}

void InputFlags::add_to(CLI::App& command) {
  add_path(command);
  add_as(command);
  command.add_flag("--standardize", how.standardize, "work on correlations");
  command.add_flag_callback(
      "--no-center", [this] { how.center = false; }, "do not subtract the mean of each feature");
  command.add_option("--ddof", how.ddof, "A = Y'Y/(m - ddof), 0 or 1 (default 0)")
      ->check(CLI::IsMember({0, 1}));
  add_labels(command);
  add_missing(command, "default error");
  command.add_flag("--shift", how.shift, "add the multiple of I that makes an indefinite matrix PSD");
}

void InputFlags::add_list(CLI::App& command, const std::string& flag, const std::string& help,
                          const std::function<void(std::vector<std::string>)>& use) {
  command
      .add_option_function<std::string>(
          flag,
          [this, flag, use](const std::string& text) {
            if (!text.starts_with('@')) return use(io::split_list(text));
            lists.emplace_back(flag, text.substr(1));
            use(io::read_list(text.substr(1)));
          },
          help)
      ->type_name("LIST");
}

void InputFlags::certify(bool wanted) {
  how.fingerprint = wanted;
  if (wanted) read.exclude.clear();
}

Files InputFlags::files() const {
  Files files;
  files.reads("INPUT", path);
  for (const auto& [flag, list] : lists) files.reads(flag, list);
  return files;
}

void InputFlags::add_labels(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--labels", [this](const std::string& text) { read.labels = text; },
          "a column of labels of the samples, by name or number")
      ->type_name("COLUMN");
}

void InputFlags::add_exclude(CLI::App& command) {
  command.option_defaults()->group("Input");
  add_list(command, "--exclude", "features not to use, by name or number, or @FILE",
           [this](std::vector<std::string> list) { read.exclude = how.exclude = std::move(list); });
}

void InputFlags::add_include(CLI::App& command) {
  add_list(command, "--include", "features that every component must use, or @FILE",
           [this](std::vector<std::string> list) { how.include = std::move(list); });
}

void CardinalityFlags::add_to(CLI::App& command) {
  add_single_to(command, "features in the component; 5,2,2 asks for three components");
  command.add_option("--components", components, "find R components, each with K features")->type_name("R");
}

void CardinalityFlags::add_single_to(CLI::App& command, const std::string& help) {
  command.option_defaults()->group("Solving");
  command.add_option("-k", text, help)->required()->type_name("K");
}

void CardinalityFlags::add_range_to(CLI::App& command) {
  add_single_to(command, "cardinalities: 1:20 for all of them, or a list: 2,5,10");
}
std::vector<Index> CardinalityFlags::range() const {
  const std::size_t colon = text.find(':');
  const std::size_t dash = text.find('-', 1);
  if (dash != std::string::npos && text.find_first_not_of("0123456789-") == std::string::npos)
    throw Error(ErrorKind::usage, fmt::format("-k {}: a range is written {}:{}", text, text.substr(0, dash),
                                              text.substr(dash + 1)));
  if (colon == std::string::npos) return cardinalities();
  const auto first = parse_number<Index>("-k", text.substr(0, colon));
  const auto last = parse_number<Index>("-k", text.substr(colon + 1));
  constexpr Index most = 100000;
  if (first < 1 || last < first || last - first >= most)
    throw Error(ErrorKind::usage, fmt::format("-k {}: a range goes from 1 or more up, as in 1:20", text));
  std::vector<Index> list;
  for (Index k = first; k <= last; ++k) list.push_back(k);
  return list;
}
std::vector<Index> CardinalityFlags::cardinalities() const {
  std::vector<Index> list;
  if (text.find(':') != std::string::npos)
    throw Error(ErrorKind::usage, fmt::format("-k {}: a range of k is for spica path", text));
  for (const std::string& entry : io::split_list(text)) {
    const auto k = parse_number<Index>("-k", entry);
    if (k < 1) throw Error(ErrorKind::usage, fmt::format("-k {}: k must be at least 1", text));
    list.push_back(k);
  }
  if (!components) return list;
  if (*components < 1)
    throw Error(ErrorKind::usage, fmt::format("--components is {}; it must be at least 1", *components));
  if (list.size() != 1)
    throw Error(ErrorKind::usage, "--components repeats one K; give either it or a list to -k");
  return std::vector<Index>(static_cast<std::size_t>(*components), list.front());
}

void OutputFlags::add_json_to(CLI::App& command) {
  command.option_defaults()->group("Output");
  add_path_option(command, "--json", json, "write the result as JSON, - for standard output");
}

void OutputFlags::add_scores_to(CLI::App& command) {
  command.option_defaults()->group("Output");
  add_path_option(command, "--scores", scores, "write the samples' scores as CSV");
}

void OutputFlags::add_log_level_to(CLI::App& command) {
  static const std::map<std::string, report::Log::Level> levels = {{"quiet", report::Log::Level::quiet},
                                                                   {"normal", report::Log::Level::normal},
                                                                   {"debug", report::Log::Level::debug}};
  command.option_defaults()->group("Output");
  command
      .add_option_function<std::string>(
          "--log-level", [this](const std::string& name) { level = levels.at(name); },
          "quiet, normal or debug (default normal)")
      ->check(CLI::IsMember({"quiet", "normal", "debug"}));
}

void OutputFlags::add_to(CLI::App& command) {
  add_json_to(command);
  add_path_option(command, "--loadings", loadings, "write the loadings as CSV, the strongest first");
  static const std::map<std::string, report::LoadingsForm> forms = {{"sorted", report::LoadingsForm::sorted},
                                                                    {"wide", report::LoadingsForm::wide}};
  command
      .add_option_function<std::string>(
          "--loadings-form", [this](const std::string& name) { loadings_form = forms.at(name); },
          "sorted, or wide: a column for each component")
      ->check(CLI::IsMember({"sorted", "wide"}));
  add_path_option(command, "--report", report, "write a page of pictures, FILE.html")
      ->check(not_standard_output);
  add_log_level_to(command);
}

void OutputFlags::add_explain_to(CLI::App& command) {
  command.option_defaults()->group("Output");
  command.add_flag("--explain", explain, "say what the solver chooses and why");
}

void OutputFlags::add_certificate_to(CLI::App& command) {
  command.option_defaults()->group("Output");
  add_path_option(command, "--certificate", certificate,
                  "write a proof for spica-check, gzipped if it ends in .gz");
  add_path_option(command, "--completed", completed, "write the matrix that the proof is about, FILE.csv")
      ->check(not_standard_output);
}

Files OutputFlags::files(const InputFlags& input) const {
  return input.files()
      .writes("--json", json, json_format)
      .writes("--loadings", loadings, table_format)
      .writes("--scores", scores, table_format)
      .writes("--certificate", certificate, certificate_format)
      .writes_table("--completed", completed)
      .writes("--report", report, page_format);
}

bool OutputFlags::on_stdout() const {
  const auto outputs = {&json, &loadings, &scores, &certificate};
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const std::string* path) { return io::is_standard_output(*path); });
}

void add_method(CLI::App& command, HeuristicMethod& method) {
  command.option_defaults()->group("Solving");
  flag_adder(command)("method", method, 0.0, 0.0, "primal method");
}

void add_method(CLI::App& command, BoundMethod& method) {
  command.option_defaults()->group("Solving");
  flag_adder(command)("method", method, 0.0, 0.0, "dual method");
}

void add_solve_options(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  visit_solve_options(options, flag_adder(command));
}

std::int64_t parse_size(const std::string& flag, const std::string& text) {
  constexpr std::string_view suffixes = "KMGT";
  const auto last =
      static_cast<char>(text.empty() ? 0 : std::toupper(static_cast<unsigned char>(text.back())));
  const std::size_t suffix = last == 0 ? std::string_view::npos : suffixes.find(last);
  const bool has_suffix = suffix != std::string_view::npos;
  const auto number = parse_number<double>(flag, has_suffix ? text.substr(0, text.size() - 1) : text);
  const double bytes = std::ldexp(number, has_suffix ? 10 * static_cast<int>(suffix + 1) : 0);
  if (bytes >= 1.0 && bytes < 0x1p62) return static_cast<std::int64_t>(bytes);
  throw Error(ErrorKind::usage, fmt::format("{} {}: not a size; 4G, 500M or a number of bytes", flag, text));
}

void add_memory(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  command
      .add_option_function<std::string>(
          "--memory",
          [&options](const std::string& text) { options.memory_bytes = parse_size("--memory", text); },
          "memory for the tree, the rest goes to disk (default half)")
      ->type_name("SIZE");
}

void add_path_options(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  visit_path_options(options, flag_adder(command));
}

void add_objective_options(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  visit_objective_options(options, flag_adder(command));
}

void add_deflation(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  visit_deflation_options(options, flag_adder(command));
}

void add_bound_options(CLI::App& command, Options& options) {
  command.option_defaults()->group("Integer programs");
  visit_bound_options(options, flag_adder(command));
  command.get_option("--sigma0")->group("Solving");
  command
      .add_option_function<std::string>(
          "--params", [&ip = options.ip](const std::string& text) { paper::set_params(ip, text); },
          "P,N or P,N,I: --ipos, --splits and --iterations in one")
      ->type_name("LIST");
}

void choose_grid(const CLI::App& command, Options& options) {
  if (command.count("--grid") > 0) return;
  const bool grid_given =
      command.count("--params") + command.count("--splits") + command.count("--iterations") > 0;
  options.ip.grid = grid_given ? Grid::fixed : Grid::adaptive;
}

void add_nonnegative(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  const auto add = flag_adder(command);
  visit_heuristic_options(options.heuristic,
                          [&add](const char* flag, auto& value, double least, double most, const char* help) {
                            if (std::string_view(flag) == "nonnegative") add(flag, value, least, most, help);
                          });
}

void add_heuristic_options(CLI::App& command, Options& options) {
  command.option_defaults()->group("Solving");
  visit_heuristic_options(options.heuristic, flag_adder(command));
}

}  // namespace spica::app
