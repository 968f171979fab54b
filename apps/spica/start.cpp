#include "start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/list.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// The file that a value of --start names; empty where it is a list.
std::string file_of(const std::string& text) {
  constexpr std::array<std::string_view, 3> extensions = {".json", ".csv", ".tsv"};
  if (text.starts_with('@')) return text.substr(1);
  const bool is_file = std::any_of(extensions.begin(), extensions.end(),
                                   [&text](std::string_view end) { return text.ends_with(end); });
  return is_file ? text : "";
}

}  // namespace

void StartFlags::add_to(CLI::App& command, InputFlags& input, Options& options) {
  command.option_defaults()->group("Solving");
  command
      .add_option_function<std::string>(
          "--start",
          [this, &input](const std::string& text) {
            text_ = text;
            const std::string file = file_of(text);
            if (file.empty()) {
              previous_ = {{}};
              for (std::string& name : io::split_list(text))
                previous_.front().features.push_back({std::move(name)});
            } else {
              input.lists.emplace_back("--start", file);
              previous_ = report::read_previous(file);
            }
          },
          "a set to start from, @FILE, or a result: JSON or loadings")
      ->type_name("LIST");
  command.add_flag_callback(
      "--prove",
      [&command, &options] {
        options.prove = true;
        command.get_option("-k")->required(false);
      },
      "the answer is the start; prove how far it is from the best");
}

std::vector<Index> StartFlags::cardinalities(const CardinalityFlags& flags) const {
  if (!flags.text.empty()) return flags.cardinalities();
  if (previous_.empty())
    throw Error(ErrorKind::usage, "--prove needs the set that it is about; name its features with --start");
  if (flags.components) throw Error(ErrorKind::usage, "--components repeats one K; give -k too");
  if (is_curve() && previous_.size() > 1)
    throw Error(ErrorKind::usage, fmt::format("{} is a curve over k; say which one with -k", text_));
  std::vector<Index> sizes;
  for (const report::PreviousComponent& component : previous_)
    sizes.push_back(static_cast<Index>(component.features.size()));
  return sizes;
}

std::vector<std::vector<io::FeatureRef>> StartFlags::start_of(const std::vector<Index>& cardinalities) const {
  std::vector<std::vector<io::FeatureRef>> start;
  if (!is_curve()) {
    for (const report::PreviousComponent& component : previous_) start.push_back(component.features);
    return start;
  }
  if (cardinalities.size() != 1)
    throw Error(ErrorKind::usage,
                fmt::format("{} is a curve over k, and has first components only; ask for one", text_));
  const auto wanted =
      std::find_if(previous_.begin(), previous_.end(),
                   [&cardinalities](const auto& component) { return component.k == cardinalities.front(); });
  if (wanted == previous_.end())
    throw Error(ErrorKind::usage,
                fmt::format("{} has no component for k = {}", text_, cardinalities.front()));
  return {wanted->features};
}

}  // namespace spica::app
